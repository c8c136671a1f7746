"""The games this phone knows: a signed cookie that no server has to remember."""

from collections.abc import Iterator
from contextlib import suppress
from secrets import token_hex

from flask import session

from companion.game.players import faults_of
from companion.game.rounds import Seat
from companion.services.access import Access
from companion.store.errors import DamagedGameError
from companion.web.ui.polling import is_asking_again
from companion.web.ui.registry import game_service

MOST_KNOWN = 50
_NAME, _FORGOTTEN, _SEATS, _PHONE = "games", "forgotten", "seats", "phone"
_NICKNAME = "nickname"


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
        found = game_service().access_key(key)
        with suppress(DamagedGameError):  # its own page says so; the others must still be listed
            if found:
                yield game_service().access(found)


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


def nickname() -> str | None:
    """Give what this phone is called; None where nobody said, or a cookie says nonsense."""
    name = session.get(_NICKNAME)
    return name if isinstance(name, str) and not faults_of(name) else None


def name_at_table(access: Access) -> str | None:
    """Give who a phone is in a game: the player whose phone it is, else what it is called."""
    own = seat_of(access.key)
    return access.game.name(own) if own in access.game.seats else nickname()


def set_nickname(name: str) -> None:
    """Remember what this phone is called; an empty name is none."""
    session.permanent = True
    session[_NICKNAME] = name
