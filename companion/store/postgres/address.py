"""The URL of a database: what is added to it, and how it is called without its password."""

import re
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from companion.store.errors import StoreUnavailableError

# What the URL does not say itself. A server that was cut off is given up while a save still waits.
_DEFAULTS: dict[str, Any] = {
    "application_name": "companion",
    "connect_timeout": 2,  # seconds, for each of several hosts
    "target_session_attrs": "read-write",  # of several hosts the one that takes saves
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 3000,  # milliseconds
}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is: all that is needed to connect, and a `name` that may be shown."""

    name: str
    conninfo: str = field(repr=False)
    password: str = field(repr=False)

    def plain(self, error: Exception) -> str:
        """Return in one line what an error of connecting says, without the password."""
        said = " ".join(str(error).split())
        return said.replace(self.password, "***") if self.password else said


def read_address(url: str) -> Address:
    """Read the URL of a database; `StoreUnavailableError` does not quote it: it has a password."""
    try:
        given = conninfo_to_dict(url)
        conninfo = make_conninfo("", **{**_DEFAULTS, **given})
    except ProgrammingError:
        given, conninfo = {}, ""
    host, port = str(given.get("host", "")), str(given.get("port", ""))
    if not conninfo or "@" in f"{host}{given.get('dbname')}" or not re.fullmatch(r"[\d,]*", port):
        msg = (
            "the URL of the store cannot be read: in a password, write signs such as @ : / ? # %"
            " as %40 %3A %2F %3F %23 %25"
        )
        raise StoreUnavailableError(msg) from None
    hosts = zip_longest(host.split(","), port.split(","), fillvalue="")
    places = [f"{each or 'localhost'}{number and ':'}{number}" for each, number in hosts]
    name = f"{','.join(places)}/{given.get('dbname', '')}"
    return Address(name, conninfo, str(given.get("password", "")))
