"""PostgreSQL server with production settings for writing to the disk."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.postgres import Server, home, lay_out, require_binaries, started


@contextmanager
def database() -> Iterator[Server]:
    """Run an empty server until the block ends."""
    binaries = require_binaries()
    with home() as folder:
        lay_out(binaries, folder)
        with started(binaries, folder, shared_buffers="128MB", autovacuum="on") as server:
            yield server
