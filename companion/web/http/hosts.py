"""Under which names the companion answers: another may belong to a page that must not read it."""

import logging
import re
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

from companion.network.addresses import names, parsed_ip

_LONGEST = 260  # characters of a name with its port; what was asked for last is held in memory
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_MOST_LOGGED = 20  # names; what strangers ask for must not fill the log

log = logging.getLogger(__name__)
_logged: set[str] = set()


class UnknownHostError(Exception):
    """A request that is meant for a name which is none of ours."""


def require_own_host(host: str, public_url: str | None, host_names: Collection[str]) -> None:
    """Raise `UnknownHostError` for a `Host` that does not mean this server, and log its name."""
    if is_own_host(host, public_url, host_names):
        return
    # Whoever runs this server is told, once, how it learns a name under which it was found.
    name = _name(f"//{host}") if len(host) <= _LONGEST else ""
    # A name only: nothing else that a stranger sends gets into the log.
    if _NAME.fullmatch(name) and name not in _logged and len(_logged) < _MOST_LOGGED:
        _logged.add(name)
        log.warning(
            "Somebody looked for this companion under the name %s, to which it does not answer."
            " If that name leads here, start it with --host-name %s.",
            name,
            name,
        )
    raise UnknownHostError


def is_own_host(host: str, public_url: str | None, host_names: Collection[str] = ()) -> bool:
    """Return whether a `Host` means this server: an IP, its public name, or one it was given."""
    if len(host) > _LONGEST:
        return False
    name = _name(f"//{host}").removesuffix(".")
    known = {"localhost", _name(public_url or "") or "localhost", *host_names}
    return name in known or parsed_ip(name) is not None or name in names()


@lru_cache(maxsize=100)
def _name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # half an address in brackets
        return ""
