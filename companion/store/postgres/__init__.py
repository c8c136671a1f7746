"""The engine for several servers: all games in one PostgreSQL database."""

from companion.store.errors import StoreUnavailableError
from companion.store.protocols import Store


def open_store(url: str) -> Store:
    """Open the games of a database."""
    msg = f"there is no engine for {url.partition(':')[0]} yet"
    raise StoreUnavailableError(msg)
