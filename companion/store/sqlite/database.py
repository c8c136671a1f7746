"""SQL statements over one SQLite file.

They use plain `execute()`, since every page finds a game and every save reads and appends to its
journal. `rows_where()` and `insert()` inspect the schema each time, so they take 19 us instead of 4
to find a game, 53 instead of 25 to read ten lines, and 55 instead of 6 to append one. `query()`
adds a savepoint to each statement.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, TypeVar

import sqlite_utils

from companion.store.checksums import Row
from companion.store.database import Database, has_names, insert_sql, quoted
from companion.store.rows.games import SELECTED, get_game
from companion.store.rows.lines import LINES
from companion.store.sqlite.connections import Connections

T = TypeVar("T")

# Rows refer to a game by its number, because its id would be repeated in every line. Locks are
# left out, since SQLite allows one writer at a time. Aggregated rows come in index order anyway.
_SQLITE_NAMES = {"games.ref": "games.number", "keys": "doors", "string_agg": "group_concat"}
_TO_REPLACE = re.compile(
    r"games\.ref\b|\bkeys\b|\bstring_agg\b| FOR (?:NO KEY )?UPDATE$|\s+ORDER BY games\.number(?=\))"
)

_LINES = f"""SELECT {quoted(LINES.columns)} FROM lines
             WHERE game = :ref AND version >= :since ORDER BY version"""
_END = f"""SELECT {SELECTED}, (SELECT lines.seal FROM lines
               WHERE lines.game = games.number AND lines.version = games.version) AS last_seal
           FROM games WHERE id = :game"""
# As in `games`, a damaged version may be of any type.
_KNOWN = """SELECT ifnull(CAST(version AS INTEGER), 0) AS version FROM lines
            WHERE game = :ref AND request_id = :request_id"""


class SqliteDatabase(Database):
    """The statements of one SQLite connection, which is the only writer in its transaction."""

    game_with_count = f"""SELECT {SELECTED}, ifnull((SELECT max(count) FROM drafts
                   WHERE drafts.game = games.number AND drafts."table" = :table), 0) AS count
               FROM games WHERE id = :game"""
    words = "SELECT name FROM _sqlite_migrations"
    record_word = """INSERT INTO _sqlite_migrations (migration_set, name, applied_at)
                     VALUES ('companion', :name, datetime()) ON CONFLICT DO NOTHING"""

    def __init__(self, db: sqlite_utils.Database) -> None:
        self._db = db

    def rows(self, sql: str, /, **values: object) -> Sequence[Row]:
        if not has_names(values):
            return []
        return self._db.execute(_adapted(sql), values).fetchall()

    def write(self, sql: str, /, **values: object) -> int:
        return self._db.execute(_adapted(sql), values).rowcount

    def insert(self, table: str, rows: Sequence[Row]) -> int:
        if not rows:
            return 0
        sql = _adapted(insert_sql(table, tuple(rows[0])))
        return self._db.conn.executemany(sql, rows).rowcount

    def journal(self, game: str, since: int) -> tuple[Row | None, Sequence[Row]]:
        with self._snapshot():
            row = get_game(self, game)
            if row is None:
                return None, []
            lines: list[Row] = []
            asked = {"ref": row["ref"], "since": min(max(since, 0), row["version"])}
            try:
                lines.extend(self._db.execute(_LINES, asked))
            except sqlite3.DatabaseError as error:
                # Lines before a broken page of the file are still good, and the caller notices the
                # missing end.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                    raise
            return row, lines

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Let the block read from one snapshot, by a savepoint that also works in a transaction."""
        self._db.execute("SAVEPOINT moment")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):  # must not hide an error of the block
                self._db.execute("RELEASE moment")

    def end(self, game: str, request_ids: Sequence[str]) -> Row | None:
        row = self.row(_END, game=game)
        if row is None:
            return None
        wanted = ({"ref": row["ref"], "request_id": each} for each in request_ids)
        known = [found["version"] for each in wanted for found in self._db.execute(_KNOWN, each)]
        return {**row, "known": known}

    def append(self, game: Row, new_end: Row, lines: Sequence[Row]) -> bool:
        self.update("games", game, new_end, seal="heading")
        return bool(self.insert("lines", [{"game": game["ref"], **line} for line in lines]))

    def put_drafts(self, drafts: Sequence[dict[str, Any]]) -> None:
        # Not `upsert()`, which first creates a table to see what SQLite can do. If that fails (on a
        # full or read-only disk), it returns without an error and without the row.
        self._db.table("drafts").insert_all(drafts, replace=True)


class SqliteEngine:
    """An `Engine` over one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def reading(self, work: Callable[[Database], T]) -> T:
        with self._file.autocommit() as db:
            return work(SqliteDatabase(db))

    def snapshot(self, work: Callable[[Database], T]) -> T:
        with self._file.reading() as db:
            return work(SqliteDatabase(db))

    def writing(self, work: Callable[[Database], T], *, is_single: bool = False) -> T:
        del is_single
        with self._file.writing() as db:
            return work(SqliteDatabase(db))


@cache
def _adapted(sql: str) -> str:
    return _TO_REPLACE.sub(lambda found: _SQLITE_NAMES.get(found[0], ""), sql)
