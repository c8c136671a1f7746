"""Connections to one PostgreSQL server, and the transactions through them.

Calls are retried while the server is unreachable for a moment: its primary has failed and another
takes over, two saves conflicted, or an answer was lost. So every call must be idempotent, as
`Connections.run` describes.
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

# Used unless the URL says otherwise. A lost server is noticed while saves can still be retried.
_DEFAULTS: dict[str, Any] = {
    "application_name": "companion",
    "connect_timeout": 2,  # seconds, for each of several hosts
    "target_session_attrs": "read-write",  # of several hosts the one that accepts writes
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 3000,  # milliseconds
}


@dataclass(frozen=True, slots=True)
class Address:
    """The connection string of a database, and a `name` without password that may be shown."""

    name: str
    conninfo: str = field(repr=False)
    password: str = field(repr=False)

    def redacted(self, error: Exception) -> str:
        """Return the message of a connection error in one line, without the password."""
        message = " ".join(str(error).split())
        return message.replace(self.password, "***") if self.password else message


def read_address(url: str) -> Address:
    """Read the URL of a database, or raise `StoreUnavailableError` without the URL's password."""
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
    hosts_with_ports = [f"{each or 'localhost'}{number and ':'}{number}" for each, number in hosts]
    name = f"{','.join(hosts_with_ports)}/{given.get('dbname', '')}"
    return Address(name, conninfo, str(given.get("password", "")))


PATIENCE = 5.0
"""Seconds for which calls are retried, which is as long as SQLite waits for a lock."""

HEALTH_PATIENCE = 1.0

UNLIMITED = "SET LOCAL statement_timeout = 0"
"""A statement that lifts the time limit, for reading all rows of a large database."""

MOST_WAITING = THREADS // 2
"""Threads that may wait for an unreachable server, while the others serve what needs none."""

_PAUSES = (0.02, 0.5)  # seconds between two tries, first and maximum
_CONNECT_PATIENCE = 0.5  # seconds to get a connection, free or new
_BRIEF_PATIENCE = 0.1  # seconds to get a connection during an outage, without a waiting slot

# Override the settings of the server and its user, so that locks are never held for long.
_SETTINGS = f"""SET default_transaction_isolation = 'read committed';
                SET statement_timeout = {PATIENCE * 1000:.0f};
                SET idle_in_transaction_session_timeout = {PATIENCE * 1000:.0f}"""

_RETRYABLE = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    errors.UniqueViolation,  # another server has inserted the row, which the retry will read
)
_UNREACHABLE = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
    errors.ReadOnlySqlTransaction,  # this server was the primary until a moment ago
    errors.StatementCompletionUnknown,
    errors.TooManyConnections,
)
_REFUSED_WRITES = (errors.DiskFull, errors.InsufficientPrivilege)

T = TypeVar("T")

_RANDOM = SystemRandom()
_sleep = time.sleep

log = logging.getLogger(__name__)
# The pool would log each of its tries, while `_handle` logs an outage once.
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)


def _configure(connection: psycopg.Connection[dict[str, Any]]) -> None:
    connection.execute(_SETTINGS)


