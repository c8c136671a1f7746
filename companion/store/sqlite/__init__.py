"""The embedded engine, with all games in one SQLite file."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from companion.files import reason_of
from companion.store.archives import Archive
from companion.store.errors import InUseError, StoreUnavailableError
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.database import SqliteEngine
from companion.store.sqlite.indexes import CHECKED_AT_START, mend_indexes
from companion.store.sqlite.lock import lock_folder
from companion.store.sqlite.migrations import MIGRATIONS, check_schema, is_older, migrate
from companion.store.store import Store

PATIENCE = 5.0
"""Seconds for which a process that starts waits for one that migrates or moves the games."""

_PAUSE = 0.05  # seconds between two tries to lock the folder


def open_store(path: Path, before_migration: Callable[[str], None] = lambda _: None) -> Store:
    """Open the file of games, creating it and its folder if missing.

    A read-only file can be read. `before_migration` is called with the name of the first migration
    before a file with games is migrated. Raises `NewerSchemaError`, `StoreUnavailableError` (also
    if a file to be migrated is in use), and `NotSavedError` if it cannot be created or migrated.
    """
    file = Connections(path)

    def check() -> None:
        if not path.exists():  # an open file that was deleted can still be read
            msg = f"{path}: the file is gone"
            raise StoreUnavailableError(msg)
        with file.reading() as db:
            list(db.query("SELECT 1 FROM games LIMIT 1"))

    with ExitStack() as stack:
        try:
            if not path.exists():
                _make(path)
            path.open("rb").close()  # SQLite would not say that the file is another user's
        except OSError as error:
            msg = f"{path}: {reason_of(error)}"
            raise StoreUnavailableError(msg) from error
        stack.enter_context(_locked(path, before_migration))
        stack.callback(file.close)
        migrate(file, before_migration)
        return Store(SqliteEngine(file), check, stack.pop_all().close)


@contextmanager
def open_archive(path: Path, *, is_source: bool) -> Iterator[Archive]:
    """Open a file as an archive, without locking it and without changing a source.

    Raises `NewerSchemaError`, `NotSavedError` and `StoreUnavailableError`.
    """
    if not path.exists():
        if is_source:
            msg = f"{path}: there are no games"
            raise StoreUnavailableError(msg)
        _make(path)
    with closing(Connections(path)) as file:
        if is_source:
            with file.reading() as db:
                check_schema(db, path.name)
                is_old = bool(MIGRATIONS.pending(db))
            if is_old:
                msg = f"{path} is of an older version, which `companion games` brings up to date"
                raise StoreUnavailableError(msg)
        else:
            migrate(file, lambda _: None)
        yield Archive(str(file.path), SqliteEngine(file))


@contextmanager
def _locked(path: Path, before_migration: Callable[[str], None]) -> Iterator[None]:
    """Lock the folder of a file, after migrating an older one while no other process has it open.

    A server of the previous version would go on, and write rows that are wrong by now. Workers that
    start at once wait for the one that migrates.
    """
    folder, end = path.resolve().parent, time.monotonic() + PATIENCE
    with ExitStack() as stack:
        while True:
            try:
                with lock_folder(folder):
                    if path.stat().st_size <= CHECKED_AT_START:  # larger: before a daily copy
                        mend_indexes(path)
                    is_old = is_older(path)
                if is_old:
                    with lock_folder(folder, exclusive=True), closing(Connections(path)) as old:
                        migrate(old, before_migration)
                stack.enter_context(lock_folder(folder))
                break
            except InUseError:
                if time.monotonic() > end:
                    raise
                time.sleep(_PAUSE)
        yield


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)  # for its owner only, since its keys give write access
