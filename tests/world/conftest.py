"""Factories of simulated worlds for each database engine."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp

import pytest
from flask import Flask

from companion.config import SQLITE
from companion.store.urls import open_store
from tests.postgres import EMPTY, Server
from tests.web.running import running
from tests.world.world import Disk, World

SECRET = "one secret for all of our servers"
NewWorld = Callable[[int], World]


@pytest.fixture(scope="session")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Flask]]:
    """Create two applications, which get new stores and caches in each simulated world."""
    with ExitStack() as stack:
        one, two = (
            stack.enter_context(running(tmp_path_factory.mktemp(name), secret=SECRET))
            for name in ("one", "two")
        )
        yield one, two


@pytest.fixture
def new_world(apps: tuple[Flask, Flask], tmp_path: Path) -> NewWorld:
    """Return a factory of simulated worlds that store their games in a SQLite file."""

    def new(seed: int) -> World:
        folder = Path(mkdtemp(dir=tmp_path))
        file = folder / "companion.sqlite"
        return World(seed, apps, Disk(f"{SQLITE}{file}", folder, file.unlink))

    return new


@pytest.fixture
def new_world_at_server(apps: tuple[Flask, Flask], postgres: Server, tmp_path: Path) -> NewWorld:
    """Return a factory of simulated worlds that store their games in PostgreSQL."""

    def new(seed: int) -> World:
        open_store(postgres.url()).close()
        postgres.run(EMPTY)
        disk = Disk(postgres.url(), Path(mkdtemp(dir=tmp_path)), lambda: postgres.run(EMPTY))
        return World(seed, apps, disk)

    return new
