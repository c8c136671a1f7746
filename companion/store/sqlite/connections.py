"""Connections to one SQLite file, one per thread, and the transactions through them.

sqlite-utils commits each write at once unless a transaction is open, and its own `atomic()` opens
a deferred one, which fails as locked when two threads want to write. So every write happens inside
`writing()`, which takes the write lock before it reads anything.
"""

import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from companion.store.errors import (
    DamagedFileError,
    NotSavedError,
    StoreError,
    StoreUnavailableError,
)

SETTINGS = (
    "journal_mode = DELETE",  # a write-ahead log could not be read from a read-only disk
    "synchronous = EXTRA",  # a power cut loses nothing that was confirmed
    "foreign_keys = ON",
    "secure_delete = ON",  # deleted content is overwritten, however this SQLite was built
    "busy_timeout = 5000",
)

WRITE_TIMEOUT = 5.0
"""Seconds that a thread waits for saves by other threads of its process."""

_DAMAGE_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_REFUSED_WRITE_CODES = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


class Connections:
    """The connections of all threads to one file."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()  # threads may connect after the working folder changed
        self._local = threading.local()
        self._all: weakref.WeakSet[_Connection] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._is_closed = False
        self._refusals = 0  # number of refused writes, over all connections

    def reading(self) -> AbstractContextManager[Database]:
        """Yield the database to read from one snapshot, or raise `StoreUnavailableError`."""
        return self._transaction("BEGIN", StoreUnavailableError)

    @contextmanager
    def autocommit(self) -> Iterator[Database]:
        """Yield the database outside a transaction, or raise `StoreUnavailableError`."""
        with store_errors(self.path.name):
            yield self._connected()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Save everything written inside, or nothing if an exception is raised there.

        A lock lets one thread in at a time, since SQLite polls for the file, and on a slow disk
        (20 ms per save) some of eight threads that save without a pause would never get it.
        Raises `StoreUnavailableError`, and `NotSavedError` if the disk is full or read-only.
        """
        if not self._write_lock.acquire(timeout=WRITE_TIMEOUT):
            msg = f"{self.path.name}: too many saves at once"
            raise StoreUnavailableError(msg)
        try:
            self._disconnect_refused()
            with self._transaction("BEGIN IMMEDIATE", NotSavedError) as db:
                yield db
        except NotSavedError:
            self._refusals += 1
            raise
        finally:
            self._write_lock.release()

    def close(self) -> None:
        """Close the connections of all threads and allow no new ones."""
        with self._lock:
            self._is_closed = True
            for connection in list(self._all):
                connection.close()

    @contextmanager
    def _transaction(
        self, begin: str, write_error: type[NotSavedError | StoreUnavailableError]
    ) -> Iterator[Database]:
        with store_errors(self.path.name):
            db = self._connected()
            db.execute(begin)  # `db.begin()` can only begin a deferred transaction
        with store_errors(self.path.name, write_error):
            try:
                yield db
                db.commit()
            except BaseException:
                with suppress(sqlite3.Error):  # an error of the rollback must not hide its cause
                    db.rollback()
                raise

    def _disconnect_refused(self) -> None:
        """Close the thread's connection if older than a refused write, as a new one may write."""
        connection: _Connection | None = getattr(self._local, "connection", None)
        if connection and connection.refusals != self._refusals:
            connection.close()
            self._local.connection = None

    def _connected(self) -> Database:
        connection: _Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            with self._lock:
                if self._is_closed:
                    msg = f"{self.path.name} is closed"
                    raise StoreUnavailableError(msg)
                # Only the thread refers to it, so the connection is closed with the thread.
                connection = self._local.connection = _Connection(self.path, self._refusals)
                self._all.add(connection)
        return connection.db


class _Connection:
    """The connection of one thread, closed when the thread ends."""

    def __init__(self, path: Path, refusals: int) -> None:
        self.refusals = refusals
        self.db = connect(path)
        self.close = weakref.finalize(self, self.db.close)


def connect(path: Path) -> Database:
    """Connect to an existing file, with the settings of every connection."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,  # the thread that closes the store closes all connections
    )
    try:
        # Damaged text must be readable too, so that its checksum can be compared.
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        # Columns by name from `execute()` too, which `sqlite/database.py` uses for speed.
        connection.row_factory = sqlite3.Row
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        return Database(connection, execute_plugins=False)
    except BaseException:
        connection.close()
        raise


@contextmanager
def store_errors(
    name: str, write_error: type[NotSavedError | StoreUnavailableError] = StoreUnavailableError
) -> Iterator[None]:
    """Raise SQLite's errors as `StoreUnavailableError`, but refused writes as `write_error`."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind: type[StoreError] = write_error if _is_write_refused(error) else StoreUnavailableError
        msg = f"{name}: {error}"
        raise (DamagedFileError if code in _DAMAGE_CODES else kind)(msg) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes the damaged content
        msg = f"{name}: the file is damaged"
        raise DamagedFileError(msg) from error


def _is_write_refused(error: sqlite3.Error) -> bool:
    """Return whether a write was refused by a full or read-only disk, so nothing was saved.

    A file that cannot be opened during a write is the rollback journal, and a disk quota shows as a
    failed write. A failed flush does not count, since only the next read shows whether it was
    saved. A file that was moved away does not count either.
    """
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return False
    return code == sqlite3.SQLITE_IOERR_WRITE or code & 0xFF in _REFUSED_WRITE_CODES
