"""In-memory caches of one process, and the interval of polls."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, Literal, TypeVar

MOST_REMEMBERED = 10_000
TRUSTED_FOR = 0.1
"""Seconds for which a poll uses the result of another poll instead of asking the store.

A phone may show a change saved at another server this much later than its polling interval.
"""

FormerReason = Literal["renewed", "deleted", "group-deleted", "erased"]
OpenPage = tuple[str, str]  # the page's endpoint and access key
Shown = tuple[str, str]  # the game's id and the version tag of the page

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """LRU cache with a limit on the total weight of its values.

    `capacity` is the maximum total weight. `weigh` returns a value's weight (default 1). The last
    `least` values stay, whatever they weigh.
    """

    def __init__(
        self, capacity: int, weigh: Callable[[Value], int] = lambda _: 1, least: int = 0
    ) -> None:
        self._capacity, self._weigh, self._least = capacity, weigh, least
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
            # Called unlocked, because `make` may use this cache, and other threads must not wait.
            value = make()
            self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self._weight += self._weigh(value)
            while self._weight > self._capacity and len(self._values) > self._least:
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
    """Cache of each open page's game and version tag, valid for `TRUSTED_FOR` seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shown: BoundedCache[OpenPage, tuple[Shown, float]] = BoundedCache(MOST_REMEMBERED)
        self.clear = self._shown.clear  # called when access keys have changed

    def put(self, page: OpenPage, shown: Shown) -> None:
        self._shown.put(page, (shown, self._clock()))

    def get(self, page: OpenPage) -> Shown | None:
        shown, at = self._shown.get(page) or (None, 0.0)
        return shown if self._clock() - at < TRUSTED_FOR else None


class PollInterval:
    """Polling interval of open pages, which grows with their number.

    Every poll reports the seconds since the page's last poll. The sum of these over a time window,
    divided by the window's length, is the number of open pages. This holds even while the interval
    is changing and while responses are late.
    """

    WINDOW = 4.0  # seconds over which open pages are counted
    MOST_PER_SECOND = 500  # polls of all pages, at which a small computer can still save
    SOONEST, LATEST = 2.0, 15.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._sum = 0.0
        self._seconds = self.SOONEST
        self._lock = Lock()

    def after(self, seconds: float) -> float:
        """Count a poll `seconds` after the page's last one, and return the seconds to the next."""
        with self._lock:
            now = self._clock()
            if now - self._begun >= self.WINDOW:
                pages = self._sum / (now - self._begun)
                self._seconds = self._within(pages / self.MOST_PER_SECOND)
                self._begun, self._sum = now, 0.0
            self._sum += self._within(seconds)
            return self._seconds

    def _within(self, seconds: float) -> float:
        return min(max(seconds, self.SOONEST), self.LATEST)
