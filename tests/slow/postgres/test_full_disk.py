"""The disk of the database is full: nothing that was saved is lost, and it goes on with room."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.postgres import home, lay_out, require_binaries, started
from tests.slow.postgres.writers import evening, playing, two_companions

SIZE = 160  # MB, of which a fresh server takes a good third

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root may make a small disk"
)


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Make a folder a disk of its own, in memory."""
    owner = f"size={SIZE}m,uid={folder.stat().st_uid},mode=700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", owner, "none", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(filler: Path) -> None:
    with filler.open("ab") as file:
        try:
            while True:
                os.write(file.fileno(), b"x" * 4096)
        except OSError:
            pass


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    binaries = require_binaries()
    with home() as folder, small_disk(folder), ExitStack() as stack:
        lay_out(binaries, folder)
        kept = {"fsync": "off", "min_wal_size": "32MB", "max_wal_size": "48MB"}
        server = stack.enter_context(started(binaries, folder, **kept))
        ports = stack.enter_context(two_companions(tmp_path, server.url()))
        with evening("full disk", ports) as tables, playing(tables):
            time.sleep(4)
            filler = folder / "filler"
            fill(filler)
            time.sleep(6)
            filler.unlink()
            # Whoever looks after it makes room and, where it gave up, starts it again.
            if server.process.poll() is not None:
                stack.enter_context(started(binaries, folder, **kept))
            time.sleep(10)
