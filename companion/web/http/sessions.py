"""The session, stored in signed cookies."""

from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any

from flask import Flask, Request, Response, current_app, request
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer

LONGEST_MESSAGE = 300  # characters of up to twelve bytes in a cookie, of which browsers store 4,096
_LONGEST_COOKIE = 4096  # characters, more than any that browsers store
_FORMER = {"session", "flash", "lang"}  # cookies of earlier versions, or of other servers
_FLASHES = "_flashes"  # where `flask.flash` puts its messages
_SESSION_MAX_AGE = 730 * 24 * 3600
_FLASH_MAX_AGE = 60  # seconds


def cookie_name(kind: str) -> str:
    """Return a cookie's name, made from the secret and the port that browsers use."""
    # Browsers send cookies to all servers at a host. Those over one store agree on both values.
    address: str = current_app.config["PUBLIC_URL"] or f"//{request.host}"
    port = address.split("/")[2].rpartition(":")[2]
    text = f"{current_app.secret_key!r} at port {port if port.isdecimal() else ''}"
    name = f"companion-{blake2b(text.encode(), digest_size=4).hexdigest()}"
    return name if kind == "session" else f"{name}-{kind}"


def read_cookie(kind: str) -> str | None:
    return request.cookies.get(cookie_name(kind))


def write_cookie(response: Response, name: str, value: str, max_age: int = 0) -> None:
    """Set a cookie, or delete it if it is empty."""
    age, path = max_age if value else 0, current_app.config["SESSION_COOKIE_PATH"]
    is_secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
    response.set_cookie(
        name, value, age, path=path, secure=is_secure, httponly=True, samesite="Lax"
    )


class CookieSessionInterface(SessionInterface):
    """Flask's session in two cookies: one for the flash message, one for the rest.

    A response that flashes a message leaves the other cookie alone, so it cannot undo what the
    response to a concurrent request has set. Both are signed without a timestamp and expire by
    `Max-Age`, because the clock of a small computer may be years off.
    """

    def __init__(self, secret: bytes) -> None:
        self._session = _Serializer(secret, salt="cookie-session", **_AS_FLASK_SIGNS)
        self._flash = _Serializer(secret, salt="cookie-flash", **_AS_FLASK_SIGNS)
        # A phone sends the same cookie each time. Its values are replaced, never changed in place.
        self._cached = lru_cache(maxsize=500)(partial(_read, self._session))

    def _values(self, cookie: str | None) -> dict[str, Any]:
        return self._cached(cookie) if len(cookie or "") <= _LONGEST_COOKIE else {}

    def open_session(self, app: Flask, request_: Request) -> SecureCookieSession:
        del app, request_
        known = read_cookie("session")
        if known is None:
            known = request.cookies.get("session")  # of an earlier version, or another server
        session = SecureCookieSession(self._values(known))
        if flashes := _read(self._flash, read_cookie("flash")):
            session.update(flashes)
            session.modified = False
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set or delete the session's or the flash message's cookie, if its values changed."""
        del app
        if request.path.startswith("/static/"):  # cached for everybody
            return
        values, known = dict(session), read_cookie("session")
        former = self._values(request.cookies.get("session"))
        flashes = values.pop(_FLASHES, [])
        is_set = session.modified or (former and known is None)
        if is_set and values != self._values(known):
            cookie = str(self._session.dumps(values)) if values else ""
            write_cookie(response, cookie_name("session"), cookie, _SESSION_MAX_AGE)
        cookie = ""
        if flashes:
            # Only the last message is stored, truncated if it is very long.
            category, message = flashes[-1]
            if len(message) > LONGEST_MESSAGE:
                message = f"{message[: LONGEST_MESSAGE - 1]}…"
            cookie = str(self._flash.dumps({_FLASHES: [(category, message)]}))
        if (cookie or None) != read_cookie("flash"):
            write_cookie(response, cookie_name("flash"), cookie, _FLASH_MAX_AGE)
        for name in _FORMER & request.cookies.keys() if former else ():
            write_cookie(response, name, "")


class _Serializer(URLSafeSerializer):
    """Signs values without a timestamp, and also reads those that Flask signed with one."""

    def load_payload(self, payload: bytes, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - itsdangerous' own signature
        # A timestamp follows the last dot. Without one, a dot can only be the first character.
        values, _, _ = payload.rpartition(b".")
        return super().load_payload(values or payload, *args, **kwargs)


_AS_FLASK_SIGNS: dict[str, Any] = {
    "serializer": TaggedJSONSerializer(),
    "signer_kwargs": {"key_derivation": "hmac"},
}


def _read(serializer: URLSafeSerializer, cookie: str | None) -> dict[str, Any]:
    """Return the values of a cookie, or none if its signature is invalid."""
    if not cookie:
        return {}
    try:
        return dict(serializer.loads(cookie))
    except BadSignature:
        return {}
