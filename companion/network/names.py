"""What this machine is called by the phones around it."""

import socket


def local_name() -> str:
    """Return the name this machine may announce in its network, such as `raspberrypi.local`."""
    return socket.gethostname().partition(".")[0].lower() + ".local"


def names() -> frozenset[str]:
    """Return every name under which this machine can be reached in its network."""
    full = socket.gethostname().lower()
    return frozenset({full, full.partition(".")[0], local_name()})
