"""Atomic and durable writing of small files."""

import errno
import os
import secrets
import sys
from pathlib import Path

# What shared folders (SMB, VirtualBox, FUSE) answer for a folder, which they write at once anyway.
_CANNOT_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EACCES, errno.EBADF}


def write_durably(path: Path, content: bytes, *, replace: bool = True) -> None:
    """Write a file atomically, readable only by its owner, and sync it to disk.

    Without `replace` an existing file is retained. After a power cut there is either the old file
    or the complete new one. Raises OSError with the file's name, after removing the temporary file.
    """
    new = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    try:
        new.touch(mode=0o600, exist_ok=False)
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace or not _link(new, path):
            new.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        new.unlink(missing_ok=True)
        # The error of a write to a full disk does not contain the file's name.
        raise OSError(error.errno, error.strerror, str(path)) from error


def _link(new: Path, path: Path) -> bool:
    """Move `new` to a path by a hard link unless that exists, or return False if links fail."""
    try:
        path.hardlink_to(new)
    except FileExistsError:
        pass
    except OSError:
        return False
    new.unlink()
    return True


def sync_folder(folder: Path) -> None:
    """Sync a folder's list of files to disk, if its file system and the system can."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in _CANNOT_SYNC:
                raise
        finally:
            os.close(handle)
