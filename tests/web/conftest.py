"""Fixtures of web tests: an app that they share, and an app for one test alone.

The shared app is quicker. Each script that uses it has an IP address of its own, so that no test
uses up the rate limits of another.
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
from tests.editions.own_box import OWN_BOX_TOML
from tests.postgres import store_urls_at
from tests.web.clock import Clock, use_clock
from tests.web.hall import Hall
from tests.web.paper import Paper
from tests.web.running import registry_of, running
from tests.web.script import Script

_NUMBERS = count(1)

StoreOf = Callable[[Path], str | None]
Run = Callable[..., Flask]


# shared by many tests


@pytest.fixture(scope="session")
def store_of(request: pytest.FixtureRequest) -> StoreOf:
    """Return a function from a folder to its PostgreSQL address, or to None for SQLite."""
    if request.config.getoption("engine") == "sqlite":
        return lambda _: None
    return store_urls_at(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, store_of: StoreOf) -> Iterator[Flask]:
    """Yield an app shared by the session's tests, which must not change its limits or services."""
    folder = tmp_path_factory.mktemp("shared")
    with running(folder, store=store_of(folder)) as app:
        yield app


@pytest.fixture
def registry(shared: Flask) -> Registry:
    """Return the services and caches of the shared app."""
    return registry_of(shared)


@pytest.fixture
def phone(shared: Flask) -> FlaskClient:
    """Return a Flask test client of the shared app, for tests that start few games."""
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
    """Return a script that has started a game of Ana, Bo and Cy with a Hello Kitty box."""
    return script.start()


@pytest.fixture
def played(table: Script) -> Script:
    """Return the script of `table` after one round, which Ana won."""
    table.round("Ana", Bo=7, Cy=8)
    return table


# of one test alone


@pytest.fixture
def run(tmp_path: Path, store_of: StoreOf) -> Iterator[Run]:
    """Yield a function that runs apps until the test ends, by default in the folder `games`."""
    with ExitStack() as stack:

        def new(folder: str = "games", **settings: Any) -> Flask:  # noqa: ANN401 - see `running`
            settings = {"store": store_of(tmp_path / folder), **settings}
            return stack.enter_context(running(tmp_path / folder, **settings))

        yield new


@pytest.fixture
def own_box_file(tmp_path: Path) -> Path:
    """Write a made-up box's file into the boxes folder of this test's app, and return its path."""
    file = tmp_path / "games/boxes/house.toml"
    file.parent.mkdir(parents=True)
    file.write_text(OWN_BOX_TOML, encoding="utf-8")
    return file


@pytest.fixture
def app(run: Run) -> Flask:
    return run()


@pytest.fixture
def clock(app: Flask) -> Clock:
    """Return a clock that this test's app uses and the test advances."""
    clock = Clock()
    use_clock(app, clock)
    return clock


@pytest.fixture
def paper(app: Flask) -> Paper:
    return Paper(app.test_client())


@pytest.fixture
def hall(app: Flask) -> Hall:
    return Hall(app, "203.0.113.1")
