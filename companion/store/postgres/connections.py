"""Connections to one PostgreSQL server, and the only way to read or write through them.

Whatever is asked of the server is done again while the server is away for a moment: its primary
has failed and another takes over, two saves were in each other's way, an answer was lost. So
everything asked must be fit to be done twice; see `Connections.run`.
"""

import logging
import re
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import zip_longest
from secrets import SystemRandom
from typing import Any, TypeVar

import psycopg
from psycopg import ProgrammingError, errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool, PoolClosed

from companion.config import THREADS
from companion.store.database import Database, OvertakenError
from companion.store.errors import NotSavedError, StoreError, StoreUnavailableError
from companion.store.postgres.database import PostgresDatabase

# What the URL does not say itself. A server that was cut off is given up while a save still waits.
_DEFAULTS: dict[str, Any] = {
    "application_name": "companion",
    "connect_timeout": 2,  # seconds, for each of several hosts
    "target_session_attrs": "read-write",  # of several hosts the one that takes saves
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 3000,  # milliseconds
}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is: all that is needed to connect, and a `name` that may be shown."""

    name: str
    conninfo: str = field(repr=False)
    password: str = field(repr=False)

    def plain(self, error: Exception) -> str:
        """Return in one line what an error of connecting says, without the password."""
        said = " ".join(str(error).split())
        return said.replace(self.password, "***") if self.password else said


def read_address(url: str) -> Address:
    """Read the URL of a database; `StoreUnavailableError` does not quote it: it has a password."""
    try:
        given = conninfo_to_dict(url)
        conninfo = make_conninfo("", **{**_DEFAULTS, **given})
    except ProgrammingError:
        given, conninfo = {}, ""
    host, port = str(given.get("host", "")), str(given.get("port", ""))
    if not conninfo or "@" in f"{host}{given.get('dbname')}" or not re.fullmatch(r"[\d,]*", port):
        msg = (
            "the URL of the store cannot be read: in a password, write signs such as @ : / ? # %"
            " as %40 %3A %2F %3F %23 %25"
        )
        raise StoreUnavailableError(msg) from None
    hosts = zip_longest(host.split(","), port.split(","), fillvalue="")
    places = [f"{each or 'localhost'}{number and ':'}{number}" for each, number in hosts]
    name = f"{','.join(places)}/{given.get('dbname', '')}"
    return Address(name, conninfo, str(given.get("password", "")))


PATIENCE = 5.0
"""Seconds for which something is tried again; as long as SQLite waits for a lock."""

HEALTH_PATIENCE = 1.0

UNLIMITED = "SET LOCAL statement_timeout = 0"
"""For what reads all rows of a table at once: a database may be large."""

MOST_WAITING = THREADS // 2
"""How many threads may wait for a server that is away; the others go on serving what needs none."""

_PAUSES = (0.02, 0.5)  # seconds between two tries, the first and the longest
_CONNECT_PATIENCE = 0.5  # seconds for a connection, new where none is free
_GLANCE = 0.1  # the same for who has no place to wait in

# Whatever the server or the user of the database has set: nothing may be held for long.
_SETTINGS = f"""SET default_transaction_isolation = 'read committed';
                SET statement_timeout = {PATIENCE * 1000:.0f};
                SET idle_in_transaction_session_timeout = {PATIENCE * 1000:.0f}"""

_AGAIN = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    errors.UniqueViolation,  # somebody was quicker, which shows when it is read again
)
_AWAY = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
    errors.ReadOnlySqlTransaction,  # it was the primary until a moment ago
    errors.StatementCompletionUnknown,
    errors.TooManyConnections,
)
_NO_ROOM = (errors.DiskFull, errors.InsufficientPrivilege)

T = TypeVar("T")

_RANDOM = SystemRandom()
_sleep = time.sleep

log = logging.getLogger(__name__)
# Each try of the pool would be a line; what matters is said once, below.
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)


def _configure(connection: psycopg.Connection[dict[str, Any]]) -> None:
    connection.execute(_SETTINGS)


class Connections:
    """The connections of all threads to one server, which are its `Engine`."""

    def __init__(self, address: Address) -> None:
        self.name = address.name
        self._address = address
        self._pool: ConnectionPool[psycopg.Connection[dict[str, Any]]] = ConnectionPool(
            address.conninfo,
            kwargs={"autocommit": True, "row_factory": dict_row},
            min_size=1,
            max_size=THREADS,
            configure=_configure,
            reconnect_timeout=0.1,  # seconds; whoever waits for a connection has it tried again
            open=False,
        )
        self.before_work: Callable[[PostgresDatabase], None] = lambda _: None
        """Is called with each connection before anything is done with it."""
        self._is_away = False
        self._places = threading.BoundedSemaphore(MOST_WAITING)

    def open(self) -> None:
        """Begin to connect; `StoreUnavailableError` says what the pool would not say."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self._address.conninfo).close()
                break
            except psycopg.OperationalError as error:
                if time.monotonic() > end:
                    msg = f"{self.name}: {self._address.plain(error)}"
                    raise StoreUnavailableError(msg) from None
            _sleep(_PAUSES[1])
        self._pool.open()

    def close(self) -> None:
        self._pool.close()

    def reading(self, work: Callable[[Database], T]) -> T:
        return self.run(work)

    def snapshot(self, work: Callable[[Database], T]) -> T:
        def whole(db: PostgresDatabase) -> T:
            with db.transaction():
                # One state for all: people may be playing while a backup is made.
                db.write("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                db.write(UNLIMITED)
                return work(db)

        return self.run(whole)

    def writing(self, work: Callable[[Database], T], *, is_single: bool = False) -> T:
        def together(db: PostgresDatabase) -> T:
            with db.transaction():
                return work(db)

        return self.run(work if is_single else together)

    def run(self, work: Callable[[PostgresDatabase], T], patience: float | None = None) -> T:
        """Return what `work` returns, tried again for a while where the server is away.

        `work` may be called several times, and what it wrote may have been saved although no answer
        came: it must see to it that this does no harm. It raises `OvertakenError` to be called
        again at once. Raises `StoreUnavailableError`, and `NotSavedError` for want of room.
        """
        end = time.monotonic() + (PATIENCE if patience is None else patience)
        pause, longest = _PAUSES
        # A connection that was cut is made anew at once; only who tries again and again waits.
        free_tries = 1 if self._is_away else 2
        has_place = False
        with ExitStack() as place:
            while True:
                timeout = _GLANCE if self._is_away and not has_place else _CONNECT_PATIENCE
                try:
                    with self._pool.connection(timeout=timeout) as connection:
                        db = PostgresDatabase(connection)
                        self.before_work(db)
                        result = work(db)
                except (OvertakenError, psycopg.Error) as error:
                    self._handle(error)
                    if time.monotonic() + pause > end:
                        raise self._unavailable(error) from error
                else:
                    self._answered()
                    return result
                free_tries -= 1
                if self._is_away and free_tries <= 0 and not has_place:
                    self._take_place(place)
                    has_place = True
                _sleep(_RANDOM.uniform(0, pause))  # so that two that met do not meet again
                pause = min(2 * pause, longest)

    def _take_place(self, stack: ExitStack) -> None:
        """Take one of the places to wait in, or raise `StoreUnavailableError`."""
        if not self._places.acquire(blocking=False):
            msg = f"{self.name} does not answer, and too many wait for it"
            raise StoreUnavailableError(msg)
        stack.callback(self._places.release)

    def _handle(self, error: OvertakenError | psycopg.Error) -> None:
        """Return where the same may be tried again; raise what cannot be helped."""
        if isinstance(error, _NO_ROOM):
            msg = f"{self.name}: {_said(error)}"
            raise NotSavedError(msg) from error
        if isinstance(error, PoolClosed):
            msg = f"{self.name} is closed"
            raise StoreUnavailableError(msg) from error
        if isinstance(error, (OvertakenError, *_AGAIN)):
            return
        # Without a state it is none of the server's: the connection was lost, or there was none.
        is_lost = isinstance(error, psycopg.OperationalError) and error.sqlstate is None
        if not is_lost and not isinstance(error, _AWAY):
            raise self._unavailable(error) from error
        if not self._is_away:
            self._is_away = True
            log.warning("The store at %s does not answer: %s", self.name, _said(error))
            self._pool.drain()  # all connections led to what is away

    def _answered(self) -> None:
        if self._is_away:
            self._is_away = False
            log.warning("The store at %s answers again.", self.name)

    def _unavailable(self, error: Exception) -> StoreError:
        return StoreUnavailableError(f"{self.name}: {_said(error)}")


def _said(error: Exception) -> str:
    """Return what an error says, without the details: these may hold keys."""
    diag = getattr(error, "diag", None)
    return (diag and diag.message_primary) or "the connection was lost"
