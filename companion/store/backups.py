"""Backups of any store as a SQLite file of games, and their restore into any store."""

from itertools import count
from pathlib import Path

from companion.files import temporary_folder
from companion.store.archives import Archive, relocate
from companion.store.errors import BackupRefusedError
from companion.store.sqlite import backup as files
from companion.store.sqlite import open_archive as open_file
from companion.store.sqlite import open_store
from companion.store.urls import is_file, open_archive, path_of, postgres


def backup(url: str, target: Path) -> int:
    """Copy the games into a new file, even while people play, and return their number."""
    if is_file(url):
        return files.backup(path_of(url), target)
    if target.exists():
        msg = f"{target.name} is there already: nothing was overwritten"
        raise BackupRefusedError(msg)
    target.parent.mkdir(parents=True, exist_ok=True)
    with open_archive(url) as source:
        return _save(source, target)


def restore(source: Path, url: str, data: Path) -> Path | None:
    """Replace the games at a URL by a backup, excluding other processes.

    Returns the file with the previous games (next to the file of games, or in `data`), or None if
    there were none. Raises what `companion.store.sqlite.backup.restore` raises.
    """
    if is_file(url):
        return files.restore(source, path_of(url))
    data.mkdir(parents=True, exist_ok=True)
    free = (data / f"companion.sqlite.{number}" for number in count(1))
    aside = next(path for path in free if not path.exists())
    with temporary_folder(data, ".restore.") as folder:
        copy = folder / source.name
        files.backup(source, copy)
        open_store(copy).close()  # migrates the backup of an older version
        with open_file(copy, is_source=True) as games:
            postgres().refill(url, lambda old: _save(old, aside), lambda new: _copy(games, new))
    return aside if aside.exists() else None


def _save(source: Archive, target: Path) -> int:
    """Copy a store into a new, fully checked backup file and return its number of games."""
    with temporary_folder(target.parent, f".{target.name}.") as folder:
        copy = folder / target.name
        with open_file(copy, is_source=False) as games:
            _copy(source, games)
        return files.backup(copy, target)


def _copy(source: Archive, target: Archive) -> None:
    """Copy a store, or raise `BackupRefusedError` if any of it cannot be copied."""
    refused = relocate(source, target).refused
    if refused:
        raise BackupRefusedError(refused[0])
