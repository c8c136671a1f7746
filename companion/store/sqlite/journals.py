"""Journals in SQLite: lines appended to games, each under a seal."""

import secrets
import sqlite3
from collections.abc import Iterable, Iterator

from sqlite_utils import Database

from companion.store.checksums import FIRST, Row, seal_line, sound
from companion.store.errors import (
    DamagedGameError,
    RepeatedRequestError,
    RequestIdTakenError,
    VersionConflictError,
)
from companion.store.protocols import Change, Heading, Kind, Line
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import WHOLE_VERSION, head, moment, stored
from companion.store.sqlite.keys import open_door

_FROM = """SELECT version, at, body, request_id, fingerprint, lines."by", seal FROM lines
           WHERE game = ? AND version >= ? ORDER BY version"""

_APPEND = """INSERT INTO lines (game, version, at, body, request_id, fingerprint, "by", seal)
             VALUES (:game, :version, :at, :body, :request_id, :fingerprint, :by, :seal)"""

_LATEST = """SELECT id, created, changed, version FROM games WHERE deleted IS NULL
             ORDER BY changed DESC, number DESC LIMIT ?"""


class SqliteJournals:
    """The `Journals` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def create(
        self, first: Change, *more: Change, doors: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        """Begin a game, see `Journals.create`."""
        game, at = secrets.token_urlsafe(16), stored(first.at)
        row = {"id": game, "version": 0, "seal": FIRST, "created": at, "changed": at}
        with self._file.writing() as db:
            db.table("games").insert(row)
            for change in (first, *more):
                _refuse_repeat(db, head(db, game), change)
                _write(db, head(db, game), change)
            for kind, table in doors:
                open_door(db, head(db, game), kind, table)
        return game

    def append(self, game: str, at_version: int, change: Change) -> Line:
        """Append a change, see `Journals.append`."""
        with self._file.writing() as db:
            row = head(db, game)
            _refuse_repeat(db, row, change)
            if at_version != row["version"]:
                raise VersionConflictError(row["version"])
            _read(db, row, since=at_version)  # nothing is built on a damaged end
            return _write(db, row, change)

    def request(self, game: str, request_id: str) -> Line | None:
        """Find the line of a request, see `Journals.request`."""
        with self._file.reading() as db:
            return _request(db, head(db, game), request_id)

    def read(self, game: str, since: int = 0) -> list[Line]:
        """Read lines, see `Journals.read`."""
        with self._file.reading() as db:
            return _read(db, head(db, game), since)

    def latest(self, limit: int) -> list[Heading]:
        """List games, see `Journals.latest`."""
        with self._file.reading() as db:
            return [
                Heading(row["id"], moment(row["created"]), moment(row["changed"]), row["version"])
                for row in db.execute(_LATEST, (limit,))
            ]


def _write(db: Database, game: Row, change: Change) -> Line:
    row = {
        "version": game["version"] + 1,
        "at": stored(change.at),
        "body": change.body,
        "request_id": change.request_id,
        "fingerprint": change.fingerprint,
        "by": change.by,
    }
    seal = seal_line(game["id"], game["seal"], row)
    db.execute(_APPEND, row | {"game": game["number"], "seal": seal})
    db.execute(
        "UPDATE games SET version = ?, seal = ?, changed = ? WHERE number = ?",
        (row["version"], seal, row["at"], game["number"]),
    )
    return _line(row)


def _refuse_repeat(db: Database, game: Row, change: Change) -> None:
    if change.request_id is None:
        return
    line = _request(db, game, change.request_id)
    if line:
        raise (
            RepeatedRequestError if line.fingerprint == change.fingerprint else RequestIdTakenError
        )(line)


def _request(db: Database, game: Row, request_id: str) -> Line | None:
    sql = f"SELECT {WHOLE_VERSION} FROM lines WHERE game = ? AND request_id = ?"  # noqa: S608 - ours
    for row in db.execute(sql, (game["number"], request_id)):
        lines = _read(db, game, since=row["version"] - 1)
        if lines and lines[0].request_id == request_id:
            return lines[0]
        raise DamagedGameError(game["id"], _read(db, game, since=0))  # the index leads elsewhere
    return None


def _read(db: Database, game: Row, since: int) -> list[Line]:
    """Read the lines after a version and make sure that they lead to the end the game knows."""
    lines, end = _sound(db, game, min(max(since, 0), game["version"]))
    if end == (game["version"], game["seal"]):
        return lines
    raise DamagedGameError(game["id"], _sound(db, game, 0)[0])


def _sound(db: Database, game: Row, since: int) -> tuple[list[Line], tuple[int, bytes]]:
    """Read what is sound after a version, and the number and seal of the last line of it."""
    rows = _rows(db, game["number"], since)
    before = next(rows, None) if since else None
    lines, end = [], (since, before["seal"] if before else FIRST)
    for row in sound(game["id"], end[1], rows, since):
        lines.append(_line(row))
        end = (row["version"], row["seal"])
    return lines, end


def _rows(db: Database, number: int, since: int) -> Iterator[Row]:
    """Yield the lines from a version on, up to where the file itself is broken."""
    try:
        yield from db.execute(_FROM, (number, since))
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise


def _line(row: Row) -> Line:
    return Line(
        version=row["version"],
        at=moment(row["at"]),
        body=row["body"],
        request_id=row["request_id"],
        fingerprint=row["fingerprint"],
        by=row["by"],
    )
