"""How often somebody may ask for what costs the house something."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network

from companion.network.addresses import parsed_ip
from companion.services.caches import BoundedCache

MOST_REMEMBERED = 100_000  # events of one kind; those of the addresses that asked last


class RateLimitError(Exception):
    """Too many requests with unknown keys, or too many games created."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


class BusyError(Exception):
    """Too many ask at once for something that takes seconds; try again after so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


class Queue:
    """Lets one in at a time; few may wait, so that threads are left for the tables."""

    MOST_WAITING = 2
    PATIENCE = 10.0  # seconds

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(1 + most_waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Do inside what takes seconds, when it is one's turn; raises `BusyError`."""
        with ExitStack() as stack:
            for lock, patience in ((self._places, 0), (self._turn, self.PATIENCE)):
                if not lock.acquire(timeout=patience):
                    raise BusyError(int(self.PATIENCE))
                stack.callback(lock.release)
            yield


class Limit:
    """At most so many events from one address within so many seconds, whenever those begin.

    Of several events that are the same, such as forty phones that ask for one lost game again and
    again, only the first is counted.
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
        """Count an event (None: like no other); `RateLimitError`, uncounted, if it is too many."""
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
    """Return what stands for one place: of IPv6 everybody has 2**64 addresses."""
    ip = parsed_ip(address)
    return str(IPv6Network((ip, 64), strict=False)) if isinstance(ip, IPv6Address) else address


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one running companion.

    A request with a right key meets none but that for `late_seats`, of a tournament that has begun
    and whose link hangs on the wall, and the queue for `whole_games` and that for
    `long_replays`, and these only about games far longer than anybody plays. Each queue has its
    own, so that no phone that brings its game back waits for who imports; all of them together
    leave threads for the tables.
    """

    wrong_keys: Limit = field(default_factory=lambda: Limit(60, 60))
    new_games: Limit = field(default_factory=lambda: Limit(600, 3600))
    new_codes: Limit = field(default_factory=lambda: Limit(100, 3600))
    late_seats: Limit = field(default_factory=lambda: Limit(40, 600))
    imports: Queue = field(default_factory=Queue)
    restores: Queue = field(default_factory=lambda: Queue(1))
    whole_games: Queue = field(default_factory=Queue)
    long_replays: Queue = field(default_factory=lambda: Queue(0))
