"""The embedded engine: all games in one SQLite file."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from companion.store.errors import StoreUnavailableError
from companion.store.protocols import Store
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.drafts import SqliteDrafts
from companion.store.sqlite.groups import SqliteGroups
from companion.store.sqlite.indexes import CHECKED_AT_START, mend_indexes
from companion.store.sqlite.journals import SqliteJournals
from companion.store.sqlite.keys import SqliteKeys
from companion.store.sqlite.lock import lock_folder
from companion.store.sqlite.migrations import migrate
from companion.store.sqlite.televisions import SqliteTelevisions
from companion.store.sqlite.trash import SqliteTrash


def open_store(path: Path, before_migration: Callable[[str], None] = lambda _: None) -> Store:
    """Open the file of games, and make it (and its folder) where there is none.

    A file or disk that can only be read is opened too, and then only read. `before_migration` is
    called with the name of a migration before a file with games is changed. Raises
    `NewerSchemaError`, `NotSavedError` when the file would have to be made or brought up to date
    and cannot, and `StoreUnavailableError`. Damaged indexes are mended.
    """
    file = Connections(path)

    def check() -> None:
        with file.reading() as db:
            list(db.query("SELECT 1 FROM games LIMIT 1"))

    with ExitStack() as stack:
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(mode=0o600)  # only for its owner: whoever has a key may write
        except OSError as error:
            msg = f"{path}: {error.strerror}"
            raise StoreUnavailableError(msg) from error
        stack.enter_context(lock_folder(path.parent))
        stack.callback(file.close)
        if path.stat().st_size <= CHECKED_AT_START:  # a larger one before its daily copy
            mend_indexes(path)
        migrate(file, before_migration)
        return Store(
            journals=SqliteJournals(file),
            keys=SqliteKeys(file),
            drafts=SqliteDrafts(file),
            groups=SqliteGroups(file),
            televisions=SqliteTelevisions(file),
            trash=SqliteTrash(file),
            check=check,
            close=stack.pop_all().close,
        )
