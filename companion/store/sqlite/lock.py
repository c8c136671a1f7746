"""Who has a folder of games open, so that nobody swaps a file under a running server.

A connection that rests holds no lock, so SQLite cannot tell. A lock on the folder can: it needs
no file of its own, works in a read-only folder, and ends with its process however that ends.
Where the system has no such lock (Windows, some network disks) nothing is held; Windows itself
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
def holding(folder: Path, *, alone: bool = False) -> Iterator[None]:
    """Hold a folder, together with others or alone.

    Raises `StoreUnavailableError` if that cannot be.
    """
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            msg = f"the games in {folder} are in use: stop what has them open first"
            raise StoreUnavailableError(msg) from error
        except OSError:  # a disk that knows no such lock
            pass
        yield
    finally:
        os.close(handle)
