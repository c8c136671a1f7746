"""Startup warnings about the disk that the games are on."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.config import Config
from companion.services.copies import Copies

MOUNTS = Path("/proc/self/mounts")  # Linux only; on other systems no disk is checked
_REMOTE = {"9p", "afs", "ceph", "cifs", "glusterfs", "nfs", "nfs4", "smb3", "smbfs"}


def warnings(config: Config) -> Iterator[str]:
    """Yield warnings if a SQLite store is on a network disk, or its file of games is gone."""
    if not config.is_sqlite:
        return
    if kind := remote_disk(config.data):
        yield (
            f"The games are on a network disk ({kind}): its locks and its writing are not always"
            " what they say, and what was saved may be lost. Keep them on a disk of this computer."
        )
    has_games = config.database.exists() and config.database.stat().st_size > 0
    if (config.data / "secret").exists() and not has_games:
        missing = f"There are no games in {config.database}, though it was used before."
        yield missing + restore_hint(config)


def restore_hint(config: Config) -> str:
    """Return a sentence with the command that restores the newest copy, or "" without a copy."""
    copy = Copies(config).last_file()
    if copy is None:
        return ""
    store = ["--store", config.store] if config.store else []
    words = ["companion", "--data", str(config.data), *store, "restore", str(copy)]
    command = subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
    return f" `{command}` puts the last copy back."


def remote_disk(folder: Path) -> str | None:
    """Return a folder's file system type if it is a network or FUSE one, such as `nfs`, or None."""
    try:
        lines = MOUNTS.read_text(errors="replace").splitlines()
    except OSError:
        return None
    folder = folder.absolute()
    # If two file systems are mounted at one path, the later mount hides the earlier one.
    mounts = [(fields[1], fields[2]) for fields in map(str.split, lines) if len(fields) > 2]  # noqa: PLR2004
    above = [
        (len(place), number, kind)
        for number, (place, kind) in enumerate(mounts)
        if folder.is_relative_to(place.replace(r"\040", " "))
    ]
    kind = max(above)[2] if above else ""
    return kind if kind in _REMOTE or kind.startswith("fuse.") else None
