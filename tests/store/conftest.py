"""A store of each engine, and a game in it."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.store.protocols import Store
from companion.store.sqlite import open_store
from tests.store.naive import naive_store
from tests.store.table import FIRST_KEYS, change

# An engine takes part in the contract by one line here: its name, and what opens an empty store.
ENGINES: Mapping[str, Callable[[Path], Store]] = {
    "sqlite": lambda folder: open_store(folder / "games.sqlite"),
    "naive": lambda _: naive_store(),
}


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Open an empty store of each engine in turn."""
    store = ENGINES[request.param](tmp_path)
    yield store
    store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Say where the one file of the embedded engine is."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def embedded(file: Path) -> Iterator[Store]:
    """Open an empty store in that file."""
    store = open_store(file)
    yield store
    store.close()


@pytest.fixture
def game(store: Store) -> str:
    """Start a game."""
    return store.journals.create(change("Ana, Bo and Cy sit down"), keys=FIRST_KEYS)
