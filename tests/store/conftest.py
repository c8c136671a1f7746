"""Fixtures for a store of each engine and a game in it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from companion.store import urls
from companion.store.sqlite import open_store
from companion.store.store import Store
from tests.postgres import EMPTY, Server
from tests.store.table import FIRST_KEYS, change

_NUMBERS = count()


def _sqlite(request: pytest.FixtureRequest) -> Store:
    folder = request.getfixturevalue("tmp_path_factory").mktemp("store")
    return open_store(folder / "games.sqlite")


def _postgres(request: pytest.FixtureRequest) -> Store:
    server: Server = request.getfixturevalue("postgres")
    store = urls.open_store(server.url())
    server.run(EMPTY)
    return store


# Each engine runs the contract tests by one line here, with a function that opens an empty store.
ENGINES: Mapping[str, Callable[[pytest.FixtureRequest], Store]] = {
    "sqlite": _sqlite,
    "postgres": _postgres,
}


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """Open an empty store of each engine in turn."""
    store = ENGINES[request.param](request)
    yield store
    store.close()


@pytest.fixture(params=ENGINES)
def open_empty(request: pytest.FixtureRequest) -> Callable[[], Store]:
    """Return a function that opens an empty store, for each engine in turn."""
    return partial(ENGINES[request.param], request)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of a SQLite file of games, not yet created."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def sqlite_store(file: Path) -> Iterator[Store]:
    """Open an empty SQLite store in `file`."""
    store = open_store(file)
    yield store
    store.close()


@pytest.fixture
def game(store: Store) -> str:
    return store.journals.create(change("sit down"), keys=FIRST_KEYS)


@pytest.fixture
def url_of(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str, str], str]:
    """Return a function that gives the URL of a new store by engine and name."""

    def make_url(engine: str, name: str) -> str:
        if engine == "sqlite":
            return f"sqlite:///{tmp_path / name / 'games.sqlite'}"
        server: Server = request.getfixturevalue("postgres")
        database = f"{name}_{next(_NUMBERS)}"
        server.run(f"CREATE DATABASE {database}")
        return server.url(database)

    return make_url
