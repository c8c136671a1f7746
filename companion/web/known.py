"""The games this phone knows: a signed cookie that no server has to remember."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from secrets import token_hex

from flask import Flask, Request, Response, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.game.rounds import Seat
from companion.store.errors import Damaged
from companion.web.access import Access
from companion.web.live import is_asking_again
from companion.web.parts import games

MOST_KNOWN = 50
MOST_READ = 500  # cookies of phones that were here last
LONGEST_COOKIE = 4096  # characters; no browser keeps more, and what is read is held in memory
_NAME, _FORGOTTEN, _SEATS, _PHONE = "games", "forgotten", "seats", "phone"


class Cookies(SecureCookieSessionInterface):
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


def remember(key: str) -> None:
    """Put a game first among those this phone knows; the oldest beyond fifty is forgotten.

    A page that stands open and asks for what is new is nobody who opens a game.
    """
    if is_asking_again():
        return
    keys = [key, *(k for k in _keys() if k != key)][:MOST_KNOWN]
    if keys != _keys():
        session.permanent = True
        session[_NAME] = keys


def forget(key: str) -> None:
    """Forget a game on this phone; it goes on for everybody else."""
    if key in _keys():
        session[_FORGOTTEN] = key
        session[_NAME] = [k for k in _keys() if k != key]


def has_just_forgotten() -> bool:
    """Tell whether there is a forgotten game to bring back."""
    return _FORGOTTEN in session


def bring_back() -> None:
    """Know the game again that was forgotten last."""
    key = session.pop(_FORGOTTEN, None)
    if isinstance(key, str):
        remember(key)


def exchange(old: str, new: str) -> None:
    """Know a game by its new key in place of the old one."""
    if old != new:
        session.permanent = True
        session[_NAME] = [new, *(k for k in _keys() if k not in {old, new})][:MOST_KNOWN]


def known() -> Iterator[Access]:
    """Go through the games this phone knows and that still open, the latest first."""
    for key in _keys():
        door = games().door(key)
        with suppress(Damaged):  # its own page says so; the others must still be listed
            if door:
                yield Access(key, door.kind, door.game, games().behind(door), door.table)


def sit(key: str, seat: Seat | None) -> None:
    """Remember whose phone this is in a game; forget it where `seat` is None."""
    seats = {k: s for k, s in _seats().items() if k in _keys() and k != key}
    session[_SEATS] = seats | ({key: seat} if seat else {})


def seat_of(key: str) -> Seat | None:
    """Tell whose phone this is in a game, as far as anybody has said."""
    seat = _seats().get(key)
    return seat if isinstance(seat, int) else None


def phone() -> str | None:
    """Give what this phone calls itself while nobody has said whose it is: no player's name."""
    name = session.get(_PHONE)
    return name if isinstance(name, str) else None


def call_phone() -> None:
    """Give this phone a name to know its own hands by."""
    session.setdefault(_PHONE, f"#{token_hex(3)}")


def _seats() -> dict[str, object]:
    seats = session.get(_SEATS, {})
    return seats if isinstance(seats, dict) else {}


def _keys() -> list[str]:
    keys = session.get(_NAME, [])
    return [k for k in keys if isinstance(k, str)] if isinstance(keys, list) else []
