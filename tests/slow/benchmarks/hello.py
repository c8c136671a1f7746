"""The smallest app there could be, behind the server of the companion: what all is held against.

`GET /` says hello, `POST /` inserts one row and commits it with the settings of the store.
"""

import sqlite3
import sys
import threading
from pathlib import Path

import click
from flask import Flask

from companion.cli.server import listen, run
from companion.store.sqlite.connections import SETTINGS

_own = threading.local()


def hello_app(file: Path) -> Flask:
    """Build the app over a file of one table."""
    app = Flask(__name__)
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE lines (number INTEGER PRIMARY KEY, body TEXT) STRICT")
    db.close()

    @app.get("/")
    def say() -> str:
        return "hello"

    @app.post("/")
    def insert() -> str:
        db = _connection(file)
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO lines (body) VALUES (?)", ("x" * 200,))
        db.execute("COMMIT")
        return "saved"

    return app


def _connection(file: Path) -> sqlite3.Connection:
    """Connect as the store does: one connection a thread."""
    if not hasattr(_own, "db"):
        _own.db = sqlite3.connect(file, isolation_level=None)
        for setting in SETTINGS:
            _own.db.execute(f"PRAGMA {setting}")
    db: sqlite3.Connection = _own.db
    return db


if __name__ == "__main__":
    with listen("127.0.0.1", 0) as listener:
        at = f"http://127.0.0.1:{listener.getsockname()[1]}"
        run(hello_app(Path(sys.argv[1])), listener, lambda: click.echo(f"Serving on {at}"))
