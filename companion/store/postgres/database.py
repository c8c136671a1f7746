"""SQL statements over one PostgreSQL server, with those of the hot path written by hand.

A save takes two round trips. One reads the end of a game, the other appends only to that end. Eight
tables that save at once would take several times as long if a transaction locked what it has read,
or had to be repeated because of what others read.

Texts are stored as UTF-8 bytes, since PostgreSQL's own text type cannot hold all characters (such
as zero). A request id, which may be long, is looked up by its digest.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any

import psycopg

from companion.store.checksums import Row, checksum
from companion.store.database import TEXTS, Database, OvertakenError, has_names, insert_sql
from companion.store.rows.drafts import DRAFTS
from companion.store.rows.games import SELECTED, TIMES
from companion.store.rows.lines import LINES

_VALUE = re.compile(r"(?<!:):([a-z_]+)")

# One statement for game and lines, since a save between two statements would look like damage.
_JOURNAL = f"""SELECT {TIMES}, games.version AS last_version, games.seal AS last_seal,
                      {", ".join(f'lines."{column}"' for column in LINES.columns)}
               FROM games LEFT JOIN lines ON lines.game = games.id
                    AND lines.version >= least(greatest(:since, 0), games.version)
               WHERE games.id = :game ORDER BY lines.version"""

_END = f"""SELECT {SELECTED}, lines.seal AS last_seal,
                  ARRAY(SELECT version FROM lines
                        WHERE game = :game AND request = ANY(:requests)) AS known
           FROM games LEFT JOIN lines ON lines.game = games.id AND lines.version = games.version
           WHERE games.id = :game"""

_APPEND = """WITH game AS (
                 UPDATE games SET version = :version, seal = :seal, changed = :changed,
                                  deleted = :deleted, heading = :heading
                 WHERE id = :id AND version = :old_version AND seal = :old_seal
                       AND heading = :old_heading
                 RETURNING id)
             INSERT INTO lines (game, version, at, body, request_id, fingerprint, "by", seal,
                                request)
             SELECT game.id, line.* FROM game, unnest(
                 :versions::integer[], :ats::bigint[], :bodys::bytea[], :request_ids::bytea[],
                 :fingerprints::bytea[], :bys::bytea[], :seals::bytea[], :requests::bytea[])
                 AS line"""


_PUT_DRAFTS = """WITH counted AS (
                     INSERT INTO counts AS old (game, "table", count)
                     VALUES (:game, :table, :count)
                     ON CONFLICT (game, "table") DO UPDATE SET count = excluded.count
                         WHERE old.count = excluded.count - 1
                     RETURNING game)
                 INSERT INTO drafts (game, "table", seat, round, text, "by", count, seal)
                 SELECT counted.game, hand.*
                 FROM counted, unnest(:tables::integer[], :seats::integer[], :rounds::integer[],
                                      :texts::bytea[], :bys::bytea[], :counts::integer[],
                                      :seals::bytea[]) AS hand
                 ON CONFLICT (game, "table", seat) DO UPDATE
                 SET round = excluded.round, text = excluded.text, "by" = excluded."by",
                     count = excluded.count, seal = excluded.seal"""

_COUNT = """INSERT INTO counts (game, "table", count) VALUES (:game, :table, :count)
            ON CONFLICT (game, "table") DO UPDATE
            SET count = greatest(counts.count, excluded.count)"""


class PostgresDatabase(Database):
    """The statements of one PostgreSQL connection, each saved at once outside a transaction."""

    game_with_count = f"""SELECT {SELECTED}, coalesce(counts.count, 0) AS count
               FROM games LEFT JOIN counts ON counts.game = games.id AND counts."table" = :table
               WHERE games.id = :game"""
    words = "SELECT name FROM companion_migrations"
    record_word = "INSERT INTO companion_migrations (name) VALUES (:name) ON CONFLICT DO NOTHING"

    def __init__(self, connection: psycopg.Connection[dict[str, Any]]) -> None:
        self.connection = connection

    def rows(self, sql: str, /, **values: object) -> Sequence[Row]:
        if not has_names(values):
            return []
        found = self.connection.execute(_adapted(sql), _stored(values), binary=True).fetchall()
        texts = TEXTS.intersection(found[0]) if found else ()
        for row in found:
            for name in texts:
                if row[name] is not None:
                    # Damaged text must be readable too, so that its checksum can be compared.
                    row[name] = row[name].decode(errors="surrogateescape")
        return found

    def write(self, sql: str, /, **values: object) -> int:
        return self.connection.execute(_adapted(sql), _stored(values)).rowcount

    def insert(self, table: str, rows: Sequence[Row]) -> int:
        if table == "lines":
            rows = [{**row, "request": request_digest(row["request_id"])} for row in rows]
        count = self._insert(insert_sql(table, tuple(rows[0])), rows) if rows else 0
        if table == "drafts":
            self._insert(_COUNT, rows)
        return count

    def _insert(self, sql: str, rows: Sequence[Row]) -> int:
        """Execute one statement for many rows in a batch, and return the number of rows written."""
        with self.connection.cursor() as cursor:
            cursor.executemany(_adapted(sql), map(_stored, rows))
            return cursor.rowcount

    def transaction(self) -> AbstractContextManager[object]:
        return self.connection.transaction()

    def journal(self, game: str, since: int) -> tuple[Row | None, Sequence[Row]]:
        found = self.rows(_JOURNAL, game=game, since=since)
        if not found:
            return None, []
        end = {"version": found[0]["last_version"], "seal": found[0]["last_seal"]}
        return {**found[0], **end}, found

    def end(self, game: str, request_ids: Sequence[str]) -> Row | None:
        return self.row(_END, game=game, requests=[request_digest(each) for each in request_ids])

    def append(self, game: Row, new_end: Row, lines: Sequence[Row]) -> bool:
        old = {f"old_{column}": game[column] for column in ("version", "seal", "heading")}
        new = _arrays(LINES.columns, lines)
        new["requests"] = [request_digest(line["request_id"]) for line in lines]
        return bool(self.write(_APPEND, **new_end, **old, **new, id=game["id"]))

    def put_drafts(self, drafts: Sequence[dict[str, Any]]) -> None:
        alike = {name: drafts[0][name] for name in ("game", "table", "count")}
        if not self.write(_PUT_DRAFTS, **alike, **_arrays(DRAFTS.columns, drafts)):
            raise OvertakenError


def request_digest(request_id: str | None) -> bytes | None:
    """Return the digest of a request id, or raise ValueError for a lone surrogate."""
    return None if request_id is None else checksum("request", request_id.encode())


def _stored(values: Row) -> Mapping[str, Any]:
    """Return values with texts as UTF-8 bytes, or raise ValueError for a lone surrogate."""
    return {
        name: value.encode() if isinstance(value, str) and name in TEXTS else value
        for name, value in values.items()
    }


def _arrays(columns: Iterable[str], rows: Sequence[Row]) -> dict[str, list[Any]]:
    stored = [_stored(row) for row in rows]
    return {f"{column}s": [row[column] for row in stored] for column in columns}


@cache
def _adapted(sql: str) -> str:
    """Return a statement in PostgreSQL's syntax, where rows refer to a game by its id."""
    return _VALUE.sub(r"%(\1)s", sql.replace("games.ref", "games.id"))
