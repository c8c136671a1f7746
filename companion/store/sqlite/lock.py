"""The lock on a folder of games, so that nobody replaces the file under a running server.

An idle connection holds no lock, so SQLite cannot say who has the file open. A lock on the folder
can: it needs no file of its own, works in a read-only folder, and ends with its process however
that ends.
Where the system has no such lock (Windows, some network disks) nothing is locked; Windows itself
refuses to replace a file that is open.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.store.errors import StoreUnavailableError

if sys.platform != "win32":
    import fcntl


@contextmanager
def lock_folder(folder: Path, *, exclusive: bool = False) -> Iterator[None]:
    """Lock a folder, shared or for this process alone; `StoreUnavailableError` if it is taken."""
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            msg = f"the games in {folder} are in use: stop what has them open first"
            raise StoreUnavailableError(msg) from error
        except OSError:  # a disk without such locks
            pass
        yield
    finally:
        os.close(handle)
