"""Interface of a driven browser, with the commands of W3C WebDriver."""

import os
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.packages import CAN_FETCH, fetching, run_unasked

TIMEOUT = 30  # seconds for any command of a browser
# Kills a program and its children when the pipe closes, even if the tests were killed.
GUARD = '"$@" & cat; kill -KILL 0'
T = TypeVar("T")


class DriverError(Exception):
    """A command failed, perhaps because the page is being left."""


def until(probe: Callable[[], T], what: Callable[[], str]) -> T:
    """Wait until the probe returns something true and return it; `what` describes it."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            if value := probe():
                return value
            trouble = ""
        except DriverError as error:
            trouble = f" ({error})"
        assert time.monotonic() < end, what() + trouble
        time.sleep(0.01)


@contextmanager
def running(
    *command: str, around: Mapping[str, str] | None = None, shared: Sequence[int] = ()
) -> Iterator[None]:
    """Run a program until the block ends."""
    with subprocess.Popen(
        ["sh", "-c", GUARD, "sh", *command],
        env={**os.environ, **(around or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=shared,
        start_new_session=True,
    ):
        yield  # leaving it closes the pipe


class Driver(ABC):
    """Driver of one phone."""

    @abstractmethod
    def do(self, command: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        """Run a WebDriver command; raises DriverError."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Resize the page to this size in pixels."""

    def run(self, script: str, *given: object) -> Any:  # noqa: ANN401 - any JSON
        """Run a script in the page as a function body and return its (awaited) result."""
        return self.do("ExecuteScript", script=script, args=[*given])


class Engine(ABC):
    """A browser that runs until `stack` is closed, with its files in `home`."""

    name: str
    packages: tuple[str, ...]
    version = ""

    @abstractmethod
    def __init__(self, home: Path, stack: ExitStack) -> None: ...

    @classmethod
    @abstractmethod
    def is_here(cls) -> bool:
        """Return whether the engine is installed."""

    @classmethod
    def require(cls) -> None:
        """Skip the checks if the engine is not installed and cannot be."""
        if not cls.is_here() and CAN_FETCH:
            run_unasked(fetching(*cls.packages))
        if not cls.is_here():
            pytest.skip(f"no {cls.name} (Debian: apt-get install {' '.join(cls.packages)})")

    @abstractmethod
    def take(self, stack: ExitStack, *, scripts: bool) -> Driver:
        """Return a phone that shares nothing with others, until `stack` is closed."""
