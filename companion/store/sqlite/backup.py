"""Backups of the file of games: made while people play, restored when nobody does.

A copy is made beside the place it is for, checked to the last line, and only then takes that
place. Copying is one step, because a copy made in several begins anew with every save; saves wait
for that step (seconds for a gigabyte), not for the check.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from companion.files import sync_folder
from companion.store import errors
from companion.store.archives import Archive
from companion.store.rows.games import digest_of
from companion.store.rows.groups import GROUPS
from companion.store.sqlite.connections import connect, store_errors
from companion.store.sqlite.database import SqliteDatabase
from companion.store.sqlite.lock import lock_folder
from companion.store.sqlite.migrations import MIGRATIONS, TABLES, check_schema, check_series

_NEITHER_TABLE_NOR_INDEX = "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index')"

_SIDE_FILES = ("-journal", "-wal", "-shm")
"""Endings of files that SQLite would take for a part of the next database of that name."""


def backup(source: Path, target: Path, *, with_trash: bool = True) -> int:
    """Copy the games, the deleted ones too, into a new file and return how many they are.

    Raises `BackupRefusedError` when something stands in the way or a game is damaged,
    `NewerSchemaError`, `StoreUnavailableError` when there is nothing to copy, and `NotSavedError`.
    """
    if target.exists():
        msg = f"{target.name} is there already: nothing was overwritten"
        raise errors.BackupRefusedError(msg)
    with _checked_copy(source, target, with_trash=with_trash) as (copy, games):
        copy.replace(target)
        sync_folder(target.parent)
    return games


def restore(source: Path, data: Path) -> Path | None:
    """Put a backup in the place of the games and return where those are now, if there were any.

    Raises what `backup` does; `StoreUnavailableError` also while the games are open elsewhere.
    """
    with _checked_copy(source, data) as (copy, _), lock_folder(data.parent, exclusive=True):
        aside = _put_aside(data)
        copy.replace(data)
        sync_folder(data.parent)
    return aside


def check(file: Path) -> int:
    """Open a backup, read all of it, and return how many games it holds; raises as `backup`."""
    with store_errors(file.name), connect(file) as db:
        return _check_content(db, file.name)


NO_GAMES = (0, 0.0)
"""The fingerprint of a file without games."""


def fingerprint(file: Path) -> tuple[object, ...]:
    """Return what differs as soon as a game has changed; raises `StoreUnavailableError`."""
    with store_errors(file.name), connect(file) as db:
        (row,) = db.execute("SELECT count(*), total(version) FROM games WHERE deleted IS NULL")
        return tuple(row)


@contextmanager
def _checked_copy(
    source: Path, target: Path, *, with_trash: bool = True
) -> Iterator[tuple[Path, int]]:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder:
            copy = Path(folder, target.name)
            copy.touch(mode=0o600)
            with store_errors(source.name), connect(copy) as db:
                with connect(source) as original:
                    original.begin()
                    # Reading waits 5 s for a lock, copying would wait for ever.
                    check_schema(original, source.name)
                    with store_errors(copy.name, errors.NotSavedError):
                        original.conn.backup(db.conn)
                        if not with_trash:
                            _remove_trash(db)
                games = _check_content(db, source.name)
            yield copy, games
    except OSError as error:
        msg = f"{target}: {error.strerror}"
        raise errors.BackupRefusedError(msg) from error


def _check_content(db: Database, name: str) -> int:
    faults = [row["integrity_check"] for row in db.query("PRAGMA integrity_check")]
    if faults != ["ok"] or list(db.query("PRAGMA foreign_key_check")):
        msg = f"{name} is damaged"
        raise errors.BackupRefusedError(msg)
    if not db.table("games").exists():
        msg = f"{name} holds no games"
        raise errors.BackupRefusedError(msg)
    foreign = [row["name"] for row in db.query(_NEITHER_TABLE_NOR_INDEX)]
    foreign += set(db.table_names()) - TABLES - {"series"}  # of an older version
    if foreign:
        msg = f"{name} holds something that is not ours: {foreign[0]}"
        raise errors.BackupRefusedError(msg)
    try:
        return _check_games(db)
    except errors.DamagedGameError as error:
        sound = error.sound_version
        msg = f"{name} is damaged: game {error.game} is sound up to version {sound} only"
        raise errors.BackupRefusedError(msg) from error
    except errors.DamagedRowError as error:
        msg = f"{name} is damaged: {error}"
        raise errors.BackupRefusedError(msg) from error


def _check_games(db: Database) -> int:
    """Read every game and group, as they are once brought up to date; return how many games.

    Hands that are being counted may be damaged, and what televisions show: that is none.
    """
    db.begin()
    try:
        check_series(db)
        MIGRATIONS.apply(db)
        archive = Archive("", SqliteDatabase(db))
        GROUPS.check(archive.rows(GROUPS))
        return sum(archive.read(game) is not None for game in archive.games())
    finally:
        db.rollback()


def _remove_trash(db: Database) -> None:
    deleted = [row["id"] for row in db.query("SELECT id FROM games WHERE deleted IS NOT NULL")]
    if db.table("purged").exists():  # a file from an older version has no such table
        db.table("purged").insert_all(
            ({"digest": digest_of(game)} for game in deleted), replace=True
        )
    db.execute("DELETE FROM games WHERE deleted IS NOT NULL")
    if db.table("groups").exists():
        in_none = 'NOT EXISTS (SELECT 1 FROM places WHERE "group" = groups.id)'
        db.table("groups").delete_where(in_none)


def _put_aside(data: Path) -> Path | None:
    """Keep the file there is under the next free number; it stays in its place until replaced."""
    candidates = (data.with_name(f"{data.name}.{number}") for number in count(1))
    aside = next(path for path in candidates if not path.exists())
    # They go with the file there is; beside the restored one SQLite would read them into it.
    for ending in _SIDE_FILES:
        with suppress(FileNotFoundError):
            data.with_name(data.name + ending).rename(aside.with_name(aside.name + ending))
    if not data.exists():
        return None
    try:
        aside.hardlink_to(data)
    except OSError:  # a disk without links
        data.rename(aside)
    return aside
