"""The step of `later.py`, which adds a column to every table.

Like every released step it imports nothing of the store. Where a checksum covers the column, the
step computes it again, but only if it was right before, so that a damaged row stays damaged.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import psycopg
from sqlite_utils import Database

IS_COVERED = False

Run = Callable[..., Sequence[Mapping[str, Any]]]

_COVERED = {
    "keys": ("", "key", "id", "kind", "table"),
    "drafts": ("draft", "id", "table", "seat", "round", "text", "by", "count"),
    "places": ("place", "id", "group", "follows", "is_counted"),
    "groups": ("group", "id", "key", "version", "text"),
    "televisions": ("television", "television", "code", "address", "key", "at"),
}
_LINE = ("version", "at", "body", "request_id", "fingerprint", "by")
_TEXTS = {"body", "request_id", "fingerprint", "by", "text"}  # stored as bytes in PostgreSQL

_ADD = ["ALTER TABLE games ADD COLUMN tint text NOT NULL DEFAULT 'red'"]
_ADD += [
    f"ALTER TABLE {table} ADD COLUMN colour text NOT NULL DEFAULT 'red'"
    for table in (*_COVERED, "lines", "purged")
]


def colours(db: Database) -> None:
    """Add the column to every table of a SQLite file, and recompute checksums that cover it."""

    def run(sql: str, **values: object) -> Sequence[Mapping[str, Any]]:
        sql = sql.replace("keys", "doors").replace("games.ref", "games.number")
        return db.execute(sql, values).fetchall()

    for statement in _ADD:
        run(statement)
    if IS_COVERED:
        _compute_checksums(run)


def _in_database(connection: psycopg.Connection[dict[str, Any]]) -> None:
    def run(sql: str, **values: object) -> Sequence[Mapping[str, Any]]:
        sql = re.sub(r":(\w+)", r"%(\1)s", sql.replace("games.ref", "games.id"))
        cursor = connection.execute(sql, values)
        rows = cursor.fetchall() if cursor.description else []
        return [
            {name: v.decode() if v and name in _TEXTS else v for name, v in row.items()}
            for row in rows
        ]

    for statement in _ADD:
        run(statement)
    _compute_checksums(run)


# A step in SQL may run while servers of the previous version run, one in Python may not.
DATABASE_STEP = _in_database if IS_COVERED else ";".join(_ADD)


def _checksum(*parts: object) -> bytes:
    return blake2b(json.dumps(parts, default=bytes.hex).encode(), digest_size=16).digest()


def _compute_checksums(run: Run) -> None:
    for table, (label, *covered) in _COVERED.items():
        is_of_game = table not in {"groups", "televisions"}
        of_game = f"JOIN games ON games.ref = {table}.game" if is_of_game else ""
        game = ", games.id AS id" if is_of_game else ""
        for row in run(f"SELECT {table}.*{game} FROM {table} {of_game}"):
            values = [*filter(None, [label]), *(row[column] for column in covered)]
            if row["seal"] == _checksum(*values):
                new = _checksum(*values, "red")
                run(f"UPDATE {table} SET seal = :new WHERE seal = :old", new=new, old=row["seal"])
    for row in run("SELECT games.*, games.ref AS ref FROM games"):
        values = ["heading", row["id"], row["created"], row["changed"], row["deleted"]]
        heading = row["heading"]
        if heading == _checksum(*values):
            heading = _checksum(*values, "red")
        seal = _compute_lines(run, row)
        sql = "UPDATE games SET seal = :seal, heading = :heading WHERE id = :id"
        run(sql, seal=seal, heading=heading, id=row["id"])


def _compute_lines(run: Run, game: Mapping[str, Any]) -> bytes:
    """Recompute a game's line checksums up to any damage, and return that of the game's row."""
    old = new = b""
    for line in run("SELECT * FROM lines WHERE game = :ref ORDER BY version", ref=game["ref"]):
        values = [line[column] for column in _LINE]
        if line["seal"] != _checksum(game["id"], old, *values):
            break
        old, new = line["seal"], _checksum(game["id"], new, *values, "red")
        run("UPDATE lines SET seal = :new WHERE seal = :old", new=new, old=old)
    return new if game["seal"] == old else bytes(game["seal"])
