"""The session, stored in signed cookies."""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from flask import Flask, Request, Response, request
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer

from companion.web.http import cookies

LONGEST_MESSAGE = 300  # characters of up to twelve bytes in a cookie, of which browsers store 4,096
_FLASHES = "_flashes"  # where `flask.flash` puts its messages
_SESSION_MAX_AGE = 730 * 24 * 3600
_FLASH_MAX_AGE = 60  # seconds


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
        self._values = lru_cache(maxsize=500)(partial(_read, self._session))

    def open_session(self, app: Flask, request_: Request) -> SecureCookieSession:
        del app, request_
        known = cookies.read("session")
        session = SecureCookieSession(self._former() if known is None else self._values(known))
        if flashes := _read(self._flash, cookies.read("flash")):
            session.update(flashes)
            session.modified = False
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set or delete the session's or the flash message's cookie, if its values changed."""
        del app
        if request.path.startswith("/static/"):  # cached for everybody
            return
        values, known, former = dict(session), cookies.read("session"), self._former()
        flashes = values.pop(_FLASHES, [])
        is_set = session.modified or (former and known is None)
        if is_set and values != self._values(known):
            cookie = str(self._session.dumps(values)) if values else ""
            cookies.write(response, cookies.name_of("session"), cookie, _SESSION_MAX_AGE)
        cookie = ""
        if flashes:
            # Only the last message is stored, truncated if it is very long.
            category, message = flashes[-1]
            if len(message) > LONGEST_MESSAGE:
                message = f"{message[: LONGEST_MESSAGE - 1]}…"
            cookie = str(self._flash.dumps({_FLASHES: [(category, message)]}))
        if (cookie or None) != cookies.read("flash"):
            cookies.write(response, cookies.name_of("flash"), cookie, _FLASH_MAX_AGE)
        for name in cookies.FORMER & request.cookies.keys() if former else ():
            cookies.write(response, name, "")

    def _former(self) -> Mapping[str, Any]:
        """Return the values of an earlier version's cookie, not those of another server's."""
        return self._values(request.cookies.get("session"))


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
