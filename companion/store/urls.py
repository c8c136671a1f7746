"""Choice of an engine by the URL of the store, made only here."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from types import ModuleType

from companion.config import SQLITE, file_of
from companion.store import sqlite
from companion.store.archives import Archive
from companion.store.errors import StoreUnavailableError
from companion.store.sqlite.lock import lock_folder
from companion.store.store import Store

POSTGRESQL = ("postgresql://", "postgres://")

NEEDS_EXTRA = (
    "a store at a PostgreSQL server needs what `pip install 'table-companion[postgres]'` installs"
)


def open_store(url: str, before_migration: Callable[[str], None] = lambda _: None) -> Store:
    """Open the store at a URL, `sqlite:///PATH` for a file or `postgresql://…` for a server.

    Raises what the engine's own `open_store` raises. `before_migration` is used for a file only.
    """
    if url.startswith(POSTGRESQL):
        store: Store = postgres().open_store(url)
        return store
    return sqlite.open_store(path_of(url), before_migration)


def open_archive(
    url: str, *, is_source: bool = True, is_alone: bool = False
) -> AbstractContextManager[Archive]:
    """Open the store at a URL as an archive, or raise what `open_store` raises.

    A source is not changed. With `is_alone`, no other process may have the database open meanwhile.
    """
    if not url.startswith(POSTGRESQL):
        return sqlite.open_archive(path_of(url), is_source=is_source)
    opened: AbstractContextManager[Archive] = postgres().open_archive(
        url, is_source=is_source, is_alone=is_alone
    )
    return opened


@contextmanager
def open_archives(source: str, target: str) -> Iterator[tuple[Archive, Archive]]:
    """Open two stores as archives, excluding other processes, or raise as `open_store` does."""
    with ExitStack() as stack:
        paths = [path_of(url).resolve() for url in (source, target) if is_file(url)]
        if is_file(target):
            paths[-1].parent.mkdir(parents=True, exist_ok=True)
        if source == target or len(set(paths)) < len(paths):
            msg = "both are the same store"
            raise StoreUnavailableError(msg)
        for folder in {path.parent for path in paths}:
            stack.enter_context(lock_folder(folder, exclusive=True))
        first = stack.enter_context(open_archive(source, is_alone=True))
        second = stack.enter_context(open_archive(target, is_source=False, is_alone=True))
        yield first, second


def path_of(url: str) -> Path:
    if not is_file(url):
        # The URL is not quoted, since it may contain a password.
        msg = f"a store is {SQLITE}PATH or {POSTGRESQL[0]}USER:PASSWORD@HOST/DATABASE"
        raise StoreUnavailableError(msg)
    return file_of(url)


def is_file(url: str) -> bool:
    return url.startswith(SQLITE)


def postgres() -> ModuleType:
    """Return the PostgreSQL engine, or raise `StoreUnavailableError` without its extra."""
    try:
        # Imported on demand, because a SQLite store needs no psycopg.
        from companion.store import postgres as engine  # noqa: PLC0415
    except ImportError as error:
        raise StoreUnavailableError(NEEDS_EXTRA) from error
    return engine
