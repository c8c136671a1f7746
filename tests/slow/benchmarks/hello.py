"""Minimal Flask app run by the companion's server, as the baseline of benchmarks.

`GET /` says hello. `POST /<key>` does the minimum of saving a round: it reads the form, finds the
game of the key, appends one line to it through the store, and redirects. Nothing is validated.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from flask import Flask, redirect, request
from werkzeug.wrappers import Response

from companion.cli.server import listen, run
from companion.store.rows.lines import Change
from companion.store.sqlite import open_store


def hello_app(file: Path) -> Flask:
    """Return the minimal app, which appends to the games of a database file."""
    app = Flask(__name__)
    store = open_store(file)

    @app.get("/")
    def say() -> str:
        return "hello"

    @app.post("/<key>")
    def save(key: str) -> Response:
        fields = [text for text in request.form.values() if text]
        found = store.keys.find(key)
        assert found
        assert found.version
        line = Change(at=datetime.now(UTC), body=",".join(fields).ljust(200))
        store.journals.append(found.game, found.version, line)
        return redirect("/", 303)

    return app


if __name__ == "__main__":
    with listen("127.0.0.1", 0) as listener:
        at = f"http://127.0.0.1:{listener.getsockname()[1]}"
        run(hello_app(Path(sys.argv[1])), listener, lambda: click.echo(f"Serving on {at}"))
