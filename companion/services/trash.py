"""Deleted games are really removed after a day, out of a group of several after 30 days.

The first request of every hour sees to it.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock

from companion.store.errors import StoreError
from companion.store.store import Store

RETENTION = timedelta(days=1)
GROUP_RETENTION = timedelta(days=30)  # of a game in a group: an old link must not erase years
SWEEP_INTERVAL = 3600.0  # seconds


class Sweeper:
    """Empties the trash, at most once an hour.

    The clock of a small computer may be years ahead until it finds the network, also while it
    starts. So the trash goes by the time that has passed for sure: the latest one that the store
    knew when this process began, and what has passed since by the clock that never jumps (`clock`,
    in seconds). `due` is when by it the trash is emptied next.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.due = clock()
        self._lock = Lock()
        self._known: tuple[datetime, float] | None = None

    def sweep(self, store: Store, now: datetime) -> None:
        """Remove what was deleted a day ago, if an hour has passed since the last time."""
        with self._lock:
            if self.clock() < self.due:
                return
            self.due = self.clock() + SWEEP_INTERVAL
        with suppress(StoreError):  # nobody asked for this; the next hour will do
            passed = min(now, self._passed(store, now))
            store.trash.purge(passed - RETENTION, passed - GROUP_RETENTION)

    def _passed(self, store: Store, now: datetime) -> datetime:
        if self._known is None:
            changed = (each.changed for each in store.journals.latest(1))
            deleted = (each.deleted for each in store.trash.latest(1))
            known = [at for at in (*changed, *deleted) if at is not None]
            self._known = max(known, default=now), self.clock()
        latest, moment = self._known
        return latest + timedelta(seconds=self.clock() - moment)
