"""The session: a signed cookie that no server has to remember."""

from functools import lru_cache

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

MOST_READ = 500  # cookies of phones that were here last
LONGEST_COOKIE = 4096  # characters; no browser keeps more, and what is read is held in memory


class CookieSessions(SecureCookieSessionInterface):
    """Cookies signed as Flask does it; what signs them is made once, and what was read is known.

    A phone sends the same cookie with every page until something in it changes.
    """

    _serializer: URLSafeTimedSerializer | None = None

    def __init__(self) -> None:
        self._text = lru_cache(maxsize=MOST_READ)(self._checked)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the cookie of a phone; one that this server has not written is as good as none."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        text = self._text(app, cookie) if len(cookie) <= LONGEST_COOKIE else None
        return self.session_class(self.serializer.loads(text) if text else None)

    def _checked(self, app: Flask, cookie: str) -> str | None:
        """Give what a cookie says, as text: whoever changes it changes their own copy."""
        seals = self.get_signing_serializer(app)
        assert seals  # there is always a secret
        try:
            said = seals.loads(cookie, max_age=int(app.permanent_session_lifetime.total_seconds()))
        except BadSignature:
            return None
        return str(self.serializer.dumps(said))

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Give what signs the cookies of an app, which has one for life."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie where it has changed; that pages hang on it is said by `vary`."""
        if session.modified:
            super().save_session(app, session, response)
