"""Copies of the file of games: made while people play, and put back when nobody does.

A copy is made beside the place it is for, looked through to the last line, and only then takes
that place. Copying is one step, because a copy made in several begins anew with every save; saves
wait for that step (seconds for a gigabyte), not for the looking through.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from companion.store.checksums import FIRST, sound
from companion.store.errors import BackupRefusedError, NotSavedError
from companion.store.sqlite.connections import connect, in_our_words
from companion.store.sqlite.lock import holding
from companion.store.sqlite.migrations import recognise

_EVERY_LINE = """SELECT games.id, games.version AS last, games.seal AS last_seal, lines.*
                 FROM games LEFT JOIN lines ON lines.game = games.number
                 ORDER BY games.number, lines.version"""

_BESIDE = ("-journal", "-wal", "-shm")
"""The endings of what may lie beside a file and would be taken for a part of the next one."""


def backup(source: Path, target: Path) -> int:
    """Copy the games into a new file, and return how many they are, deleted ones included.

    Raises `BackupRefusedError` when something stands in the way or a game is damaged,
    `NewerSchemaError`, `StoreUnavailableError` when there is nothing to copy, and `NotSavedError`
    for want of room.
    """
    if target.exists():
        msg = f"{target.name} is there already: nothing was overwritten"
        raise BackupRefusedError(msg)
    with _checked_copy(source, target) as (copy, games):
        copy.replace(target)
        _settle(target.parent)
    return games


def restore(source: Path, data: Path) -> Path | None:
    """Put a backup in the place of the games, and return where those are now, if there were any.

    Raises what `backup` does; `StoreUnavailableError` also while somebody has the games open.
    """
    with _checked_copy(source, data) as (copy, _), holding(data.parent, alone=True):
        aside = _put_aside(data)
        copy.replace(data)
        _settle(data.parent)
    return aside


@contextmanager
def _checked_copy(source: Path, target: Path) -> Iterator[tuple[Path, int]]:
    """Copy a file into a folder beside the target, and give where it is and how many games."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder:
            copy = Path(folder, target.name)
            copy.touch(mode=0o600)
            yield copy, _copy(source, copy)
    except OSError as error:
        msg = f"{target}: {error.strerror}"
        raise BackupRefusedError(msg) from error


def _copy(source: Path, copy: Path) -> int:
    with in_our_words(source.name), connect(copy) as db:
        with connect(source) as original:
            original.begin()
            recognise(original, source.name)  # reading waits 5 s for a lock, copying would for ever
            with in_our_words(copy.name, NotSavedError):
                original.conn.backup(db.conn)
        return _look_through(db, source.name)


def _look_through(db: Database, name: str) -> int:
    """Make sure that everything is as it was written, and return the number of games."""
    faults = [row["integrity_check"] for row in db.execute("PRAGMA integrity_check")]
    if faults != ["ok"] or list(db.execute("PRAGMA foreign_key_check")):
        msg = f"{name} is damaged"
        raise BackupRefusedError(msg)
    if not db.table("games").exists():
        msg = f"{name} holds no games"
        raise BackupRefusedError(msg)
    games = 0
    for (game, *end), rows in groupby(
        db.execute(_EVERY_LINE), itemgetter("id", "last", "last_seal")
    ):
        found = [[row["version"], row["seal"]] for row in sound(game, FIRST, rows)]
        if found[-1:] != [end]:
            msg = f"{name} is damaged: game {game} is sound up to version {len(found)} only"
            raise BackupRefusedError(msg)
        games += 1
    return games


def _put_aside(data: Path) -> Path | None:
    """Keep the file there is under the next free number; it stays in its place until replaced."""
    numbered = (data.with_name(f"{data.name}.{number}") for number in count(1))
    aside = next(path for path in numbered if not path.exists())
    for ending in _BESIDE:
        with suppress(FileNotFoundError):
            data.with_name(data.name + ending).rename(aside.with_name(aside.name + ending))
    if not data.exists():
        return None
    try:
        aside.hardlink_to(data)
    except OSError:  # a disk that knows no links
        data.rename(aside)
    return aside


def _settle(folder: Path) -> None:
    """Have the new name of a file written to the disk, where a folder can be asked to."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