class Connections:
    """The connections of all threads to one server, which serve as its `Engine`."""

    def __init__(self, address: Address) -> None:
        self.name = address.name
        self._address = address
        self._pool: ConnectionPool[psycopg.Connection[dict[str, Any]]] = ConnectionPool(
            address.conninfo,
            kwargs={"autocommit": True, "row_factory": dict_row},
            min_size=1,
            max_size=THREADS,
            configure=_configure,
            reconnect_timeout=0.1,  # seconds, since a waiting thread makes the pool try again
            open=False,
        )
        self.before_work: Callable[[PostgresDatabase], None] = lambda _: None
        """A callback that is given each connection before any work is done with it."""
        self._is_away = False
        self._wait_slots = threading.BoundedSemaphore(MOST_WAITING)

    def open(self) -> None:
        """Open the pool, or raise `StoreUnavailableError` with the reason that the pool hides."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self._address.conninfo).close()
                break
            except psycopg.OperationalError as error:
                if time.monotonic() > end:
                    msg = f"{self.name}: {self._address.redacted(error)}"
                    raise StoreUnavailableError(msg) from None
            _sleep(_PAUSES[1])
        self._pool.open()

    def close(self) -> None:
        self._pool.close()

    def reading(self, work: Callable[[Database], T]) -> T:
        return self.run(work)

    def snapshot(self, work: Callable[[Database], T]) -> T:
        def in_snapshot(db: PostgresDatabase) -> T:
            with db.transaction():
                # All statements see one snapshot, since backups run while people play.
                db.write("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                db.write(UNLIMITED)
                return work(db)

        return self.run(in_snapshot)

    def writing(self, work: Callable[[Database], T], *, is_single: bool = False) -> T:
        def in_transaction(db: PostgresDatabase) -> T:
            with db.transaction():
                return work(db)

        return self.run(work if is_single else in_transaction)

    def run(self, work: Callable[[PostgresDatabase], T], patience: float | None = None) -> T:
        """Return the result of `work`, retrying for `patience` seconds (default: `PATIENCE`).

        `work` may be called several times, even after it was saved but its answer was lost, so it
        must be idempotent. It raises `OvertakenError` to be retried at once. Raises
        `StoreUnavailableError`, and `NotSavedError` if the server refuses to write.
        """
        end = time.monotonic() + (PATIENCE if patience is None else patience)
        pause, longest = _PAUSES
        # A cut connection is reopened at once, and only a repeated failure needs a waiting slot.
        free_tries = 1 if self._is_away else 2
        has_slot = False
        with ExitStack() as slot:
            while True:
                timeout = _BRIEF_PATIENCE if self._is_away and not has_slot else _CONNECT_PATIENCE
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
                    if self._is_away:
                        self._is_away = False
                        log.warning("The store at %s answers again.", self.name)
                    return result
                free_tries -= 1
                if self._is_away and free_tries <= 0 and not has_slot:
                    self._take_wait_slot(slot)
                    has_slot = True
                _sleep(_RANDOM.uniform(0, pause))  # random, so that two saves do not conflict again
                pause = min(2 * pause, longest)

    def _take_wait_slot(self, stack: ExitStack) -> None:
        """Take a waiting slot, or raise `StoreUnavailableError` if none is free."""
        if not self._wait_slots.acquire(blocking=False):
            msg = f"{self.name} does not answer, and too many wait for it"
            raise StoreUnavailableError(msg)
        stack.callback(self._wait_slots.release)

    def _handle(self, error: OvertakenError | psycopg.Error) -> None:
        """Return if a retry may succeed, or else raise a `StoreError`."""
        if isinstance(error, _REFUSED_WRITES):
            msg = f"{self.name}: {_message(error)}"
            raise NotSavedError(msg) from error
        if isinstance(error, PoolClosed):
            msg = f"{self.name} is closed"
            raise StoreUnavailableError(msg) from error
        if isinstance(error, (OvertakenError, *_RETRYABLE)):
            return
        # An error without an SQLSTATE is not the server's: its connection failed or was lost.
        is_lost = isinstance(error, psycopg.OperationalError) and error.sqlstate is None
        if not is_lost and not isinstance(error, _UNREACHABLE):
            raise self._unavailable(error) from error
        if not self._is_away:
            self._is_away = True
            log.warning("The store at %s does not answer: %s", self.name, _message(error))
            self._pool.drain()  # all its connections lead to the lost server

    def _unavailable(self, error: Exception) -> StoreError:
        return StoreUnavailableError(f"{self.name}: {_message(error)}")


def _message(error: Exception) -> str:
    """Return the message of an error without its details, which may contain keys."""
    diag = getattr(error, "diag", None)
    return (diag and diag.message_primary) or "the connection was lost"
