"""Check of the `Host` header, which protects against DNS rebinding."""

import logging
import re
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

from flask import request

from companion.network.addresses import names, parsed_ip

_LONGEST = 260  # characters of a name with its port, because recent names are cached
_NAME = re.compile(r"(https?://)?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*(:\d{1,5})?")
_MOST_LOGGED = 20  # names, so that unknown clients cannot fill the log
_UNKNOWN_NAME = (
    "Somebody looked for this companion under the name %s, to which it does not answer."
    " If that name leads here, start it with --host-name %s."
)

log = logging.getLogger(__name__)
_logged: set[str] = set()


class UnknownHostError(Exception):
    """A request whose `Host` is no name or address of this server."""


def require_own_host(host: str, public_url: str | None, host_names: Collection[str]) -> None:
    """Raise `UnknownHostError` for a `Host` that is not ours, and log its name."""
    if is_own_host(host, public_url, host_names):
        return
    # Tell the operator, once for each name, how to add it.
    name = _name(f"//{host}") if len(host) <= _LONGEST else ""
    log_once(name, _UNKNOWN_NAME)
    raise UnknownHostError


def log_once(name: str, message: str) -> None:
    """Log a message about a host name or an origin, once for each."""
    # Log only valid names, so that a client cannot put other text into the log.
    if _NAME.fullmatch(name) and name not in _logged and len(_logged) < _MOST_LOGGED:
        _logged.add(name)
        log.warning(message, name, name)


def is_own_host(host: str, public_url: str | None, host_names: Collection[str] = ()) -> bool:
    """Return whether a `Host` is an IP address, or a public, local or configured name."""
    if len(host) > _LONGEST:
        return False
    name = _name(f"//{host}").removesuffix(".")
    known = {"localhost", _name(public_url or "") or "localhost", *host_names}
    return name in known or parsed_ip(name) is not None or name in names()


def base_url() -> str:
    """Return the request's scheme and host, undecoded (Werkzeug's `host_url` may fail)."""
    return f"{request.scheme}://{request.host}"


@lru_cache(maxsize=100)
def _name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # an unclosed bracket
        return ""
