"""The games this phone knows: a signed cookie that no server has to remember."""

from collections.abc import Iterator
from contextlib import suppress
from secrets import token_hex

from flask import session

from companion.game.rounds import Seat
from companion.store.errors import Damaged
from companion.web.access import Access
from companion.web.parts import games

MOST_KNOWN = 50
_NAME = "games"
_SEATS = "seats"
_PHONE = "phone"


def remember(key: str) -> None:
    """Put a game first among those this phone knows; the oldest beyond fifty is forgotten."""
    keys = [key, *(k for k in _keys() if k != key)][:MOST_KNOWN]
    if keys != _keys():
        session.permanent = True
        session[_NAME] = keys


def forget(key: str) -> None:
    """Forget a game on this phone; it goes on for everybody else."""
    session[_NAME] = [k for k in _keys() if k != key]


def known() -> Iterator[Access]:
    """Go through the games this phone knows and that still open, the latest first."""
    for key in _keys():
        door = games().door(key)
        with suppress(Damaged):  # its own page says so; the others must still be listed
            if door:
                yield Access(key, door.kind, door.game, games().game(door.game), door.table)


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
