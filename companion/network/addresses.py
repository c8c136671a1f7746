"""Addresses of this machine, sorted by how likely a phone can reach them."""

import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import ifaddr

ANY_IPV4, ANY_IPV6 = "0.0.0.0", "::"  # noqa: S104 - only compared with the user's choice
_CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")
_CARDS = Path("/sys/class/net")  # a folder for each network card, on Linux only


class Kind(IntEnum):
    """Kind of a network address, ordered by how likely phones can reach it."""

    PRIVATE = 1
    GLOBAL = 2
    IPV6 = 3
    MOBILE = 4
    VPN = 5
    CONTAINER = 6
    LINK_LOCAL = 7

    @property
    def is_for_phones(self) -> bool:
        """Whether phones in the same room can probably reach addresses of this kind."""
        return self <= Kind.IPV6


# Prefixes of network cards' names on Linux, Android, macOS and BSD, and words in them on Windows.
_VIRTUAL = (
    (Kind.MOBILE, re.compile(r"^(v4-)?rmnet|^ccmni|^pdp|^wwan|^clat", re.IGNORECASE)),
    (
        Kind.VPN,
        re.compile(
            r"^(tun|tap|wg|utun|ppp|ipsec|zt|nordlynx|proton|mullvad|cscotun|gpd)|tailscale|vpn"
            r"|wireguard|wintun|tap-windows|zerotier|hamachi|anyconnect|fortinet|nordlynx",
            re.IGNORECASE,
        ),
    ),
    (
        Kind.CONTAINER,
        re.compile(
            r"^(docker|br-[0-9a-f]{6}|veth|virbr|lxc|lxd|incus|podman|cni|flannel|cali|vboxnet"
            r"|vmnet|vmenet)|vethernet|hyper-v|virtualbox|vmware|\bwsl\b",
            re.IGNORECASE,
        ),
    ),
)
_WIRELESS = re.compile(r"^(wl|ap\d|swlan|softap|ath)|wi-?fi|wireless", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this machine and its network card."""

    ip: str
    card: str
    kind: Kind


def parsed_ip(text: str) -> IPv4Address | IPv6Address | None:
    with suppress(ValueError):
        return ip_address(text)
    return None


def own_addresses() -> list[Address]:
    """Return the addresses of this machine that a phone could try, the likeliest first.

    Loopback addresses are left out, and so are link-local IPv6 addresses (`fe80::…`), which no
    browser can open. A card has at most one IPv6 address in the list.
    """
    outgoing = _outgoing_ip()
    found: dict[tuple[int, ...], Address] = {}
    for place, card in enumerate(ifaddr.get_adapters()):
        for each in card.ips:
            ip = ip_address(each.ip[0] if isinstance(each.ip, tuple) else each.ip)
            is_unusable = ip.version == 6 and ip.is_link_local  # noqa: PLR2004
            if ip.is_loopback or ip.is_unspecified or is_unusable:
                continue
            is_outgoing = str(ip) == outgoing
            described = f"{each.nice_name} {card.nice_name}"
            kind = _kind(ip, described, each.nice_name, is_outgoing=is_outgoing)
            # First the card of the default route, whose router phones mostly share, then Wi-Fi.
            order = (not is_outgoing, not _WIRELESS.search(each.nice_name), place)
            number = 0 if ip.version == 6 else int(ip)  # noqa: PLR2004
            found.setdefault((kind, *order, number), Address(str(ip), each.nice_name, kind))
    return [address for _, address in sorted(found.items())]


def _kind(ip: IPv4Address | IPv6Address, described: str, card: str, *, is_outgoing: bool) -> Kind:
    for kind, pattern in _VIRTUAL:
        # A virtual switch that has the default route carries the machine's own address.
        if pattern.search(described) and not (kind is Kind.CONTAINER and is_outgoing):
            return kind
    if ip.is_link_local:
        return Kind.LINK_LOCAL
    if is_in_container() and _is_paired(card):
        return Kind.CONTAINER
    if ip.version == 6:  # noqa: PLR2004
        return Kind.IPV6
    return Kind.PRIVATE if ip.is_private else Kind.GLOBAL


def is_in_container() -> bool:
    """Return whether this process runs in a container, whose addresses phones cannot reach."""
    return any(Path(mark).exists() for mark in _CONTAINER_MARKS)


def _is_paired(card: str) -> bool:
    """Return whether a network card is one end of a veth pair, whose other end is on the host."""
    try:
        ends = [(_CARDS / card / name).read_text().strip() for name in ("ifindex", "iflink")]
    except OSError:
        return False
    return len(set(ends)) > 1


def _outgoing_ip() -> str | None:
    """Return the IPv4 source address of outgoing connections, or None without a route.

    No packet is sent, because connecting a datagram socket only selects a route. This address
    alone is not enough: it may be that of a VPN, and a hotspot of this machine has no route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # an address reserved for documentation
        except OSError:
            return None
        return str(probe.getsockname()[0])


def host_to_listen_on(host: str) -> str:
    """Return `host`, but `::` instead of `0.0.0.0` if phones can reach only IPv6 addresses."""
    if host != ANY_IPV4 or not socket.has_dualstack_ipv6():
        return host
    kinds = {address.kind for address in own_addresses() if address.kind.is_for_phones}
    return ANY_IPV6 if kinds == {Kind.IPV6} else host


def local_name() -> str:
    """Return the mDNS name of this machine, such as `raspberrypi.local`."""
    return socket.gethostname().partition(".")[0].lower() + ".local"


def names() -> frozenset[str]:
    """Return this machine's host name, full and short, and its mDNS name, in lower case."""
    full = socket.gethostname().lower()
    return frozenset({full, full.partition(".")[0], local_name()})
