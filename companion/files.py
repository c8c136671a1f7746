"""Atomic and durable writing of small files."""

import errno
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

# Shared folders (SMB, VirtualBox, FUSE) answer a sync that they cannot do by any other error.
_NOT_WRITTEN = {errno.EIO, errno.ENOSPC, errno.EDQUOT}


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
            _sync(file.fileno())
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
    if sys.platform != "win32" and (handle := opened(folder)) is not None:
        try:
            _sync(handle)
        finally:
            os.close(handle)


def reason_of(error: OSError) -> str:
    """Return why a file or folder could not be made, in words."""
    if isinstance(error, FileExistsError):  # only folders are made where something else may be
        return "there is a file or a link to nothing, where a folder should be"
    return error.strerror or str(error)


def opened(folder: Path) -> int | None:
    """Return a handle of a folder, or None if its file system or its rights allow none."""
    try:
        return os.open(folder, os.O_RDONLY)
    except (IsADirectoryError, PermissionError):
        return None


def _sync(handle: int) -> None:
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno in _NOT_WRITTEN:
            raise


@contextmanager
def temporary_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """Make a folder in `parent` and remove it at the end of the block, as far as the disk lets it.

    NFS and SMB retain files in it that are still open somewhere.
    """
    with TemporaryDirectory(dir=parent, prefix=prefix, ignore_cleanup_errors=True) as folder:
        yield Path(folder)
