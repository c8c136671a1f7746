"""Small files that must outlive a power cut: written whole, or not at all."""

import os
import secrets
import sys
from pathlib import Path


def write_durably(path: Path, content: bytes, *, replace: bool = True) -> None:
    """Write a file that only its owner may read, in place of the one there is.

    After a power cut there is either the old file or the whole new one. Raises OSError, which
    names the file; nothing is left behind then.
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
        # A write that fails for want of room does not say in which file.
        raise OSError(error.errno, error.strerror, str(path)) from error


def _link(new: Path, path: Path) -> bool:
    """Give a file its name unless that is taken; False on a disk where it cannot be done so."""
    try:
        path.hardlink_to(new)
    except FileExistsError:
        pass
    except OSError:
        return False
    new.unlink()
    return True


def sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
