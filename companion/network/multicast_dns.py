"""Multicast DNS lookup of a `.local` name, as phones do it."""

import secrets
import select
import socket
import struct
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress

_GROUPS = {socket.AF_INET: "224.0.0.251", socket.AF_INET6: "ff02::fb"}
_PORT = 5353
_A, _AAAA = 1, 28
_IN_UNICAST = 0x8001  # class IN, and the flag for a unicast response
_IS_ANSWER = 0x80
_HEADER = struct.Struct("!HHHHHH")


def is_announced(name: str, ips: Iterable[str], seconds: float = 0.7) -> bool:
    """Return whether an mDNS response within `seconds` maps the name to one of these addresses.

    Most systems announce the machine's name themselves (Bonjour, Avahi, Windows 10 and newer), but
    the service may be missing or switched off, or another machine may have the name.
    """
    wanted = [socket.inet_pton(socket.AF_INET6 if ":" in ip else socket.AF_INET, ip) for ip in ips]
    asked = _HEADER.pack(number := secrets.randbits(16), 0, 2, 0, 0, 0)
    parts = [part.encode()[:63] for part in name.split(".")]
    labels = b"".join(bytes([len(part)]) + part for part in parts) + b"\0"
    for kind in (_A, _AAAA):
        asked += labels + struct.pack("!HH", kind, _IN_UNICAST)
    with ExitStack() as stack:
        sockets = [stack.enter_context(each) for each in _sockets(wanted)]
        for each in sockets:
            with suppress(OSError):  # a network card without multicast
                each.sendto(asked, (_GROUPS[each.family], _PORT))
        end = time.monotonic() + seconds
        while sockets and (left := end - time.monotonic()) > 0:
            for each in select.select(sockets, [], [], left)[0]:
                with suppress(OSError):  # Windows reports here that the port was closed
                    answer = each.recv(9000)
                    is_ours = answer[:2] == number.to_bytes(2, "big") and answer[2] & _IS_ANSWER
                    # The response is searched for an address's bytes instead of parsed.
                    if is_ours and any(ip in answer for ip in wanted):
                        return True
    return False


def _sockets(ips: Iterable[bytes]) -> Iterator[socket.socket]:
    """Yield a UDP socket per IPv4 address, and one per network card if any address is IPv6."""
    ips = list(ips)
    for ip in ips:
        if len(ip) == 4:  # noqa: PLR2004
            with suppress(OSError):
                yield _sender(socket.AF_INET, socket.IPPROTO_IP, socket.IP_MULTICAST_IF, ip)
    if any(len(ip) == 16 for ip in ips):  # noqa: PLR2004
        for number, _ in socket.if_nameindex():
            card = struct.pack("@I", number)
            with suppress(OSError):
                yield _sender(socket.AF_INET6, socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, card)


def _sender(family: int, level: int, option: int, card: bytes) -> socket.socket:
    sender = socket.socket(family, socket.SOCK_DGRAM)
    try:
        sender.setsockopt(level, option, card)
    except OSError:
        sender.close()
        raise
    return sender
