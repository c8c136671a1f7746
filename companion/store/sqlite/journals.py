"""Journals in SQLite: lines appended to games, each with a checksum.

This is the hot path: every page finds a game, every save reads and appends to its journal. So it
is plain SQL through `execute()`. `rows_where()` and `insert()` look at the schema each time: they
take 19 us instead of 4 to find a game, 53 instead of 25 to read ten lines, 55 instead of 6 to
append one.
"""

import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from sqlite_utils import Database

from companion.store.checksums import START, Row, intact_rows, line_checksum
from companion.store.errors import DamagedGameError, GameExistsError, UnknownGameError
from companion.store.preconditions import check_change, check_version
from companion.store.protocols import AccessKey, Change, Heading, Kind, Line
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import (
    find_game,
    get_game,
    heading_checksum,
    heading_of,
    is_deleted,
    is_purged,
    to_datetime,
    to_microseconds,
)
from companion.store.sqlite.keys import insert_key

_READ = """SELECT version, at, body, request_id, fingerprint, lines."by", seal FROM lines
           WHERE game = ? AND version >= ? ORDER BY version"""

# As in games.py, a damaged version may be anything but a number.
_FIND_REQUEST = """SELECT ifnull(CAST(version AS INTEGER), 0) AS version FROM lines
                   WHERE game = ? AND request_id = ?"""

_APPEND = """INSERT INTO lines (game, version, at, body, request_id, fingerprint, "by", seal)
             VALUES (:game, :version, :at, :body, :request_id, :fingerprint, :by, :seal)"""

# Whatever damage there was to when it was created or deleted ends here.
_MOVE_END = """UPDATE games SET version = :version, seal = :seal, changed = :at, deleted = NULL,
               heading = :heading WHERE number = :game"""


class SqliteJournals:
    """The `Journals` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        game = secrets.token_urlsafe(16)
        with self._file.writing() as db:
            _insert(db, game, (first, *more))
            for kind, table in keys:
                insert_key(db, find_game(db, game), kind, table)
        return game

    def revive(self, game: str, changes: Sequence[Change], keys: Iterable[AccessKey]) -> None:
        with self._file.writing() as db:
            if is_purged(db, game):
                raise UnknownGameError(game)
            row = get_game(db, game)
            if row:
                raise UnknownGameError(game) if is_deleted(row) else GameExistsError(game)
            _insert(db, game, changes)
            for key in keys:
                is_free = not list(db.table("doors").rows_where('"key" = ?', [key.key]))
                old = key.key if is_free else None
                insert_key(db, find_game(db, game), key.kind, key.table, old)

    def extend(self, game: str, at_version: int, changes: Sequence[Change]) -> None:
        with self._file.writing() as db:
            for version, change in enumerate(changes, start=at_version):
                _append(db, find_game(db, game), change, version)

    def append(self, game: str, at_version: int, change: Change) -> Line:
        with self._file.writing() as db:
            return _append(db, find_game(db, game), change, at_version)

    def request(self, game: str, request_id: str) -> Line | None:
        with self._file.reading() as db:
            return _find_request(db, find_game(db, game), request_id)

    def read(self, game: str, since: int = 0) -> list[Line]:
        with self._file.reading() as db:
            return read_lines(db, find_game(db, game), since)

    def latest(self, limit: int) -> list[Heading]:
        with self._file.reading() as db:
            games = db.table("games")
            latest = games.rows_where(
                "deleted IS NULL", order_by="changed DESC, number DESC", limit=limit
            )
            return [heading_of(row) for row in latest]


def _insert(db: Database, game: str, changes: Sequence[Change]) -> None:
    """Insert a game with its first lines."""
    at = to_microseconds(changes[0].at)
    # No line has version 0: the game is at it only until its first line is appended below.
    row = {"id": game, "version": 0, "seal": START, "created": at, "changed": at}
    row["heading"] = heading_checksum(game, at, at, None)
    db.table("games").insert(row)
    for change in changes:
        _append(db, find_game(db, game), change)


def _append(db: Database, game: Row, change: Change, at_version: int | None = None) -> Line:
    """Append a change to a game, given as its row of `find_game`, after all checks."""
    if change.request_id is not None:
        check_change(change, _find_request(db, game, change.request_id))
    if at_version is not None:
        check_version(at_version, game["version"])
        read_lines(db, game, since=at_version)  # a line is never appended to a damaged end
    row = {
        "game": game["number"],
        "version": game["version"] + 1,
        "at": to_microseconds(change.at),
        "body": change.body,
        "request_id": change.request_id,
        "fingerprint": change.fingerprint,
        "by": change.by,
    }
    row["seal"] = line_checksum(game["id"], game["seal"], row)
    db.execute(_APPEND, row)
    heading = heading_checksum(game["id"], game["created"], row["at"], None)
    db.execute(_MOVE_END, row | {"heading": heading})
    return _line(row)


def _find_request(db: Database, game: Row, request_id: str) -> Line | None:
    for row in db.execute(_FIND_REQUEST, (game["number"], request_id)):
        lines = read_lines(db, game, since=row["version"] - 1)
        # What the index leads to is believed only if the line itself, once checked, agrees.
        if lines and lines[0].request_id == request_id:
            return lines[0]
        # The index is damaged: it leads to another line.
        raise DamagedGameError(game["id"], read_lines(db, game, since=0))
    return None


def read_lines(db: Database, game: Row, since: int = 0) -> list[Line]:
    """Return the lines after a version, if they lead to the end that the game expects."""
    lines, end = _read_intact(db, game, min(max(since, 0), game["version"]))
    if end == (game["version"], game["seal"]):
        return lines
    raise DamagedGameError(game["id"], _read_intact(db, game, 0)[0])


def _read_intact(db: Database, game: Row, since: int) -> tuple[list[Line], tuple[int, bytes]]:
    """Return the intact lines after a version, and version and checksum of the last of them."""
    rows = _rows(db, game["number"], since)
    previous = next(rows, None) if since else None
    lines, end = [], (since, previous["seal"] if previous else START)
    for row in intact_rows(game["id"], end[1], rows, since):
        lines.append(_line(row))
        end = (row["version"], row["seal"])
    return lines, end


def _rows(db: Database, number: int, since: int) -> Iterator[Row]:
    """Yield the lines from a version on, up to where the file itself is broken."""
    try:
        yield from db.execute(_READ, (number, since))
    except sqlite3.DatabaseError as error:
        # What was read before the broken page is still good; `read_lines` sees that the end lacks.
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise


def _line(row: Row) -> Line:
    return Line(
        version=row["version"],
        at=to_datetime(row["at"]),
        body=row["body"],
        request_id=row["request_id"],
        fingerprint=row["fingerprint"],
        by=row["by"],
    )
