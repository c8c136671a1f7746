"""The engine for several servers: all games in one PostgreSQL database.

Each call is one statement, or a short transaction, that is right while other servers write to the
same game: what is written over is compared with what was read, or locked first. Servers know
nothing of each other, and nothing is kept at the database but the tables.
"""

from contextlib import ExitStack

from companion.store.postgres.address import read_address
from companion.store.postgres.archive import open_archive, refill
from companion.store.postgres.connections import HEALTH_PATIENCE, Connections
from companion.store.postgres.drafts import PostgresDrafts
from companion.store.postgres.groups import PostgresGroups
from companion.store.postgres.journals import PostgresJournals
from companion.store.postgres.keys import PostgresKeys
from companion.store.postgres.leases import Lease
from companion.store.postgres.migrations import migrate
from companion.store.postgres.televisions import PostgresTelevisions
from companion.store.postgres.trash import PostgresTrash
from companion.store.protocols import Store

__all__ = ["open_archive", "open_store", "refill"]


def open_store(url: str) -> Store:
    """Open the games of a database, and lay out its tables where there are none.

    Raises `NewerSchemaError`, `StoreUnavailableError`, and `NotSavedError` where tables would have
    to be laid out and may not.
    """
    server = Connections(read_address(url))

    def check() -> None:
        server.run(lambda db: db.rows("SELECT FROM games LIMIT 1"), HEALTH_PATIENCE)

    with ExitStack() as stack:
        stack.callback(server.close)
        server.open()
        server.run(lambda db: migrate(db, server.name))
        lease = Lease(server)
        stack.callback(lease.close)
        lease.take()
        return Store(
            journals=PostgresJournals(server),
            keys=PostgresKeys(server),
            drafts=PostgresDrafts(server),
            groups=PostgresGroups(server),
            televisions=PostgresTelevisions(server),
            trash=PostgresTrash(server),
            check=check,
            close=stack.pop_all().close,
        )
