"""Names of this companion's cookies, which share a host with the cookies of other servers."""

from hashlib import blake2b

from flask import current_app, request
from werkzeug.wrappers import Response

SESSION, FLASH, LANGUAGE = "session", "flash", "lang"
"""Kinds of cookies, which were also their names in earlier versions."""


def name_of(kind: str) -> str:
    """Return the name of a cookie: `companion-1f2e3d4c`, followed by its kind if not the session's.

    Browsers send the cookies of a host to all servers there, whatever their ports. The port in the
    digest is that of the address that browsers use, the same for several servers over one store.
    """
    address: str = current_app.config["PUBLIC_URL"] or f"//{request.host}"
    _, _, port = address.split("/")[2].rpartition(":")
    secret = current_app.secret_key or b""
    secret = secret if isinstance(secret, bytes) else secret.encode()
    text = b"%s cookies of port %s" % (secret, port.encode() if port.isdecimal() else b"")
    name = f"companion-{blake2b(text, digest_size=4).hexdigest()}"
    return name if kind == SESSION else f"{name}-{kind}"


def read(kind: str) -> str | None:
    return request.cookies.get(name_of(kind))


def former(kind: str) -> str | None:
    """Return a cookie with the name of earlier versions, which may be another server's."""
    return request.cookies.get(kind)


def write(response: Response, kind: str, value: str, max_age: int) -> None:
    """Set a cookie, or delete it if it is empty."""
    _write(response, name_of(kind), value, max_age)


def delete_former(response: Response) -> None:
    for kind in request.cookies.keys() & {SESSION, FLASH, LANGUAGE}:
        _write(response, kind, "", 0)


def _write(response: Response, name: str, value: str, max_age: int) -> None:
    config = current_app.config
    response.set_cookie(
        name,
        value,
        max_age=max_age if value else 0,
        path=config["SESSION_COOKIE_PATH"],
        secure=bool(config["SESSION_COOKIE_SECURE"]),
        httponly=True,
        samesite=config["SESSION_COOKIE_SAMESITE"],
    )
