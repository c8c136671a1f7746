"""Addresses at which phones reach this server, and whether a phone has connected."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread

from companion.network.addresses import (
    ANY_IPV4,
    ANY_IPV6,
    Address,
    local_name,
    own_addresses,
    parsed_ip,
)  # fmt: skip
from companion.network.multicast_dns import is_announced

_URL_MAX_AGE = 3.0  # seconds for which the likeliest URL is cached
PATIENCE = 60.0  # seconds without a phone until hints on connecting are shown


@dataclass(frozen=True, slots=True)
class PhoneUrl:
    """A URL to open on a phone, with `address` None if its host is a name or was configured."""

    url: str
    address: Address | None = None

    @property
    def is_likely(self) -> bool:
        """Whether phones in the same room can probably open this URL."""
        return self.address is None or self.address.kind.is_for_phones


def phone_urls(host: str, port: int, *, is_named: bool) -> list[PhoneUrl]:
    """Return the URLs at which phones may reach a server on `host`, the likeliest first.

    `is_named` adds the machine's mDNS name, in second position because not every phone can
    resolve such names.
    """
    if host not in {ANY_IPV4, ANY_IPV6}:
        return [] if is_loopback(host) else [PhoneUrl(_url(host, port))]
    found = [
        PhoneUrl(_url(address.ip, port), address)
        for address in own_addresses()
        if host == ANY_IPV6 or ":" not in address.ip
    ]
    if is_named and found and found[0].is_likely:
        found.insert(1, PhoneUrl(_url(local_name(), port)))
    return found


def _url(host: str, port: int) -> str:
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}" if port == 80 else f"http://{named}:{port}"  # noqa: PLR2004


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address or `localhost`."""
    ip = parsed_ip(host)
    return ip.is_loopback if ip else host == "localhost"


class Phones:
    """URLs at which phones reach a server on `host` and `port`, and whether one has connected."""

    def __init__(self, host: str, port: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.host, self.port, self.clock = host, port, clock
        self._begun = clock()
        self._found: tuple[float, str | None] | None = None
        self._arrived = Event()
        # The mDNS lookup starts now in a thread, because it takes almost a second.
        self._is_named = False
        self._asked = Thread(target=self._ask, name="name", daemon=True)
        self._asked.start()

    def _ask(self) -> None:
        self._is_named = is_announced(local_name(), [each.ip for each in own_addresses()])

    @property
    def has_name(self) -> bool:
        self._asked.join()
        return self._is_named

    def urls(self) -> Sequence[PhoneUrl]:
        """Return the current URLs for phones, the likeliest first, or an empty list."""
        return phone_urls(self.host, self.port, is_named=self.has_name)

    def likeliest_url(self) -> str | None:
        """Return the URL that phones can most likely open or None, cached for a few seconds."""
        # Reading the network cards takes longer than rendering most pages.
        if self._found is None or self.clock() - self._found[0] > _URL_MAX_AGE:
            url = next((phone_url.url for phone_url in self.urls() if phone_url.is_likely), None)
            self._found = (self.clock(), url)
        return self._found[1]

    @property
    def is_open(self) -> bool:
        """Whether the server listens on all addresses of this machine, including later ones."""
        return self.host in {ANY_IPV4, ANY_IPV6}

    def note(self, visitor: str) -> None:
        if not self._arrived.is_set() and not self.is_this_machine(visitor):
            self._arrived.set()

    def is_this_machine(self, visitor: str) -> bool:
        return is_loopback(visitor) or visitor in {each.ip for each in own_addresses()}

    @property
    def has_connected(self) -> bool:
        return self._arrived.is_set()

    @property
    def is_overdue(self) -> bool:
        """Whether no phone has connected within `PATIENCE` seconds of the start."""
        return not self.has_connected and self.clock() - self._begun >= PATIENCE
