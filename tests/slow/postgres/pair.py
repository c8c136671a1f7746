"""A primary and a standby that has every round before it is acknowledged."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.postgres import Server, command, home, lay_out, require_binaries, started

STANDBY = "standby"


@dataclass(frozen=True)
class Pair:
    """Two servers of which the second may take over."""

    binaries: Path
    primary: Server
    standby: Server

    @property
    def url(self) -> str:
        """The address of both, of which the store finds the one that takes saves."""
        return f"postgresql://companion@/postgres?host={self.primary.folder},{self.standby.folder}"

    def kill_primary(self) -> None:
        """End the primary as a power cut does: all its processes at once, none says goodbye."""
        parent = self.primary.process.pid
        for pid in (parent, *_children(parent)):
            os.kill(pid, signal.SIGKILL)
        self.primary.process.wait()

    def promote(self) -> None:
        command(self.binaries / "pg_ctl", "promote", "-D", self.standby.folder / "data", "-s")


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    return [int(pid) for pid in listed.split()]


@contextmanager
def paired() -> Iterator[Pair]:
    """Run both until the block ends; from its begin on each save waits for the standby."""
    binaries = require_binaries()
    with ExitStack() as stack:
        first, second = (stack.enter_context(home()) for _ in range(2))
        lay_out(binaries, first)
        # Flushing is left to the system: the machine goes on when a process is killed.
        safe = {"fsync": "off", "wal_level": "replica", "hot_standby": "on"}
        primary = stack.enter_context(
            started(binaries, first, **safe, synchronous_standby_names=STANDBY)
        )
        copy = (binaries / "pg_basebackup", "-D", second / "data", "-c", "fast", "-R")
        command(*copy, "-d", f"host={first} user=companion application_name={STANDBY}")
        standby = stack.enter_context(started(binaries, second, **safe))
        _wait_for_standby(primary)
        yield Pair(binaries, primary, standby)


def _wait_for_standby(primary: Server) -> None:
    end = time.monotonic() + 60
    with psycopg.connect(primary.url(), autocommit=True) as connection:
        while time.monotonic() < end:
            state = connection.execute("SELECT sync_state FROM pg_stat_replication").fetchone()
            if state == ("sync",):
                return
            time.sleep(0.1)
    msg = "the standby does not follow"
    raise AssertionError(msg)
