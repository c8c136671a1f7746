"""Starts the companion as people do, for the tests that need it running."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMPANION = (sys.executable, "-m", "companion")
SAID_FIRST = "Serving on "
INDEX = "questions.index"
# Where the first who makes the index of questions leaves it, which takes many seconds.
KEPT = ROOT / ".pytest_cache" / INDEX


@dataclass(frozen=True)
class Served:
    """A running server: where it answers, and its process to signal or read from."""

    url: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def say(self) -> str:
        """Wait for the next line it prints."""
        assert self.process.stdout
        return self.process.stdout.readline()


def give_index(data: Path) -> None:
    """Lay the index of questions into a data folder, where a server has left one."""
    if KEPT.is_file():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(KEPT, data / INDEX)


def surroundings(**variables: str) -> Mapping[str, str]:
    """Give this machine's environment without the settings its owner may have made.

    What Python has compiled for one process is kept for the others, whatever the owner says of it.
    """
    plain = {k: v for k, v in os.environ.items() if not k.startswith("COMPANION_")}
    plain.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**plain, "PYTHONUTF8": "1", **variables}


@contextmanager
def serving(*command: str, folder: Path = ROOT, **variables: str) -> Iterator[Served]:
    """Run a server until the block ends; it must say first where it is serving."""
    data = next((arg.removeprefix("--data=") for arg in command if arg.startswith("--data=")), None)
    if data:
        give_index(Path(data))
    with subprocess.Popen(
        command or COMPANION,
        cwd=folder,
        env=surroundings(**variables),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            assert said.startswith(SAID_FIRST), f"it said {said!r} and left with {process.wait()}"
            yield Served(said.removeprefix(SAID_FIRST).strip(), process)
        finally:
            process.terminate()
            if data and (made := Path(data) / INDEX).is_file():
                KEPT.parent.mkdir(exist_ok=True)
                replaced = KEPT.with_suffix(f".{os.getpid()}")
                shutil.copyfile(made, replaced)
                replaced.replace(KEPT)  # other processes run tests too


def told(command: Sequence[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and give what it said."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,  # a server that should not have started ends no other way
    )
