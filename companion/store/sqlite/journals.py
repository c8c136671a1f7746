"""Journals in SQLite: lines appended to games, each with a checksum.

This is the hot path: every page finds a game, every save reads and appends to its journal. So it
is plain SQL through `execute()`. `rows_where()` and `insert()` look at the schema each time: they
take 19 us instead of 4 to find a game, 53 instead of 25 to read ten lines, 55 instead of 6 to
append one.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from sqlite_utils import Database

from companion.keys import new_key
from companion.store.checksums import Row
from companion.store.errors import DamagedGameError, GameExistsError, UnknownGameError
from companion.store.protocols import AccessKey, Change, Heading, Kind, Line
from companion.store.rows.games import game_row, heading_of, is_deleted
from companion.store.rows.lines import End, intact_lines, line_of, moved_end, next_rows
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import find_game, get_game, is_purged
from companion.store.sqlite.keys import insert_key

_READ = """SELECT version, at, body, request_id, fingerprint, lines."by", seal FROM lines
           WHERE game = ? AND version >= ? ORDER BY version"""

# As in games.py, a damaged version may be anything but a number.
_FIND_REQUEST = """SELECT ifnull(CAST(version AS INTEGER), 0) AS version FROM lines
                   WHERE game = ? AND request_id = ?"""

_APPEND = """INSERT INTO lines (game, version, at, body, request_id, fingerprint, "by", seal)
             VALUES (:game, :version, :at, :body, :request_id, :fingerprint, :by, :seal)"""

_MOVE_END = """UPDATE games SET version = :version, seal = :seal, changed = :changed,
               deleted = :deleted, heading = :heading WHERE number = :game"""


class SqliteJournals:
    """The `Journals` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        game = new_key()
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
        if changes:
            with self._file.writing() as db:
                _append(db, find_game(db, game), changes, at_version)

    def append(self, game: str, at_version: int, change: Change) -> Line:
        with self._file.writing() as db:
            return _append(db, find_game(db, game), [change], at_version)

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
    db.table("games").insert(game_row(game, changes[0]))
    _append(db, find_game(db, game), changes)


def _append(
    db: Database, game: Row, changes: Sequence[Change], at_version: int | None = None
) -> Line:
    """Append changes to a game, given as its row of `find_game`, and return the last as stored."""
    rows = next_rows(
        game, changes, lambda request_id: _find_request(db, game, request_id), at_version
    )
    read_lines(db, game, since=game["version"])  # a line is never appended to a damaged end
    for row in rows:
        db.execute(_APPEND, row | {"game": game["number"]})
    db.execute(_MOVE_END, moved_end(game, rows[-1]) | {"game": game["number"]})
    return line_of(rows[-1])


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


def _read_intact(db: Database, game: Row, since: int) -> tuple[list[Line], End]:
    """Return the intact lines after a version, and the end they lead to."""
    return intact_lines(game["id"], _rows(db, game["number"], since), since)


def _rows(db: Database, number: int, since: int) -> Iterator[Row]:
    """Yield the lines from a version on, up to where the file itself is broken."""
    try:
        yield from db.execute(_READ, (number, since))
    except sqlite3.DatabaseError as error:
        # What was read before the broken page is still good; `read_lines` sees that the end lacks.
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
