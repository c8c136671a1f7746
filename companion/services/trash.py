"""Purge of deleted games after a day, or after 30 days in a group of several games.

The first request of every hour triggers it.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock

from companion.store.errors import StoreError
from companion.store.store import Store

RETENTION = timedelta(days=1)
GROUP_RETENTION = timedelta(days=30)  # longer, so that an old link cannot erase a group's history
SWEEP_INTERVAL = 3600.0  # seconds between two purges


class Sweeper:
    """Purges the trash, at most once an hour.

    The clock of a small computer may be years ahead until it has network time. So the purge uses a
    trusted time: the latest one in the store when this process first purged, plus the time since
    on the monotonic `clock`. `due` is the time on that clock of the next purge.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.due = clock()
        self._lock = Lock()
        self._known: tuple[datetime, float] | None = None

    def sweep(self, store: Store, now: datetime) -> None:
        """Purge expired games if an hour has passed since the last purge."""
        with self._lock:
            if self.clock() < self.due:
                return
            self.due = self.clock() + SWEEP_INTERVAL
        with suppress(StoreError):  # retried in an hour, so the current request must not fail
            passed = min(now, self._trusted_now(store, now))
            store.trash.purge(passed - RETENTION, passed - GROUP_RETENTION)

    def _trusted_now(self, store: Store, now: datetime) -> datetime:
        if self._known is None:
            changed = (each.changed for each in store.journals.latest(1))
            deleted = (each.deleted for each in store.trash.latest(1))
            known = [at for at in (*changed, *deleted) if at is not None]
            self._known = max(known, default=now), self.clock()
        latest, moment = self._known
        return latest + timedelta(seconds=self.clock() - moment)
