"""Which addresses are this server's own, and which are somebody else's."""

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from flask import current_app, request

from companion.network import names

_PORTS = {"http": 80, "https": 443}
_LONGEST = 260  # characters of a name with its port; what was asked for last is held in memory


def is_own_host(host: str, public_url: str | None) -> bool:
    """Return whether a `Host` means this server: an IP, one of its names, or its public one.

    Another name that leads here may belong to a page which must not read what this server says.
    """
    if len(host) > _LONGEST:
        return False
    try:
        name = _name(f"//{host}")
        public = _name(public_url or "")
    except ValueError:  # half an address in brackets
        return False
    return name in {"localhost", public or "localhost"} or _is_ip(name) or name in names()


@lru_cache(maxsize=100)
def _name(url: str) -> str:
    return urlsplit(url).hostname or ""


@lru_cache(maxsize=100)
def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def link(path: str) -> str:
    """Return the whole address of a path, as another phone must type it."""
    base = current_app.config["PUBLIC_URL"] or request.host_url
    return str(base).rstrip("/") + path


def is_own_origin(origin: str, public_url: str | None) -> bool:
    """Return whether a page of this server sent a request with this `Origin`."""
    own = {_server(request.host_url), _server(public_url or "")}
    return _server(origin) in own - {None}


def _server(url: str) -> tuple[str, str, int] | None:
    """Reduce an address to what browsers compare; None where it is no server's."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
