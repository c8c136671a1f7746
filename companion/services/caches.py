"""What this process remembers for a while so that asking again is cheap; the store is the truth."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
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


class PollCache:
    """What open pages show, trusted for a moment without asking the store."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shown: dict[OpenPage, tuple[Shown, float]] = {}
        self._lock = Lock()

    def put(self, page: OpenPage, shown: Shown) -> None:
        """Remember what the store has just said."""
        with self._lock:
            if len(self._shown) >= MOST_REMEMBERED:
                self._shown.clear()
            self._shown[page] = (shown, self._clock())

    def get(self, page: OpenPage) -> Shown | None:
        """Return what a page shows, if the store said so a moment ago."""
        shown, at = self._shown.get(page, (None, 0.0))
        return shown if self._clock() - at < TRUSTED_FOR else None

    def clear(self) -> None:
        """Trust nothing any more: some keys have changed."""
        with self._lock:
            self._shown.clear()


class FormerKeys:
    """Keys that opened something until a while ago: who holds one is no stranger trying keys."""

    def __init__(self) -> None:
        self._why: OrderedDict[str, FormerReason] = OrderedDict()
        self._lock = Lock()

    def note(self, keys: Iterable[str], why: FormerReason) -> None:
        """Remember why these keys open nothing any more."""
        with self._lock:
            self._why.update(dict.fromkeys(keys, why))
            while len(self._why) > MOST_REMEMBERED:
                self._why.popitem(last=False)

    def forget(self, keys: Iterable[str]) -> None:
        """Take these keys off the list: they open something again."""
        with self._lock:
            for key in keys:
                self._why.pop(key, None)

    def why(self, key: str) -> FormerReason | None:
        """Return why a key opens nothing any more, None where nothing is known of it."""
        return self._why.get(key)


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


class Recent(Generic[Key, Value]):
    """What was worked out for the keys that were asked for last."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key, work_out: Callable[[], Value]) -> Value:
        """Return the value of a key; it is worked out where it is not at hand."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = work_out()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return value


@dataclass(frozen=True, slots=True)
class Caches:
    """What one running companion remembers beside the games themselves."""

    polls: PollCache = field(default_factory=PollCache)
    poll_interval: PollInterval = field(default_factory=PollInterval)


class FragmentCache:
    """The rendered fragments of pages that were asked for last, bounded by their length in all.

    A fragment is never the truth: its key holds the version of the game, which whoever asks has
    just read from the store, so what was rendered of another version is not found.
    """

    def __init__(self, limit: int = 4_000_000) -> None:
        self._limit = limit  # characters
        self._size = 0
        self._fragments: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, render: Callable[[], str]) -> str:
        """Return the fragment with this key; it is rendered where it is not in the cache."""
        with self._lock:
            if key in self._fragments:
                self._fragments.move_to_end(key)
                return self._fragments[key]
        # Rendered without the lock: a fragment may hold others, and nobody waits for a stranger's.
        fragment = render()
        with self._lock:
            self._size += len(fragment) - len(self._fragments.pop(key, ""))
            self._fragments[key] = fragment
            while self._size > self._limit:
                _, oldest = self._fragments.popitem(last=False)
                self._size -= len(oldest)
        return fragment
