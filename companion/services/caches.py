"""What this process remembers for a while so that asking again is cheap; the store is the truth."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, Literal, TypeVar

MOST_REMEMBERED = 10_000
TRUSTED_FOR = 0.1
"""Seconds for which a poll does not ask the store what another poll has just asked.

So much later than its polling interval a phone may show what was saved at another server.
"""

FormerReason = Literal["renewed", "deleted", "group-deleted", "erased"]
OpenPage = tuple[str, str]  # its endpoint, and the key it was opened with
Shown = tuple[str, str]  # the game, and the mark of what the page shows of it

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """What was put in or asked for last, as long as there is room for it.

    `room`: how much all values may weigh together. `weigh`: what one weighs, 1 unless said. As many
    as `least` stay, whatever they weigh.
    """

    def __init__(
        self, room: int, weigh: Callable[[Value], int] = lambda _: 1, least: int = 0
    ) -> None:
        self._room, self._weigh, self._least = room, weigh, least
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        value = self.get(key)
        if value is None:
            # Without the lock: what is made may need others, and nobody waits for a stranger's.
            value = make()
            self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self._weight += self._weigh(value)
            while self._weight > self._room and len(self._values) > self._least:
                self._drop(next(iter(self._values)))

    def drop(self, key: Key) -> None:
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._weight = 0

    def _drop(self, key: Key) -> None:
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))


class PollCache:
    """What open pages show, trusted for a moment without asking the store."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shown: BoundedCache[OpenPage, tuple[Shown, float]] = BoundedCache(MOST_REMEMBERED)
        self.clear = self._shown.clear  # nothing is trusted any more where some keys have changed

    def put(self, page: OpenPage, shown: Shown) -> None:
        self._shown.put(page, (shown, self._clock()))

    def get(self, page: OpenPage) -> Shown | None:
        shown, at = self._shown.get(page) or (None, 0.0)
        return shown if self._clock() - at < TRUSTED_FOR else None


class PollInterval:
    """How soon an open page may ask again: the more pages are open, the later.

    Every page says how many seconds ago it asked last. The sum of these over a stretch of time,
    divided by its length, is the number of open pages, also while their pace is changing and
    while the answers come late.
    """

    STRETCH = 4.0  # seconds
    AT_MOST = 500  # answers a second that leave a small computer room for saving
    SOONEST, LATEST = 2.0, 15.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._sum = 0.0
        self._seconds = self.SOONEST
        self._lock = Lock()

    def after(self, seconds: float) -> float:
        """Count a page that asked after so many seconds; return after how many it may again."""
        with self._lock:
            now = self._clock()
            if now - self._begun >= self.STRETCH:
                pages = self._sum / (now - self._begun)
                self._seconds = self._within(pages / self.AT_MOST)
                self._begun, self._sum = now, 0.0
            self._sum += self._within(seconds)
            return self._seconds

    def _within(self, seconds: float) -> float:
        return min(max(seconds, self.SOONEST), self.LATEST)
