"""Leases of processes that have a database open, shared by servers and exclusive for a move.

A database does not know who uses it, since connections come and go, also through poolers, and locks
end with them. So each process writes a lease into a table, renews it every few seconds, and removes
it when it closes. A lease that was not renewed for long belongs to a process that has died or
hangs, and no longer counts. A process that resumes checks its lease before it does anything else,
and if that has expired, also the schema, which a newer version may have changed. All times are
those of the database.
"""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from companion.keys import new_key
from companion.store.checksums import Row
from companion.store.database import Database
from companion.store.errors import StoreError, StoreUnavailableError
from companion.store.postgres.connections import Connections
from companion.store.postgres.database import PostgresDatabase

RENEWED_EVERY = 10.0  # seconds between two renewals of a lease
VALID = 30  # seconds that a lease counts, more than a renewal and any statement may take

# A lease renewed lately needs no check for others, as later processes saw it and yielded.
_EXTEND = f"""UPDATE leases SET renewed = clock_timestamp() WHERE holder = :holder
                   AND renewed > clock_timestamp() - interval '{VALID * 2 // 3} seconds'"""
_RENEW = """INSERT INTO leases (holder, host, is_exclusive, renewed)
            VALUES (:holder, :host, :is_exclusive, clock_timestamp())
            ON CONFLICT (holder) DO UPDATE SET renewed = excluded.renewed"""
_OTHERS = f"""SELECT host FROM leases
              WHERE holder <> :holder AND (is_exclusive OR :is_exclusive)
                    AND renewed > clock_timestamp() - interval '{VALID} seconds' LIMIT 1"""
_REMOVE = f"""DELETE FROM leases WHERE holder = :holder
              OR renewed < clock_timestamp() - interval '{VALID * 100} seconds'"""


class Lease:
    """The right of one process to use a database, without others if `is_exclusive`."""

    def __init__(
        self,
        server: Connections,
        check_schema: Callable[[PostgresDatabase], None],
        *,
        is_exclusive: bool = False,
    ) -> None:
        """Prepare a lease; `check_schema` raises if this version no longer fits the database."""
        self._server = server
        self._check_schema = check_schema
        self._holder = new_key()
        self._is_exclusive = is_exclusive
        self._due = 0.0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._renew_while_idle, name="lease", daemon=True)

    def take(self) -> None:
        """Acquire the lease, or raise `StoreUnavailableError` if another process excludes it."""
        self._server.before_work = self.renew
        self._server.run(lambda _: None)
        self._thread.start()

    def renew(self, db: PostgresDatabase) -> None:
        """Renew the lease if due, or raise `StoreUnavailableError` for another lease or schema."""
        if time.monotonic() < self._due:
            return
        with self._lock:
            if time.monotonic() < self._due or self._closing.is_set():
                return
            line = {"holder": self._holder, "is_exclusive": self._is_exclusive}
            if not db.write(_EXTEND, **line):
                # Written before the check, so of two processes at once at least one yields.
                db.write(_RENEW, **line, host=socket.gethostname())
                try:
                    _require_no_other(db, self._server.name, line)
                    self._check_schema(db)
                except StoreUnavailableError:
                    db.write(_REMOVE, **line)
                    raise
            self._due = time.monotonic() + RENEWED_EVERY

    def close(self) -> None:
        with self._lock:  # a renewal under way would otherwise restore the removed row
            self._closing.set()
        with suppress(StoreError):  # a lease that is not removed expires
            self._server.run(lambda db: db.write(_REMOVE, holder=self._holder), RENEWED_EVERY / 20)

    def _renew_while_idle(self) -> None:
        # An idle server would otherwise seem to have died. A busy one renews its lease with every
        # call, and has no connection to spare for this.
        while not self._closing.wait(RENEWED_EVERY / 2):
            if time.monotonic() >= self._due:
                with suppress(StoreError):
                    self._server.run(lambda _: None, RENEWED_EVERY / 20)


def require_none(db: Database, name: str) -> None:
    """Raise `StoreUnavailableError` if there is a lease, and let none be taken until the save."""
    db.write("LOCK TABLE leases IN SHARE MODE")
    _require_no_other(db, name, {"holder": "", "is_exclusive": True})


def _require_no_other(db: Database, name: str, line: Row) -> None:
    if other := db.row(_OTHERS, **line):
        msg = (
            f"the games at {name} are in use on {other['host']}: stop what has them open first"
            f" (after a crash, wait {VALID} seconds)"
        )
        raise StoreUnavailableError(msg)
