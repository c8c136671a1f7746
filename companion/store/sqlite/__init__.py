"""The embedded engine: all games in one SQLite file."""

from contextlib import ExitStack
from pathlib import Path

from companion.store.errors import StoreUnavailableError
from companion.store.protocols import Store
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.drafts import SqliteDrafts
from companion.store.sqlite.games import SqliteShelf
from companion.store.sqlite.journals import SqliteJournals
from companion.store.sqlite.keys import SqliteDoors
from companion.store.sqlite.lock import holding
from companion.store.sqlite.migrations import migrate
from companion.store.sqlite.series import SqliteSeries


def open_store(path: Path) -> Store:
    """Open the file of games, and make it (and its folder) where there is none.

    A file or disk that can only be read is opened too, and then only read. Raises
    `NewerSchemaError`, `NotSavedError` when the file would have to be made or brought up to date
    and cannot, and `StoreUnavailableError`.
    """
    file = Connections(path)
    with ExitStack() as stack:
        _lay(path)
        stack.enter_context(holding(path.parent))
        stack.callback(file.close)
        migrate(file)
        return Store(
            journals=SqliteJournals(file),
            doors=SqliteDoors(file),
            drafts=SqliteDrafts(file),
            series=SqliteSeries(file),
            shelf=SqliteShelf(file),
            check=lambda: _check(file),
            close=stack.pop_all().close,
        )


def _lay(path: Path) -> None:
    """Make an empty file that only its owner can read: who has a key may write."""
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
    except OSError as error:
        msg = f"{path}: {error.strerror}"
        raise StoreUnavailableError(msg) from error


def _check(file: Connections) -> None:
    with file.reading() as db:
        list(db.execute("SELECT 1 FROM games LIMIT 1"))
