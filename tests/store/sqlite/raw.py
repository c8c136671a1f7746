"""The file behind the store's back."""

import sqlite3
from contextlib import closing
from pathlib import Path


def force(file: Path, table: str, column: str, sql: str) -> None:
    """Carry out a statement that puts into a column what its type does not allow."""
    (declared,) = run(file, "SELECT sql FROM sqlite_master WHERE name = ?", table)[0]
    lax = str(declared).replace(" STRICT", "").replace(f"{column} INTEGER NOT NULL", column)
    for description, then in ((lax, sql), (declared, "SELECT 1")):
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("PRAGMA writable_schema = ON")
            described = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
            connection.execute(described, (description, table))
        run(file, then)


def run(file: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    """Carry out one statement on a file without any of the store's settings."""
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(sql, values).fetchall()
