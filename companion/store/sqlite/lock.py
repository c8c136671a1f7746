"""The lock on a folder of games, so that the file is not replaced under a running server.

An idle connection holds no lock, so SQLite cannot show that the file is open. A lock on the folder
can. It needs no file of its own, works in a read-only folder, and ends with its process.
On systems without such locks (Windows, some network disks) nothing is locked, though Windows
itself refuses to replace an open file.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.files import opened
from companion.store.errors import InUseError

if sys.platform != "win32":
    import fcntl


@contextmanager
def lock_folder(folder: Path, *, exclusive: bool = False) -> Iterator[None]:
    """Lock a folder until the block ends, by default shared, or raise `InUseError`."""
    handle = None if sys.platform == "win32" else opened(folder)
    if handle is None:
        yield
        return
    try:
        try:
            fcntl.flock(handle, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            msg = f"the games in {folder} are in use: stop what has them open first"
            raise InUseError(msg) from error
        except OSError:  # the disk has no such locks
            pass
        yield
    finally:
        os.close(handle)
