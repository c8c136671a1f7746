"""One companion for all scripts, each with an address and games of its own."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from flask import Flask

from tests.web.running import running
from tests.web.script import Script

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with running(tmp_path_factory.mktemp("games")) as app:
        yield app


@pytest.fixture
def new_script(app: Flask) -> Callable[[], Script]:
    def new() -> Script:
        number = next(_NUMBERS)
        return Script(app, f"198.18.{number >> 8}.{number & 255}")

    return new


@pytest.fixture
def script(new_script: Callable[[], Script]) -> Script:
    return new_script()


@pytest.fixture
def table(script: Script) -> Script:
    """Sit Ana, Bo and Cy down with a Hello Kitty box, nothing played yet."""
    return script.start()
