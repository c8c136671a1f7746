"""PostgreSQL server that flushes to the disk as in production, for load tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.postgres import Server, create_cluster, require_binaries, server_folder, started


@contextmanager
def database() -> Iterator[Server]:
    """Run a PostgreSQL server with an empty database until the context ends, and yield it."""
    binaries = require_binaries()
    with server_folder() as folder:
        create_cluster(binaries, folder)
        with started(binaries, folder, shared_buffers="128MB", autovacuum="on") as server:
            yield server
