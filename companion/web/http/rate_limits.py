"""How often somebody may ask for what costs the house something."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_REMEMBERED = 100_000  # events of one kind; those of the addresses that asked last


class RateLimitError(Exception):
    """Too many requests with unknown keys, or too many games created."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(seconds)


class Limit:
    """At most so many events from one address within so many seconds, whenever those begin."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, address: str) -> None:
        """Count one event.

        Raises `RateLimitError` where it is one too many, and then does not count.
        """
        now = self._clock()
        with self._lock:
            times = self._times.setdefault(address, deque())
            self._times.move_to_end(address)
            if len(self._times) > MOST_REMEMBERED // self.most:
                self._times.popitem(last=False)  # of the address unseen for longest
            while times and times[0] <= now - self.seconds:
                times.popleft()
            if len(times) == self.most:
                raise RateLimitError(int(times[0] + self.seconds - now) + 1)
            times.append(now)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one running companion; a request with a right key meets none of them."""

    wrong_keys: Limit = field(default_factory=lambda: Limit(60, 60))
    new_games: Limit = field(default_factory=lambda: Limit(600, 3600))
