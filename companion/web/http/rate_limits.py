"""Rate limits for each address, and queues for expensive requests."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network

from companion.network.addresses import parsed_ip
from companion.services.caches import BoundedCache

MOST_REMEMBERED = 100_000  # events of one kind, of the addresses that sent a request last


class RateLimitError(Exception):
    """Too many requests with unknown keys, or too many games created."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


class BusyError(Exception):
    """Too many expensive requests at once, to be retried after `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


class Queue:
    """Admits one thread at a time. Few may wait, so that threads are left for other games."""

    MOST_WAITING = 2
    PATIENCE = 10.0  # seconds

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._one_at_a_time = threading.Lock()
        self._slots = threading.BoundedSemaphore(1 + most_waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Enter when it is this thread's turn for an expensive task, or raise `BusyError`."""
        with ExitStack() as stack:
            for lock, patience in ((self._slots, 0), (self._one_at_a_time, self.PATIENCE)):
                if not lock.acquire(timeout=patience):
                    raise BusyError(int(self.PATIENCE))
                stack.callback(lock.release)
            yield


class Limit:
    """At most `most` events from one address within any `seconds`.

    Repetitions of one event are counted once, such as forty phones that ask for one lost game again
    and again.
    """

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._events: BoundedCache[str, deque[tuple[float, str | None]]]
        self._events = BoundedCache(MOST_REMEMBERED // most)

    def count(self, address: str, event: str | None = None) -> None:
        """Count an event (None: unlike any other), or raise `RateLimitError` without counting."""
        now = self._clock()
        source = network_of(address)
        with self._lock:
            events = self._events.get_or_make(source, deque)
            while events and events[0][0] <= now - self.seconds:
                events.popleft()
            if event is not None and any(event == earlier for _, earlier in events):
                return
            if len(events) == self.most:
                raise RateLimitError(int(events[0][0] + self.seconds - now) + 1)
            events.append((now, event))


def network_of(address: str) -> str:
    """Return an address, or for IPv6 the network of 2**64 addresses that one client has."""
    ip = parsed_ip(address)
    return str(IPv6Network((ip, 64), strict=False)) if isinstance(ip, IPv6Address) else address


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one running companion.

    A request with a valid key is limited by `late_seats` only, for a tournament in play whose link
    is posted on a wall, and queues in `whole_games` and `long_replays` only, for games far longer
    than anyone plays. The queues are separate, so that a phone that restores its game does not wait
    for imports. Together they leave threads for other games.
    """

    wrong_keys: Limit = field(default_factory=lambda: Limit(60, 60))
    new_games: Limit = field(default_factory=lambda: Limit(600, 3600))
    new_codes: Limit = field(default_factory=lambda: Limit(100, 3600))
    late_seats: Limit = field(default_factory=lambda: Limit(40, 600))
    imports: Queue = field(default_factory=Queue)
    restores: Queue = field(default_factory=lambda: Queue(1))
    whole_games: Queue = field(default_factory=Queue)
    long_replays: Queue = field(default_factory=lambda: Queue(0))
