"""What drives a browser, whichever it is: the commands of W3C WebDriver."""

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

LONGEST = 30  # seconds for whatever is asked of a browser
# Ends a program and all that it has started, also where the tests were killed: the pipe closes.
GUARD = '"$@" & cat; kill -KILL 0'
T = TypeVar("T")


class DriverError(Exception):
    """The browser could not do it, or not now: the page may be leaving."""


def until(probe: Callable[[], T], what: Callable[[], str]) -> T:
    """Wait until it gives something true, and return that; `what` says what was waited for."""
    end = time.monotonic() + LONGEST
    while True:
        try:
            if given := probe():
                return given
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
    """Drives one phone."""

    @abstractmethod
    def do(self, command: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        """Carry out a command of WebDriver; raises DriverError."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this size, in pixels."""

    def run(self, script: str, *given: object) -> Any:  # noqa: ANN401 - any JSON
        """Run a script in the page, as the body of a function; a promise is waited for."""
        return self.do("ExecuteScript", script=script, args=[*given])


class Engine(ABC):
    """A browser that runs until `stack` is left, with `home` for all that it keeps."""

    name: str
    packages: tuple[str, ...]
    version = ""

    @abstractmethod
    def __init__(self, home: Path, stack: ExitStack) -> None: ...

    @classmethod
    @abstractmethod
    def is_here(cls) -> bool:
        """Return whether all that it takes is on this machine."""

    @classmethod
    def require(cls) -> None:
        """Skip the checks where the browser is not, and is not to be had."""
        if not cls.is_here() and CAN_FETCH:
            run_unasked(fetching(*cls.packages))
        if not cls.is_here():
            pytest.skip(f"no {cls.name} (Debian: apt-get install {' '.join(cls.packages)})")

    @abstractmethod
    def take(self, stack: ExitStack, *, scripts: bool) -> Driver:
        """Take a phone that shares nothing with the others, until `stack` is left."""
