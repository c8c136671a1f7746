"""Deleted games are really removed after a day, out of a group of several after 30 days.

The first request of every hour sees to it.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Lock

from companion.store.errors import StoreError
from companion.store.rows.trash import Trash

RETENTION = timedelta(days=1)
GROUP_RETENTION = timedelta(days=30)  # of a game in a group: an old link must not erase years
SWEEP_INTERVAL = 3600.0  # seconds


class Sweeper:
    """Empties the trash, at most once an hour.

    The clock of a small computer may jump by years once it finds the network. So a game deleted
    while this process runs is also given a day by the clock that never jumps: `clock`, in seconds.
    `due` is when by it the trash is emptied next.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.due = clock()
        self._lock = Lock()
        self._last: tuple[datetime, float] | None = None

    def deleted(self, at: datetime) -> None:
        """Remember that a game has just been deleted, at this time by the clock on the wall."""
        self._last = (at, self.clock())

    def sweep(self, trash: Trash, now: datetime) -> None:
        """Remove what was deleted a day ago, if an hour has passed since the last time."""
        with self._lock:
            if self.clock() < self.due:
                return
            self.due = self.clock() + SWEEP_INTERVAL
        before = now - RETENTION
        at, moment = self._last or (before, 0.0)
        # Else the clock has jumped: by the other one it was deleted less than a day ago.
        if at >= before or self.clock() - moment >= RETENTION.total_seconds():
            with suppress(StoreError):  # nobody asked for this; the next hour will do
                trash.purge(before, now - GROUP_RETENTION)
