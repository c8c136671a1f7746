"""Fixtures of web tests: an app that they share, and an app for one test alone.

The shared one is quicker. Each script that uses it has an address of its own, so that no test uses
up the rate limits of another.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.ui.registry import Registry
from tests.editions.house import HOUSE
from tests.postgres import stores_at
from tests.web.clock import Clock, timed
from tests.web.hall import Hall
from tests.web.paper import Paper
from tests.web.running import parts_of, running
from tests.web.script import Script

_NUMBERS = count(1)

StoreOf = Callable[[Path], str | None]
Run = Callable[..., Flask]


# shared by many tests


@pytest.fixture(scope="session")
def store_of(request: pytest.FixtureRequest) -> StoreOf:
    """Return a function from a folder to its store's address, as `--engine` requires."""
    if request.config.getoption("engine") == "sqlite":
        return lambda _: None
    return stores_at(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, store_of: StoreOf) -> Iterator[Flask]:
    """Run an app for many tests, which must not change its limits or its services."""
    folder = tmp_path_factory.mktemp("shared")
    with running(folder, store=store_of(folder)) as app:
        yield app


@pytest.fixture
def parts(shared: Flask) -> Registry:
    """Return the services of the shared app."""
    return parts_of(shared)


@pytest.fixture
def phone(shared: Flask) -> FlaskClient:
    """Return a new client of the shared app, for tests that start few games."""
    return shared.test_client()


@pytest.fixture
def new_script(shared: Flask) -> Callable[[], Script]:
    def new() -> Script:
        number = next(_NUMBERS)
        return Script(shared, f"198.18.{number >> 8}.{number & 255}")

    return new


@pytest.fixture
def script(new_script: Callable[[], Script]) -> Script:
    return new_script()


@pytest.fixture
def table(script: Script) -> Script:
    """Start a game of Ana, Bo and Cy with a Hello Kitty box."""
    return script.start()


@pytest.fixture
def played(table: Script) -> Script:
    """Play one round of that game."""
    table.round("Ana", Bo=7, Cy=8)
    return table


# of one test alone


@pytest.fixture
def run(tmp_path: Path, store_of: StoreOf) -> Iterator[Run]:
    """Return a function that runs apps with given settings, by default in one folder."""
    with ExitStack() as stack:

        def new(folder: str = "games", **settings: Any) -> Flask:  # noqa: ANN401 - see `running`
            settings = {"store": store_of(tmp_path / folder), **settings}
            return stack.enter_context(running(tmp_path / folder, **settings))

        yield new


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Write the file of a made-up box where this test's app looks for such files."""
    file = tmp_path / "games/boxes/house.toml"
    file.parent.mkdir(parents=True)
    file.write_text(HOUSE, encoding="utf-8")
    return file


@pytest.fixture
def app(run: Run) -> Flask:
    return run()


@pytest.fixture
def clock(app: Flask) -> Clock:
    """Make this test's app use a clock that the test advances."""
    clock = Clock()
    timed(app, clock)
    return clock


@pytest.fixture
def paper(app: Flask) -> Paper:
    return Paper(app.test_client())


@pytest.fixture
def hall(app: Flask) -> Hall:
    return Hall(app, "203.0.113.1")
