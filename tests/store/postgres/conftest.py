"""Fixtures for a PostgreSQL store and for direct access to its server."""

from collections.abc import Callable, Iterator

import pytest

from companion.store import urls
from companion.store.store import Store
from tests.postgres import EMPTY, Server

RunSql = Callable[[str], None]


@pytest.fixture
def url(postgres: Server) -> str:
    """Return the URL of a PostgreSQL store with empty tables."""
    urls.open_store(postgres.url()).close()
    postgres.run(EMPTY)
    return postgres.url()


@pytest.fixture
def open_store(url: str) -> Iterator[Callable[[], Store]]:
    """Return a function that opens the store as another server."""
    opened: list[Store] = []

    def open_() -> Store:
        opened.append(urls.open_store(url))
        return opened[-1]

    yield open_
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Callable[[], Store]) -> Store:
    return open_store()


@pytest.fixture
def run_sql(postgres: Server, url: str) -> RunSql:
    """Return a function that executes a statement on the database, bypassing the store."""
    assert url == postgres.url()
    return postgres.run
