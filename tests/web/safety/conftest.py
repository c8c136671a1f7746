"""A companion that some tests share, and one that a test has for itself."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web.running import running
from tests.web.script import Script, after_a_round


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Run a companion; whoever uses it leaves its limits alone."""
    with running(tmp_path_factory.mktemp("safe")) as app:
        yield app


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Run companions with their own settings, by default over the same folder."""
    with ExitStack() as stack:

        def new(folder: str = "games", **settings: Any) -> Flask:  # noqa: ANN401 - see `running`
            return stack.enter_context(running(tmp_path / folder, **settings))

        yield new


@pytest.fixture
def own(run: Callable[..., Flask]) -> Flask:
    return run()


@pytest.fixture
def table(shared: Flask) -> Script:
    return after_a_round(shared)
