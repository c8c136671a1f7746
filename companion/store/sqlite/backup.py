"""Backups of the file of games, made while people play and restored while no server runs.

A copy is made next to its target, checked to the last line, and only then moved to the target. It
is made in one step, because a copy in several steps would restart with every save. Saves wait for
that step (seconds for a gigabyte), but not for the check.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from sqlite_utils import Database

from companion.files import reason_of, sync_folder, temporary_folder
from companion.store import errors
from companion.store.archives import Archive
from companion.store.rows.games import digest_of
from companion.store.rows.groups import GROUPS
from companion.store.sqlite.connections import connect, store_errors
from companion.store.sqlite.database import SqliteDatabase
from companion.store.sqlite.lock import lock_folder
from companion.store.sqlite.migrations import MIGRATIONS, TABLES, check_schema
from companion.store.sqlite.steps import has_damaged_series

_NEITHER_TABLE_NOR_INDEX = "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index')"

_SIDE_FILES = ("-journal", "-wal", "-shm")
"""Suffixes of files that SQLite would apply to the next database of that name."""


def backup(source: Path, target: Path, *, with_trash: bool = True) -> int:
    """Copy the games, by default deleted ones too, into a new file and return their number.

    Raises `BackupRefusedError` if the target cannot be created or a game is damaged,
    `NewerSchemaError`, `StoreUnavailableError` if there is nothing to copy, and `NotSavedError`.
    """
    if target.exists():
        msg = f"{target.name} is there already: nothing was overwritten"
        raise errors.BackupRefusedError(msg)
    with _checked_copy(source, target, with_trash=with_trash) as (copy, games):
        copy.replace(target)
        sync_folder(target.parent)
    return games


def restore(source: Path, data: Path) -> Path | None:
    """Replace the games by a backup and return the path of the previous file, if there was one.

    Raises what `backup` raises, and `StoreUnavailableError` while the games are open elsewhere.
    """
    data = data.resolve()  # the file itself if this is a link to it
    with _checked_copy(source, data) as (copy, _), lock_folder(data.parent, exclusive=True):
        aside = _put_aside(data)
        copy.replace(data)
        sync_folder(data.parent)
    return aside


def check(file: Path) -> int:
    """Check all of a backup and return its number of games, or raise what `backup` raises."""
    with store_errors(file.name), connect(file) as db:
        return _check_content(db, file.name)


NO_GAMES = (0, 0.0)
"""The fingerprint of a file without games."""


def fingerprint(file: Path) -> tuple[object, ...]:
    """Return number and sum of versions of all games, which any change of a game changes."""
    with store_errors(file.name), connect(file) as db:
        (row,) = db.execute("SELECT count(*), total(version) FROM games WHERE deleted IS NULL")
        return tuple(row)


@contextmanager
def _checked_copy(
    source: Path, target: Path, *, with_trash: bool = True
) -> Iterator[tuple[Path, int]]:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with temporary_folder(target.parent, f".{target.name}.") as folder:
            copy = folder / target.name
            copy.touch(mode=0o600)
            with store_errors(source.name), connect(copy) as db:
                with connect(source) as original:
                    original.begin()
                    # Read before the copy, as a read waits 5 s for a lock and a copy forever.
                    check_schema(original, source.name)
                    with store_errors(copy.name, errors.NotSavedError):
                        original.conn.backup(db.conn)
                        if not with_trash:
                            _remove_trash(db)
                games = _check_content(db, source.name)
            yield copy, games
    except OSError as error:
        msg = f"{target}: {reason_of(error)}"
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
    foreign += set(db.table_names()) - TABLES - {"series"}  # `series` is of an older version
    if foreign:
        msg = f"{name} holds something that is not ours: {foreign[0]}"
        raise errors.BackupRefusedError(msg)
    try:
        return _check_games(db)
    except errors.DamagedGameError as error:
        sound = error.intact_version
        msg = f"{name} is damaged: game {error.game} is sound up to version {sound} only"
        raise errors.BackupRefusedError(msg) from error
    except errors.DamagedRowError as error:
        msg = f"{name} is damaged: {error}"
        raise errors.BackupRefusedError(msg) from error


def _check_games(db: Database) -> int:
    """Read every game and group with the current schema, and return the number of games.

    Damaged drafts and televisions are accepted, since every reader ignores them.
    """
    db.begin()
    try:
        if has_damaged_series(db):
            msg = "a row in the table of series is not as it was written"
            raise errors.DamagedRowError(msg)
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
    """Save the current file under the next free number, leaving it in place until replaced."""
    candidates = (data.with_name(f"{data.name}.{number}") for number in count(1))
    aside = next(path for path in candidates if not path.exists())
    # Side files belong to the current file, and SQLite would apply them to the restored one.
    for ending in _SIDE_FILES:
        with suppress(FileNotFoundError):
            data.with_name(data.name + ending).rename(aside.with_name(aside.name + ending))
    if not data.exists():
        return None
    try:
        aside.hardlink_to(data)
    except OSError:  # the disk has no hard links
        data.rename(aside)
    return aside
