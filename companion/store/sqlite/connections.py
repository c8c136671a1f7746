"""Connections to one SQLite file, one a thread, and the only way to read or write through them.

sqlite-utils commits each write at once unless a transaction is open, and its own `atomic()` opens
a deferred one, which fails as locked when two threads want to write. So every write here happens
inside `writing()`, which asks for the right to write before it reads anything.
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
    "secure_delete = ON",  # what was deleted is overwritten, however this SQLite was built
    "busy_timeout = 5000",
)

WRITE_TIMEOUT = 5.0
"""Seconds a thread waits for the others of its own process to have saved."""

_DAMAGE_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_NO_ROOM_CODES = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


class Connections:
    """The connections of all threads to one file."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()  # threads may connect after the working folder changed
        self._local = threading.local()
        self._all: weakref.WeakSet[_Connection] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._is_closed = False
        self._refusals = 0  # to write, of all connections

    def reading(self) -> AbstractContextManager[Database]:
        """Read inside one snapshot of the file; raises `StoreUnavailableError`."""
        return self._transaction("BEGIN", StoreUnavailableError)

    @contextmanager
    def autocommit(self) -> Iterator[Database]:
        """Read, each statement by itself; raises `StoreUnavailableError`."""
        with store_errors(self.path.name):
            yield self._connected()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Save all that is written inside, or, when anything is raised there, nothing.

        Threads take turns: SQLite has them look again and again whether the file is free, and on
        a slow disk (20 ms a save) some of eight that save without a pause never find it so.
        Raises `StoreUnavailableError`, and `NotSavedError` when there is no room or right to write.
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
        """Close the connections of all threads, for good."""
        with self._lock:
            self._is_closed = True
            for connection in list(self._all):
                connection.close()

    @contextmanager
    def _transaction(
        self, begin: str, no_room: type[NotSavedError | StoreUnavailableError]
    ) -> Iterator[Database]:
        with store_errors(self.path.name):
            db = self._connected()
            db.execute(begin)  # `db.begin()` can only begin a deferred one
        with store_errors(self.path.name, no_room):
            try:
                yield db
                db.commit()
            except BaseException:
                with suppress(sqlite3.Error):  # the first error is the one to raise
                    db.rollback()
                raise

    def _disconnect_refused(self) -> None:
        """Drop a connection made on a read-only disk: another may find the disk mended."""
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
                # Held by the thread alone: with the thread goes its connection.
                connection = self._local.connection = _Connection(self.path, self._refusals)
                self._all.add(connection)
        return connection.db


class _Connection:
    """The connection of one thread; it closes itself when its thread has ended."""

    def __init__(self, path: Path, refusals: int) -> None:
        self.refusals = refusals
        self.db = connect(path)
        self.close = weakref.finalize(self, self.db.close)


def connect(path: Path) -> Database:
    """Connect to a file, which is never made here, with the settings every connection has."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,  # whichever thread closes the store closes them all
    )
    try:
        # A text whose bytes are damaged must be read, so that its checksum can be compared.
        connection.text_factory = lambda text: text.decode(errors="surrogateescape")
        # Rows by name from `execute()` too: see `journals.py` for where that is used and why.
        connection.row_factory = sqlite3.Row
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        return Database(connection, execute_plugins=False)
    except BaseException:
        connection.close()
        raise


@contextmanager
def store_errors(
    name: str, no_room: type[NotSavedError | StoreUnavailableError] = StoreUnavailableError
) -> Iterator[None]:
    """Raise errors of SQLite as `StoreUnavailableError`, and want of room as `no_room`."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind: type[StoreError] = no_room if _is_no_room(error) else StoreUnavailableError
        msg = f"{name}: {error}"
        raise (DamagedFileError if code in _DAMAGE_CODES else kind)(msg) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes a damaged file
        msg = f"{name}: the file is damaged"
        raise DamagedFileError(msg) from error


def _is_no_room(error: sqlite3.Error) -> bool:
    """Return whether a write failed for want of room or right, and so left nothing behind.

    A file that cannot be opened while another is being written is the rollback journal, and a
    disk quota shows as a failed write. A failed flush is not counted: only the next read
    shows whether that was saved. Nor is a file that was moved away underneath.
    """
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_READONLY_DBMOVED:
        return False
    return code == sqlite3.SQLITE_IOERR_WRITE or code & 0xFF in _NO_ROOM_CODES
