"""Rate limits for each address, and queues for expensive requests."""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network

from companion.config import THREADS
from companion.network.addresses import parsed_ip
from companion.services.caches import BoundedCache

MOST_REMEMBERED = 100_000  # events of one limit, those of the latest addresses


class RateLimitError(Exception):
    """Too many events of one limit (such as wrong keys), to be retried after `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


class BusyError(Exception):
    """Too many expensive requests at once, to be retried after `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


class Queue:
    """Admits one thread. Few others may wait, so that threads are left for other requests.

    `threads` are those that all queues may use together. Refused clients come again after 1 to
    `latest` seconds at random, so that they do not come together.
    """

    PATIENCE = 10.0  # seconds

    def __init__(
        self, most_waiting: int = 2, threads: threading.Semaphore | None = None, latest: int = 5
    ) -> None:
        self._turn = threading.Lock()
        self._slots = threading.Semaphore(1 + most_waiting)
        self._threads = threads or threading.Semaphore(THREADS - 1)
        self._latest = latest

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Wait up to 10 seconds for this thread's turn, or raise `BusyError` (at once if full)."""
        with ExitStack() as stack:
            for lock in (self._threads, self._slots, self._turn):
                if not lock.acquire(timeout=self.PATIENCE if lock is self._turn else 0):
                    raise BusyError(1 + secrets.randbelow(self._latest))
                stack.callback(lock.release)
            yield


class Queues:
    """The queues of one running companion, which together leave a thread for other games.

    They are separate, so that a phone that restores its game does not wait for imports, nor a
    correction for pages.
    """

    def __init__(self) -> None:
        threads = threading.Semaphore(THREADS - 1)
        self.imports, self.restores = Queue(2, threads), Queue(1, threads)
        # Served one after the other, most are done before the refused ones come again.
        self.short_restores = Queue(THREADS - 2, threads, latest=1)
        self.whole_games, self.groups = Queue(2, threads), Queue(2, threads)
        self.long_changes, self.long_replays = Queue(2, threads), Queue(1, threads)


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
    """Return an IPv4 address unchanged, or an IPv6 address's /64 network, which one client has."""
    ip = parsed_ip(address)
    return str(IPv6Network((ip, 64), strict=False)) if isinstance(ip, IPv6Address) else address


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one running companion.

    A request with a valid key is limited by `late_seats` only, for a tournament in play whose link
    is posted on a wall. It waits in one of the `queues` only for work on all of a long game.
    """

    wrong_keys: Limit = field(default_factory=lambda: Limit(60, 60))
    new_games: Limit = field(default_factory=lambda: Limit(600, 3600))
    new_codes: Limit = field(default_factory=lambda: Limit(100, 3600))
    late_seats: Limit = field(default_factory=lambda: Limit(40, 600))
    queues: Queues = field(default_factory=Queues)
