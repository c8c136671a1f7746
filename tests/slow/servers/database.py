"""A PostgreSQL server that writes to the disk as one in earnest does."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.postgres import Server, home, lay_out, require_binaries, started


@contextmanager
def database() -> Iterator[Server]:
    """Run a fresh server until the block ends."""
    binaries = require_binaries()
    with home() as folder:
        lay_out(binaries, folder)
        with started(binaries, folder, shared_buffers="128MB", autovacuum="on") as server:
            yield server
