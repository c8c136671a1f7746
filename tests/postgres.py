"""A PostgreSQL server for the tests, from the binaries that are installed.

It belongs to the process that needs it: a folder of its own, asked through a socket in it, and
gone when the process ends. What it holds is never flushed to the disk.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from tests.packages import CAN_FETCH, IS_ROOT, fetching, run_unasked

TABLES = ("games", "keys", "groups", "televisions", "purged")  # and all that refers to them
USER = "nobody" if IS_ROOT else None  # for root it does not start
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
EMPTY = "; ".join(f"DELETE FROM {table}" for table in TABLES)
"""Removes everything from a store, which is quicker than to lay one out for each test."""

QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


@cache
def find_binaries() -> Path | None:
    """Find the newest PostgreSQL of this machine; as root on Debian it is fetched if need be."""
    if sys.platform == "win32":
        return None
    if not _installed() and CAN_FETCH:
        run_unasked(fetching("postgresql", options="--no-install-recommends"))
    return max(_installed(), default=None)


def _installed() -> list[Path]:
    found = [path for place in PLACES for path in Path("/").glob(place.removeprefix("/"))]
    found += [Path(each).resolve().parent for each in [shutil.which("initdb")] if each]
    return [path for path in found if (path / "initdb").exists() and (path / "postgres").exists()]


def require_binaries() -> Path:
    """Return where PostgreSQL is; without it the test is skipped, in CI on Linux it fails."""
    binaries = find_binaries()
    if binaries is None:
        why = "there is no PostgreSQL on this machine; on Debian: apt-get install postgresql"
        if os.environ.get("CI") == "true" and sys.platform == "linux":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    return binaries


@dataclass(frozen=True)
class Server:
    """A running server: its folder, and its process to signal."""

    folder: Path
    process: subprocess.Popen[bytes]

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://companion@/{database}?host={self.folder}"

    def run(self, sql: str, database: str = "postgres") -> None:
        """Carry out a statement behind the store's back."""
        import psycopg  # noqa: PLC0415 - a machine without a server need not have it

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(sql)


def command(*words: str | Path) -> None:
    """Run one of the binaries to its end, as the user that the server belongs to."""
    subprocess.run(words, user=USER, cwd="/", check=True, stdout=subprocess.DEVNULL)


@contextmanager
def home() -> Iterator[Path]:
    """Make a folder that belongs to the user of the server; short, for the socket is in it."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as name:
        if USER:
            shutil.chown(name, USER)
        yield Path(name)


def lay_out(binaries: Path, folder: Path) -> None:
    """Lay out the files of a server."""
    command(
        binaries / "initdb", "-D", folder / "data", "-U", "companion", "-A", "trust",
        "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions",
    )  # fmt: skip


@contextmanager
def started(
    binaries: Path, folder: Path, inside: Sequence[str] = (), **settings: str
) -> Iterator[Server]:
    """Run a server over the files in a folder, until the block ends.

    `inside`: what runs it somewhere else, as the user it belongs to.
    """
    chosen: Mapping[str, str] = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "shared_buffers": "16MB",
        "max_connections": "200",
        "autovacuum": "off",
        "log_min_messages": "fatal",
        **settings,
    }
    options = [f"--{name}={value}" for name, value in chosen.items()]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [*inside, binaries / "postgres", "-D", folder / "data", *options],
            user=None if inside else USER,
            cwd="/",
            stdout=log,
            stderr=log,
        )
    # It would outlive tests that are killed; this ends it when the pipe to it is closed.
    guard = subprocess.Popen(
        ["sh", "-c", "cat; kill -QUIT $0", str(process.pid)],  # at once: nothing in it is wanted
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        ready = [str(binaries / "pg_isready"), "-q", "-h", str(folder)]
        end = time.monotonic() + 60
        while subprocess.run(ready, check=False).returncode:
            said = (folder / "log").read_text(errors="replace")
            assert process.poll() is None, f"the server has ended: {said}"
            assert time.monotonic() < end, f"the server does not answer: {said}"
            time.sleep(0.02)
        yield Server(folder, process)
    finally:
        if process.poll() is not None:
            guard.kill()
        guard.communicate()
        process.wait()


@contextmanager
def serving() -> Iterator[Server]:
    """Run a fresh server until the block ends."""
    binaries = require_binaries()
    with home() as folder:
        lay_out(binaries, folder)
        with started(binaries, folder, **QUICK) as server:
            yield server


_SCHEMAS = count(1)


def stores_at(server: Server) -> Callable[[Path], str]:
    """Return what says where the games of a folder are: in a schema of their own, made at once."""
    schemas: dict[Path, str] = {}

    def store_of(folder: Path) -> str:
        if folder not in schemas:
            schemas[folder] = f"folder_{next(_SCHEMAS)}"
            server.run(f"CREATE SCHEMA {schemas[folder]}")
        return f"{server.url()}&options=-csearch_path%3D{schemas[folder]}"

    return store_of
