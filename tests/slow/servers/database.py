"""PostgreSQL server that flushes to the disk as in production, for load tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.postgres import Server, home, lay_out, require_binaries, started


@contextmanager
def database() -> Iterator[Server]:
    """Run a PostgreSQL server with an empty database until the context ends, and yield it."""
    binaries = require_binaries()
    with home() as folder:
        lay_out(binaries, folder)
        with started(binaries, folder, shared_buffers="128MB", autovacuum="on") as server:
            yield server
