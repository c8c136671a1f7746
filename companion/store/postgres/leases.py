"""Who has a database open: servers share it, a move has it to itself.

A database does not say who uses it: connections come and go, through poolers too, and locks are
gone with them. So whoever has it open writes so into a table, again every few seconds, and takes
the line out when it closes. A line that was not renewed for long enough is that of a process
that has died, or hangs, and counts no more; one that comes to itself looks before it does
anything else. What time it is only the database says.
"""

import socket
import threading
import time
from contextlib import suppress

from companion.keys import new_key
from companion.store.database import Database
from companion.store.errors import StoreError, StoreUnavailableError
from companion.store.postgres.connections import Connections

RENEWED_EVERY = 10.0  # seconds
VALID = 30  # seconds; longer than that, and whatever a statement may take

# Whoever has come since has seen a line that still counts for a while, and has yielded.
_STILL_VALID = f"""UPDATE leases SET renewed = clock_timestamp() WHERE holder = :holder
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
    """The right of one process to use a database, with others or, `is_exclusive`, alone."""

    def __init__(self, server: Connections, *, is_exclusive: bool = False) -> None:
        self._server = server
        self._holder = new_key()
        self._is_exclusive = is_exclusive
        self._due = 0.0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="lease", daemon=True)

    def take(self) -> None:
        """Have the right from now on; raises `StoreUnavailableError` where it cannot be had."""
        self._server.before_work = self.renew
        self._server.run(lambda _: None)
        self._thread.start()

    def renew(self, db: Database) -> None:
        """Say so again if it is time to; raises `StoreUnavailableError` where another is alone."""
        if time.monotonic() < self._due:
            return
        with self._lock:
            if time.monotonic() < self._due or self._closing.is_set():
                return
            line = {"holder": self._holder, "is_exclusive": self._is_exclusive}
            other = None
            if not db.write(_STILL_VALID, **line):
                # Each of two that come at once has written before it looks: at least one yields.
                db.write(_RENEW, **line, host=socket.gethostname())
                other = db.row(_OTHERS, **line)
            if other:
                db.write(_REMOVE, **line)
                msg = (
                    f"the games at {self._server.name} are in use on {other['host']}: stop what has"
                    f" them open first (after a crash, wait {VALID} seconds)"
                )
                raise StoreUnavailableError(msg)
            self._due = time.monotonic() + RENEWED_EVERY

    def close(self) -> None:
        with self._lock:  # what is being renewed would stand there again after it was taken out
            self._closing.set()
        with suppress(StoreError):  # what is not taken out ends by itself
            self._server.run(lambda db: db.write(_REMOVE, holder=self._holder), RENEWED_EVERY / 20)

    def _keep(self) -> None:
        # Without it a server that nobody asks anything would seem to be gone. A busy one renews its
        # lease by what it is asked, and has no connection to spare for this.
        while not self._closing.wait(RENEWED_EVERY / 2):
            if time.monotonic() >= self._due:
                with suppress(StoreError):
                    self._server.run(lambda _: None, RENEWED_EVERY / 20)
