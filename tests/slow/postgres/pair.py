"""A primary and a standby that has every round before it is acknowledged; for Linux."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from tests.postgres import Server, command, home, lay_out, require_binaries, started

# Flushing is left to the system: the machine goes on when a process is killed.
SETTINGS = {"fsync": "off", "wal_level": "replica", "hot_standby": "on"}


class Pair:
    """Two servers of which the second may take over, and places for those that follow them."""

    def __init__(self, binaries: Path, places: list[Path], stack: ExitStack) -> None:
        self._binaries = binaries
        self._free = list(places)
        self._stack = stack
        hosts = ",".join(map(str, places))
        self.url = f"postgresql://companion@/postgres?host={hosts}"
        """The address of all, of which the store finds the one that takes saves."""
        lay_out(binaries, places[0])
        self.primary = self._start(self._free.pop(0))
        self.standby = self._follow()

    def _start(self, place: Path) -> Server:
        return self._stack.enter_context(started(self._binaries, place, **SETTINGS))

    def _follow(self) -> Server:
        """Start a standby; when it has caught up, each save waits for it."""
        place = self._free.pop(0)
        copy = ("-D", place / "data", "-c", "fast", "-R")
        command(
            *(self._binaries / "pg_basebackup", *copy),
            *("-d", f"host={self.primary.folder} user=companion"),
        )
        standby = self._start(place)
        with psycopg.connect(self.primary.url(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
            _wait(connection, "SELECT sync_state FROM pg_stat_replication", "sync")
        return standby

    def kill_primary(self) -> None:
        """End the primary as a power cut does: all its processes at once, none says goodbye."""
        parent = self.primary.process.pid
        for pid in (parent, *_children(parent)):
            os.kill(pid, signal.SIGKILL)
        self.primary.process.wait()

    def promote(self) -> None:
        """Have the standby take over."""
        command(self._binaries / "pg_ctl", "promote", "-D", self.standby.folder / "data", "-s")
        self.primary = self.standby

    def replace_standby(self) -> None:
        """Have another standby follow the one that has taken over."""
        self.standby = self._follow()


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(pid) for pid in listed.split()]


def _wait(connection: psycopg.Connection, question: str, answer: str) -> None:
    end = time.monotonic() + 60
    while connection.execute(question.encode()).fetchone() != (answer,):
        assert time.monotonic() < end, f"the answer to {question} is never {answer}"
        time.sleep(0.1)


@contextmanager
def paired(failovers: int = 1) -> Iterator[Pair]:
    """Run both until the block ends, with places for as many failovers."""
    binaries = require_binaries()
    with ExitStack() as stack:
        places = [stack.enter_context(home()) for _ in range(failovers + 1)]
        yield Pair(binaries, places, stack)
