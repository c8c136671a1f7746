"""Companion processes for tests."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMPANION = (sys.executable, "-m", "companion")
FIRST_OUTPUT = "Serving on "


@dataclass(frozen=True)
class Served:
    """A running server: its URL, and its process to signal or read from."""

    url: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def read_line(self) -> str:
        """Wait for the server's next line of output and return it."""
        assert self.process.stdout
        return self.process.stdout.readline()


def environment(**variables: str) -> Mapping[str, str]:
    """Return this machine's environment without settings of the companion.

    Bytecode is always cached, so that each process need not compile again.
    """
    plain = {k: v for k, v in os.environ.items() if not k.startswith("COMPANION_")}
    plain.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**plain, "PYTHONUTF8": "1", **variables}


@contextmanager
def serving(*command: str, folder: Path = ROOT, **variables: str) -> Iterator[Served]:
    """Run a server until the block ends, after waiting for its first line with its URL."""
    with subprocess.Popen(
        command or COMPANION,
        cwd=folder,
        env=environment(**variables),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            assert said.startswith(FIRST_OUTPUT), f"it said {said!r} and left with {process.wait()}"
            yield Served(said.removeprefix(FIRST_OUTPUT).strip(), process)
        finally:
            process.terminate()


def run_command(command: Sequence[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and return its status and output."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,  # seconds, which ends a server that should have failed to start
    )
