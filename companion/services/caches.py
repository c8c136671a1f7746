"""What this process remembers for a while so that asking again is cheap; the store is the truth."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

MOST_REMEMBERED = 10_000
TRUSTED = 1.0  # seconds; a server of its own over the same file is noticed that late

Gone = Literal["renewed", "deleted"]
Seen = tuple[str, str]  # the page, and the key it was opened with
Glance = tuple[str, str]  # the game, and what tells how it stood


class PollCache:
    """Which game an open page shows, believed for a moment without asking the store."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[Seen, tuple[Glance, float]] = {}
        self._lock = Lock()

    def note(self, seen: Seen, glance: Glance) -> None:
        """Remember what the store has just said."""
        with self._lock:
            if len(self._seen) >= MOST_REMEMBERED:
                self._seen.clear()
            self._seen[seen] = (glance, self._clock())

    def at(self, seen: Seen) -> Glance | None:
        """Give the game and how it stood, if the store said so a moment ago."""
        glance, at = self._seen.get(seen, (None, 0.0))
        return glance if self._clock() - at < TRUSTED else None

    def forget(self) -> None:
        """Believe nothing any more: some keys have changed."""
        with self._lock:
            self._seen.clear()


class FormerKeys:
    """Keys that opened something until a while ago: who holds one is no stranger trying keys."""

    def __init__(self) -> None:
        self._why: OrderedDict[str, Gone] = OrderedDict()
        self._lock = Lock()

    def note(self, keys: Iterable[str], why: Gone) -> None:
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

    def why(self, key: str) -> Gone | None:
        """Tell why a key opens nothing any more, if that is known."""
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
        """Count a page that asked after so many seconds, and tell after how many it may again."""
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


class IdempotencyCache:
    """What came of a request, for the second tap on the same button."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._done: OrderedDict[str, str] = OrderedDict()

    def known(self, request_id: str | None) -> str | None:
        """Give what came of it, if it was made before."""
        return self._done.get(request_id or "")

    def note(self, request_id: str | None, outcome: str) -> None:
        """Remember what came of it."""
        if request_id:
            self._done[request_id] = outcome
        while len(self._done) > MOST_REMEMBERED:
            self._done.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Caches:
    """All of it, for one running companion."""

    glances: PollCache = field(default_factory=PollCache)
    once: IdempotencyCache = field(default_factory=IdempotencyCache)
    pace: PollInterval = field(default_factory=PollInterval)
