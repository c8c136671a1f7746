"""A PostgreSQL server for the tests, started from the installed binaries.

Each test process has its own server in a folder of its own, reached through a socket there, which
ends with the process. Its data is never flushed to the disk.
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

from tests.packages import CAN_INSTALL, IS_ROOT, install_command, run_noninteractive

TABLES = ("games", "keys", "groups", "televisions", "purged")  # deleting these empties the others
USER = "nobody" if IS_ROOT else None  # runs the server, as PostgreSQL does not start as root
BIN_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
EMPTY = "; ".join(f"DELETE FROM {table}" for table in TABLES)
"""SQL that empties a store, which is faster than creating one for each test."""

QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


@cache
def find_binaries() -> Path | None:
    """Return the folder of the newest PostgreSQL or None, installing it as root on Debian."""
    if sys.platform == "win32":
        return None
    if not _installed() and CAN_INSTALL:
        run_noninteractive(install_command("postgresql", options="--no-install-recommends"))
    return max(_installed(), default=None)


def _installed() -> list[Path]:
    found = [path for folder in BIN_FOLDERS for path in Path("/").glob(folder.removeprefix("/"))]
    found += [Path(each).resolve().parent for each in [shutil.which("initdb")] if each]
    return [path for path in found if (path / "initdb").exists() and (path / "postgres").exists()]


def require_binaries() -> Path:
    """Return the folder of PostgreSQL, or skip the test (in CI on Linux, fail it)."""
    binaries = find_binaries()
    if binaries is None:
        why = "there is no PostgreSQL on this machine; on Debian: apt-get install postgresql"
        if os.environ.get("CI") == "true" and sys.platform == "linux":
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    return binaries


@dataclass(frozen=True)
class Server:
    """A running PostgreSQL server, with its folder and its process."""

    folder: Path
    process: subprocess.Popen[bytes]

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://companion@/{database}?host={self.folder}"

    def run(self, sql: str, database: str = "postgres") -> None:
        """Execute a statement over a new connection, bypassing the store."""
        import psycopg  # noqa: PLC0415 - a machine without a server need not have it

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(sql)


def command(*words: str | Path) -> None:
    """Run a PostgreSQL program to its end as the server's user, or raise if it fails."""
    subprocess.run(words, user=USER, cwd="/", check=True, stdout=subprocess.DEVNULL)


@contextmanager
def server_folder() -> Iterator[Path]:
    """Create a folder owned by the server's user, with a path short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as name:
        if USER:
            shutil.chown(name, USER)
        yield Path(name)


def create_cluster(binaries: Path, folder: Path) -> None:
    """Create the data folder of a PostgreSQL server by `initdb`."""
    command(
        binaries / "initdb", "-D", folder / "data", "-U", "companion", "-A", "trust",
        "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions",
    )  # fmt: skip


@contextmanager
def started(
    binaries: Path, folder: Path, inside: Sequence[str] = (), **settings: str
) -> Iterator[Server]:
    """Run a server on the files in a folder until the block ends.

    `inside` is a command that runs it elsewhere (as the server's user).
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
    # The server would outlive killed tests, so this shell stops it when its stdin is closed, with
    # SIGQUIT: immediate shutdown without a flush, as the data is not needed afterwards.
    guard = subprocess.Popen(
        ["sh", "-c", "cat; kill -QUIT $0", str(process.pid)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        ready = [str(binaries / "pg_isready"), "-q", "-h", str(folder)]
        end = time.monotonic() + 60
        while subprocess.run(ready, check=False).returncode:
            output = (folder / "log").read_text(errors="replace")
            assert process.poll() is None, f"the server has ended: {output}"
            assert time.monotonic() < end, f"the server does not answer: {output}"
            time.sleep(0.02)
        yield Server(folder, process)
    finally:
        if process.poll() is not None:
            guard.kill()
        guard.communicate()
        process.wait()


@contextmanager
def serving(settings: Mapping[str, str] = QUICK) -> Iterator[Server]:
    """Run a PostgreSQL server with new, empty files until the block ends."""
    binaries = require_binaries()
    with server_folder() as folder:
        create_cluster(binaries, folder)
        with started(binaries, folder, **settings) as server:
            yield server


_SCHEMAS = count(1)


def store_urls_at(server: Server) -> Callable[[Path], str]:
    """Return a function that gives the URL of a folder's store, in a schema of its own."""
    schemas: dict[Path, str] = {}

    def store_of(folder: Path) -> str:
        if folder not in schemas:
            schemas[folder] = f"folder_{next(_SCHEMAS)}"
            server.run(f"CREATE SCHEMA {schemas[folder]}")
        return f"{server.url()}&options=-csearch_path%3D{schemas[folder]}"

    return store_of
