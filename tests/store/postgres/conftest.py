"""A store at a server of the tests, and the server behind its back."""

from collections.abc import Callable, Iterator

import pytest

from companion.store import urls
from companion.store.store import Store
from tests.postgres import EMPTY, Server

Behind = Callable[[str], None]


@pytest.fixture
def url(postgres: Server) -> str:
    """Return the address of an empty store."""
    urls.open_store(postgres.url()).close()
    postgres.run(EMPTY)
    return postgres.url()


@pytest.fixture
def open_store(url: str) -> Iterator[Callable[[], Store]]:
    """Return what opens that store as one more server does."""
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
def behind(postgres: Server, url: str) -> Behind:
    """Return what carries out a statement that the store knows nothing of."""
    assert url == postgres.url()
    return postgres.run
