"""Fixtures of Firefox and WebKit: one server, one process per engine, and phones in it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browser.engines.drivers import Engine
from tests.browser.engines.phone import Phone, Take
from tests.computer import Computer

pytest.register_assert_rewrite("tests.browser.engines.checks")


@pytest.fixture(scope="session")
def computer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computer]:
    """Yield a running server shared by all engines, and stop it at the end."""
    computer = Computer(tmp_path_factory.mktemp("served") / "data")
    yield computer
    computer.stop()


@pytest.fixture(scope="class")
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    kind: type[Engine] = request.cls.engine
    kind.require()
    with ExitStack() as stack:
        yield kind(tmp_path_factory.mktemp(kind.name), stack)


@pytest.fixture(scope="class")
def phone(engine: Engine, computer: Computer) -> Iterator[Phone]:
    """Yield one phone for all tests of an engine, each of which opens its own game on it."""
    with ExitStack() as stack:
        yield Phone(engine.take(stack, scripts=True), computer.url)


@pytest.fixture
def take(
    engine: Engine, computer: Computer, record_property: Callable[[str, object], None]
) -> Iterator[Take]:
    with ExitStack() as phones:

        def take(*, scripts: bool = True) -> Phone:
            return Phone(engine.take(phones, scripts=scripts), computer.url)

        yield take
        record_property("engine", f"{engine.name} {engine.version}")
