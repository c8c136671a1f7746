"""Names of cookies, which browsers send to all servers at a host, whatever their ports."""

from hashlib import blake2b

from flask import current_app, request
from werkzeug.wrappers import Response

FORMER = {"session", "flash", "lang"}
"""Kinds of cookies, which were their names in earlier versions and may be another server's."""


def name_of(kind: str) -> str:
    """Return a cookie's name, which several servers over one store agree on.

    Its digest is of the secret and of the port in the address that browsers use.
    """
    address: str = current_app.config["PUBLIC_URL"] or f"//{request.host}"
    port = address.split("/")[2].rpartition(":")[2]
    text = f"{current_app.secret_key!r} at port {port if port.isdecimal() else ''}"
    name = f"companion-{blake2b(text.encode(), digest_size=4).hexdigest()}"
    return name if kind == "session" else f"{name}-{kind}"


def read(kind: str) -> str | None:
    return request.cookies.get(name_of(kind))


def write(response: Response, name: str, value: str, max_age: int = 0) -> None:
    """Set a cookie, or delete it if it is empty."""
    config, age = current_app.config, max_age if value else 0
    path, is_secure = config["SESSION_COOKIE_PATH"], bool(config["SESSION_COOKIE_SECURE"])
    response.set_cookie(
        name, value, age, path=path, secure=is_secure, httponly=True, samesite="Lax"
    )
