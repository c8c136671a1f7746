"""What this machine is called by the phones around it."""

import ipaddress
import socket


def lan_ip() -> str | None:
    """Return the IPv4 address phones in the same network can reach, None where there is none.

    No packet is sent: connecting a datagram socket only makes the system choose a route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # reserved for documentation: nobody answers
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback else address


def local_name() -> str:
    """Return the name this machine announces in its network, such as `raspberrypi.local`."""
    return socket.gethostname().partition(".")[0].lower() + ".local"


def names() -> frozenset[str]:
    """Return every name under which this machine can be reached in its network."""
    full = socket.gethostname().lower()
    return frozenset({full, full.partition(".")[0], local_name()})
