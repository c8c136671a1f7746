"""A database of games as a whole: read row by row, and filled the same way."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol, TypeVar

from companion.store.archives import (
    DRAFTS,
    GAME_COLUMNS,
    KEYS,
    LINES,
    OF_A_GAME,
    Archive,
    Part,
    StoredGame,
    checked,
)
from companion.store.checksums import Row
from companion.store.postgres.address import read_address
from companion.store.postgres.connections import Connections, Database
from companion.store.postgres.journals import request_digest
from companion.store.postgres.leases import Lease
from companion.store.postgres.migrations import check_schema, migrate
from companion.store.postgres.texts import from_bytes, to_bytes

T = TypeVar("T")

# A part has all its rows read at once, and a database may be large.
_PATIENTLY = "SET LOCAL statement_timeout = 0"
_TEXTS: Mapping[str, set[str]] = {
    LINES.name: {"body", "request_id", "fingerprint", "by"},
    DRAFTS.name: {"text", "by"},
    "groups": {"text"},
}
"""Columns in which texts stand as bytes, by the name of their table."""

_GAME = f"SELECT {', '.join(GAME_COLUMNS)} FROM games WHERE id = %s"
_INSERT_GAME = f"""INSERT INTO games ({", ".join(GAME_COLUMNS)})
                   VALUES ({", ".join(f"%({column})s" for column in GAME_COLUMNS)})"""
_COUNTS = """INSERT INTO counts (game, "table", count)
             SELECT game, "table", max(count) FROM drafts WHERE game = %s GROUP BY game, "table\""""
_TAKEN = 'SELECT FROM keys WHERE "key" = ANY(%s) LIMIT 1'
_EMPTY = "TRUNCATE games, lines, keys, counts, drafts, groups, places, televisions, purged"


class _Run(Protocol):
    def __call__(self, work: Callable[[Database], T]) -> T: ...


class PostgresArchive:
    """The `Archive` of one database."""

    def __init__(self, name: str, run: _Run, *, is_inside: bool = False) -> None:
        self.name = name
        self._run = run
        self._is_inside = is_inside  # of a transaction

    def games(self) -> list[str]:
        def work(db: Database) -> list[str]:
            with self._transaction(db):
                db.write(_PATIENTLY)
                return [game for (game,) in db.rows("SELECT id FROM games ORDER BY number")]

        return self._run(work)

    def read(self, game: str) -> StoredGame | None:
        def work(db: Database) -> StoredGame | None:
            with self._transaction(db):
                if not self._is_inside:
                    # One snapshot for all: people may be playing while a backup is made.
                    db.write("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                found = db.row(_GAME, [game])
                if found is None:
                    return None
                parts = {part.name: _rows(db, part, game) for part in OF_A_GAME}
            return checked(dict(zip(GAME_COLUMNS, found, strict=True)), parts)

        return self._run(work)

    def write(self, games: Sequence[StoredGame]) -> list[str]:
        def work(db: Database) -> list[str]:
            left_out = []
            with self._transaction(db):
                for game in games:
                    if db.row(f"{_GAME} AND seal = %s", [game.id, game.row["seal"]]):
                        continue  # saved by the last try, though no answer came
                    if db.row(_TAKEN, [[row["key"] for row in game.parts[KEYS.name]]]) is not None:
                        left_out.append(game.id)
                        continue
                    db.write(_INSERT_GAME, game.row)
                    for part in OF_A_GAME:
                        _insert(db, part, game.parts[part.name], game.id)
                    db.write(_COUNTS, [game.id])
            return left_out

        return self._run(work)

    def rows(self, part: Part) -> list[Mapping[str, Any]]:
        def work(db: Database) -> list[Mapping[str, Any]]:
            with self._transaction(db):
                db.write(_PATIENTLY)
                return _rows(db, part)

        return self._run(work)

    def insert(self, part: Part, rows: Iterable[Row]) -> None:
        new = list(rows)

        def work(db: Database) -> None:
            with self._transaction(db):
                _insert(db, part, new)

        self._run(work)

    def _transaction(self, db: Database) -> AbstractContextManager[None]:
        return nullcontext() if self._is_inside else db.transaction()


def _rows(db: Database, part: Part, game: str | None = None) -> list[Mapping[str, Any]]:
    """Return the rows of a part, of one game where its id is given."""
    named, texts = _named(part.columns), _TEXTS.get(part.name, set())
    where, values = ("", []) if game is None else ("WHERE game = %s", [game])
    found = db.rows(f'SELECT {named} FROM "{part.name}" {where} ORDER BY {named}', values)
    return [
        {
            column: from_bytes(value) if column in texts else value
            for column, value in zip(part.columns, row, strict=True)
        }
        for row in found
    ]


def _insert(db: Database, part: Part, rows: Sequence[Row], game: str | None = None) -> None:
    columns = part.columns if game is None else ("game", *part.columns)
    if part is LINES:
        columns = (*columns, "request")
    places = ", ".join(f"%({column})s" for column in columns)
    if not rows:
        return
    db.write_many(
        f'INSERT INTO "{part.name}" ({_named(columns)}) VALUES ({places}) ON CONFLICT DO NOTHING',
        (_values(part, row) | {"game": game} for row in rows),
    )


def _values(part: Part, row: Row) -> dict[str, Any]:
    texts = _TEXTS.get(part.name, set())
    values = {name: to_bytes(row[name]) if name in texts else row[name] for name in part.columns}
    return values | {"request": request_digest(row["request_id"])} if part is LINES else values


def _named(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


@contextmanager
def open_archive(url: str, *, is_source: bool, is_alone: bool) -> Iterator[Archive]:
    """Open a database as a whole, until the block ends; of what is a source only, nothing changes.

    `is_alone`: nobody may have it open meanwhile. Raises `NewerSchemaError`, `NotSavedError` and
    `StoreUnavailableError`.
    """
    with _opened(url, is_source=is_source, is_alone=is_alone) as server:
        yield PostgresArchive(server.name, server.run)


@contextmanager
def _opened(url: str, *, is_source: bool, is_alone: bool) -> Iterator[Connections]:
    server = Connections(read_address(url))
    server.open()
    try:
        server.run(
            lambda db: (check_schema if is_source else migrate)(db, server.name),
        )
        lease = Lease(server, is_exclusive=is_alone)
        lease.take()
        try:
            yield server
        finally:
            lease.close()
    finally:
        server.close()


def refill(url: str, keep: Callable[[Archive], object], fill: Callable[[Archive], None]) -> None:
    """Empty a database and fill it anew, all at once or not at all, while nobody has it open.

    Before that, what is in it is given to `keep`, unless there are no games.
    """
    with _opened(url, is_source=False, is_alone=True) as server:
        old = PostgresArchive(server.name, server.run)
        if old.games():
            keep(old)

        def work(db: Database) -> None:
            with db.transaction():
                db.write(_PATIENTLY)
                db.write("SET LOCAL idle_in_transaction_session_timeout = 0")
                db.write(_EMPTY)
                fill(PostgresArchive(server.name, lambda each: each(db), is_inside=True))

        server.run(work)
