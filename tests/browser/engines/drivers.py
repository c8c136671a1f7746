"""Abstract browser engine and page driver, with the commands of W3C WebDriver."""

import os
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.packages import CAN_INSTALL, install_command, run_noninteractive

TIMEOUT = 60  # seconds for any command of a browser
# Shell script: run a program, and kill it and its children once this process closes stdin.
GUARD = '"$@" & cat; kill -KILL 0'
T = TypeVar("T")


class DriverError(Exception):
    """A WebDriver command failed, perhaps because the page is being replaced by another."""


def until(probe: Callable[[], T], what: Callable[[], str]) -> T:
    """Call `probe` until its result is true, and return that; after TIMEOUT fail with `what()`."""
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
    """Run a program in a context, and kill it with its children when the context ends."""
    with subprocess.Popen(
        ["sh", "-c", GUARD, "sh", *command],
        env={**os.environ, **(around or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=shared,
        start_new_session=True,
    ):
        yield  # leaving the context closes stdin, and GUARD then kills the program


class Driver(ABC):
    """Remote control of one browser window, which plays a phone."""

    @abstractmethod
    def do(self, command: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        """Run a WebDriver command and return its value, or raise DriverError."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Resize the page's viewport to this size in CSS pixels."""

    def run(self, script: str, *given: object) -> Any:  # noqa: ANN401 - any JSON
        """Run JavaScript in the page as a function's body and return its (awaited) result."""
        return self.do("ExecuteScript", script=script, args=[*given])


class Engine(ABC):
    """Browser of one kind that runs until `stack` is closed, with its profile in `home`."""

    name: str
    packages: tuple[str, ...]
    version = ""

    @abstractmethod
    def __init__(self, home: Path, stack: ExitStack) -> None: ...

    @classmethod
    @abstractmethod
    def is_installed(cls) -> bool:
        """Return whether the programs of the engine are installed."""

    @classmethod
    def require(cls) -> None:
        """Install the engine if allowed, and skip the tests if it is missing then."""
        if not cls.is_installed() and CAN_INSTALL:
            run_noninteractive(install_command(*cls.packages))
        if not cls.is_installed():
            pytest.skip(f"no {cls.name} (Debian: apt-get install {' '.join(cls.packages)})")

    @abstractmethod
    def take(self, stack: ExitStack, *, scripts: bool) -> Driver:
        """Open a window with its own cookies and storage, to be closed with `stack`."""
