"""The engine for several servers, with all games in one PostgreSQL database.

Servers know nothing of each other, and the database holds nothing but the tables. So rows are
compared with what was read, or locked, before they are overwritten.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial

from companion.store.archives import Archive
from companion.store.postgres.connections import (
    HEALTH_PATIENCE,
    UNLIMITED,
    Connections,
    read_address,
)
from companion.store.postgres.database import PostgresDatabase
from companion.store.postgres.leases import Lease
from companion.store.postgres.migrations import check_not_newer, check_schema, migrate
from companion.store.store import Store

_EMPTY = "TRUNCATE games, lines, keys, counts, drafts, groups, places, televisions, purged"


def open_store(url: str) -> Store:
    """Open the games of a database, creating its tables if missing.

    Raises `NewerSchemaError`, `StoreUnavailableError`, and `NotSavedError` if the tables are
    missing and may not be created.
    """
    with ExitStack() as stack:
        server = stack.enter_context(_opened(url))

        def check() -> None:
            server.run(lambda db: db.rows("SELECT 1 FROM games LIMIT 1"), HEALTH_PATIENCE)

        return Store(server, check, stack.pop_all().close)


@contextmanager
def open_archive(url: str, *, is_source: bool, is_alone: bool) -> Iterator[Archive]:
    """Open a database as an archive until the block ends, without changing a source.

    With `is_alone`, no other process may have it open meanwhile. Raises `NewerSchemaError`,
    `NotSavedError` and `StoreUnavailableError`.
    """
    with _opened(url, is_source=is_source, is_alone=is_alone) as server:
        yield Archive(server.name, server)


@contextmanager
def _opened(url: str, *, is_source: bool = False, is_alone: bool = False) -> Iterator[Connections]:
    with closing(Connections(read_address(url))) as server:
        server.open()
        server.run(lambda db: (check_schema if is_source else migrate)(db, server.name))
        check = partial(check_not_newer, name=server.name)
        with closing(Lease(server, check, is_exclusive=is_alone)) as lease:
            lease.take()
            yield server


def refill(url: str, keep: Callable[[Archive], object], fill: Callable[[Archive], None]) -> None:
    """Back a database up with `keep` if it has games, then replace its content in one save."""
    with _opened(url, is_alone=True) as server:
        old = Archive(server.name, server)
        if old.games():
            keep(old)

        def work(db: PostgresDatabase) -> None:
            with db.transaction():
                db.write(UNLIMITED)
                db.write("SET LOCAL idle_in_transaction_session_timeout = 0")
                db.write(_EMPTY)
                fill(Archive(server.name, db))

        server.run(work)
