"""Which engine keeps the games: the only place that chooses one, by the URL of the store."""

from collections.abc import Callable
from pathlib import Path

from companion.config import SQLITE
from companion.store import sqlite
from companion.store.errors import StoreUnavailableError
from companion.store.protocols import Store

POSTGRESQL = ("postgresql://", "postgres://")

NEEDS_EXTRA = (
    "a store at a PostgreSQL server needs what `pip install 'table-companion[postgres]'` installs"
)


def open_store(url: str, before_migration: Callable[[str], None] = lambda _: None) -> Store:
    """Open the store at a URL: `sqlite:///PATH` is a file of games, `postgresql://…` a server.

    `before_migration` is called before a file with games is changed; a server has backups of its
    own. Raises what the engine's own `open_store` does.
    """
    if url.startswith(POSTGRESQL):
        try:
            # Not above: whoever keeps the games in a file need not have the library.
            from companion.store import postgres  # noqa: PLC0415
        except ImportError as error:
            raise StoreUnavailableError(NEEDS_EXTRA) from error
        return postgres.open_store(url)
    if url.startswith(SQLITE):
        return sqlite.open_store(Path(url.removeprefix(SQLITE)), before_migration)
    # Not quoted: there may be a password in it.
    msg = f"a store is {SQLITE}PATH or {POSTGRESQL[0]}USER:PASSWORD@HOST/DATABASE"
    raise StoreUnavailableError(msg)
