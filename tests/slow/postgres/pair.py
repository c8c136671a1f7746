"""PostgreSQL primary server with a synchronous standby, for Linux."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from tests.postgres import Server, command, create_cluster, require_binaries, server_folder, started

# Without fsync, as data written by a killed process is not lost while the machine runs.
SETTINGS = {"fsync": "off", "wal_level": "replica", "hot_standby": "on"}


class Pair:
    """Running primary and standby, with free folders for the standbys after failovers."""

    def __init__(self, binaries: Path, places: list[Path], stack: ExitStack) -> None:
        self._binaries = binaries
        self._free = list(places)
        self._stack = stack
        hosts = ",".join(map(str, places))
        self.url = f"postgresql://companion@/postgres?host={hosts}"
        """URL of all servers, of which the store finds the primary."""
        create_cluster(binaries, places[0])
        self.primary = self._start(self._free.pop(0))
        self.standby = self._follow()

    def _start(self, place: Path) -> Server:
        return self._stack.enter_context(started(self._binaries, place, **SETTINGS))

    def _follow(self) -> Server:
        """Start a standby of the primary, wait until replication is synchronous, and return it."""
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
            _wait_for(connection, "SELECT sync_state FROM pg_stat_replication", "sync")
        return standby

    def kill_primary(self) -> None:
        """Kill all processes of the primary with SIGKILL, like a power cut."""
        parent = self.primary.process.pid
        for pid in (parent, *_children(parent)):
            os.kill(pid, signal.SIGKILL)
        self.primary.process.wait()

    def promote(self) -> None:
        """Promote the standby, which becomes `primary`."""
        command(self._binaries / "pg_ctl", "promote", "-D", self.standby.folder / "data", "-s")
        self.primary = self.standby

    def replace_standby(self) -> None:
        """Start another standby of the current primary in the next free folder."""
        self.standby = self._follow()


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(pid) for pid in listed.split()]


def _wait_for(connection: psycopg.Connection, question: str, answer: str) -> None:
    end = time.monotonic() + 60
    while connection.execute(question.encode()).fetchone() != (answer,):
        assert time.monotonic() < end, f"the answer to {question} is never {answer}"
        time.sleep(0.1)


@contextmanager
def running_pair(failovers: int = 1) -> Iterator[Pair]:
    """Run primary and standby, with folders for `failovers` failovers, and yield them."""
    binaries = require_binaries()
    with ExitStack() as stack:
        places = [stack.enter_context(server_folder()) for _ in range(failovers + 1)]
        yield Pair(binaries, places, stack)
