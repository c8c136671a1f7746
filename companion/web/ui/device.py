"""What this device remembers, in its signed session cookie: its games, its name, its seats.

A cookie may come from an older version or from somebody who knows the secret, so whatever is read
from it is checked for its type.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_hex

from flask import session, url_for

from companion.game.players import faults_of
from companion.game.rounds import Seat
from companion.keys import new_key
from companion.services import AccessKey, DamagedRowError, Group
from companion.services.access import Access
from companion.web.ui.access import game_service
from companion.web.ui.pages import is_asking_again
from companion.web.ui.registry import registry

MAX_GAMES = 50
MAX_GROUPS = 12
MAX_DELETED_GAMES = 3  # a cookie is small
_MAX_LABEL = 60  # characters
_GAMES, _FORGOTTEN, _DELETED, _GROUPS = "games", "forgotten", "deleted", "groups"
_SEATS, _DEVICE_ID, _NICKNAME = "seats", "phone", "nickname"
_SEAT_KEYS, _TELEVISION = "seat_keys", "television"
_MOST_SEAT_KEYS = 5
_JOINING = "joining"  # the key that this phone came by, until it has said whose it is


# games


def remember_game(key: str) -> None:
    """Put a game first among those of this phone; the oldest beyond `MAX_GAMES` is dropped.

    An open page that polls is nobody who opens a game, and changes no cookie.
    """
    if not is_asking_again():
        _remember(key)


def join_game(access: Access) -> None:
    """Remember a game that this phone may write to; where it is new here, ask whose phone it is.

    After a rematch that is known already, as far as it was said: nobody is asked again.
    """
    is_new = not is_asking_again() and access.key not in _game_keys()
    before = game_service().game_before(access, _game_keys()) if is_new else None
    remember_game(access.key)
    if before and (own := seat(before.key)) in before.game.seats:
        set_seat(access.key, own and access.game.seat(before.game.name(own)))
    elif is_new and before is None and not access.game.game_format.has_several_tables:
        session[_JOINING] = access.key


def is_joining(key: str) -> bool:
    """Return whether this phone came by a link and has not said yet whose it is."""
    return session.get(_JOINING) == key


def replace_key(old: str, new: str) -> None:
    """Remember a game by its new key in place of the old one."""
    if old != new:
        _remember(new, instead_of=old)


def _remember(key: str, instead_of: str | None = None) -> None:
    before = _game_keys()
    keys = [key, *(other for other in before if other not in {key, instead_of})][:MAX_GAMES]
    if keys != before:  # else the cookie would be signed and sent anew with every page
        session.permanent = True
        session[_GAMES] = keys


def forget_game(key: str) -> None:
    """Forget a game on this phone; it goes on for everybody else."""
    keys = _game_keys()
    if key in keys:
        # Kept for the button that brings it back; only the last one.
        session[_FORGOTTEN] = key
        session[_GAMES] = [other for other in keys if other != key]


def forgotten_game() -> str | None:
    """Return the key of the game that was forgotten last, and that can be put back."""
    key = session.get(_FORGOTTEN)
    return key if isinstance(key, str) else None


def restore_game() -> None:
    """Remember the game again that was forgotten last."""
    key = session.pop(_FORGOTTEN, None)
    if isinstance(key, str):
        _remember(key)


def games() -> Iterator[Access]:
    """Return the games of this phone whose keys still open them, the latest first."""
    return game_service().accesses(_game_keys())


def keys_of(game_id: str) -> list[AccessKey]:
    """Return the keys to a game that this phone knows and that still open it, the latest first."""
    return [found for found in game_service().access_keys(_game_keys()) if found.game == game_id]


def writing_key(game_id: str) -> AccessKey | None:
    """Return a key by which this phone writes to a game; None where it may only look."""
    return next((found for found in keys_of(game_id) if found.kind in ("score", "table")), None)


def way_back(game_id: str) -> AccessKey | None:
    """Return the key of the page of a game from which this phone came to its board."""
    return next((found for found in keys_of(game_id) if found.kind != "watch"), None)


def _game_keys() -> list[str]:
    keys = session.get(_GAMES)
    return [key for key in keys if isinstance(key, str)] if isinstance(keys, list) else []


# groups


def remember_group(key: str, instead_of: str | None = None) -> None:
    """Put a group first among those of this phone; the oldest beyond `MAX_GROUPS` is dropped."""
    before = group_keys()
    keys = [key, *(other for other in before if other not in {key, instead_of})][:MAX_GROUPS]
    if keys != before:
        session.permanent = True
        session[_GROUPS] = keys


def remember_group_of(game_key: str) -> None:
    """Remember the group of the game that a key opens."""
    found = game_service().access_key(game_key)
    group = registry().groups.of_game(found.game) if found else None
    if group:
        remember_group(group.key)


def forget_group(key: str) -> None:
    """Forget a group on this phone; whoever has its link opens it as before."""
    keys = group_keys()
    if key in keys:
        session[_GROUPS] = [other for other in keys if other != key]


def group_keys() -> list[str]:
    """Return the keys of the groups that this phone opened, or began a game of."""
    keys = session.get(_GROUPS)
    return [key for key in keys if isinstance(key, str)] if isinstance(keys, list) else []


def groups() -> Iterator[Group]:
    """Return the groups of this phone whose keys still open them, the latest first."""
    for key in group_keys():
        with suppress(DamagedRowError):
            found = registry().groups.find(key)
            if found:
                yield found


def group_of(game_id: str) -> Group | None:
    """Return the group of a game, if this phone knows its link; nobody else is shown it."""
    keys = group_keys()
    group = registry().groups.of_game(game_id) if keys else None
    return group if group and group.key in keys else None


def group_url(access: Access) -> str | None:
    """Return the page of the group of a game, if this phone knows its link."""
    group = group_of(access.game_id) if access.kind != "table" else None
    return url_for("groups.show", key=group.key) if group else None


# deleted games


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """A game that this phone deleted: who played, and the key that restores it."""

    label: str
    key: str


def add_deleted_game(key: str, names: Sequence[str]) -> DeletedGame:
    """Remember a game that was just deleted, so that this phone offers for a day to restore it."""
    label = ", ".join(names)
    if len(label) > _MAX_LABEL:
        label = f"{label[:_MAX_LABEL]}…"
    pairs = [(label, key), *_deleted_games()][:MAX_DELETED_GAMES]
    session.permanent = True
    session[_DELETED] = [list(pair) for pair in pairs]
    return DeletedGame(label, key)


def remove_deleted_game(key: str) -> None:
    """Forget that a game was deleted: it was restored."""
    session[_DELETED] = [list(pair) for pair in _deleted_games() if pair[1] != key]


def deleted_games() -> Iterator[DeletedGame]:
    """Return the games that this phone deleted and that can still be restored."""
    for label, key in _deleted_games():
        if game_service().can_restore(key):
            yield DeletedGame(label, key)


def _deleted_games() -> list[tuple[str, str]]:
    pairs = []
    stored = session.get(_DELETED)
    for pair in stored if isinstance(stored, list) else ():
        match pair:
            case [str(label), str(key)]:
                pairs.append((label, key))
    return pairs


# who uses this phone


def set_seat(key: str, seat: Seat | None) -> None:
    """Remember which player of a game uses this phone; None for none of them."""
    if is_joining(key):
        session.pop(_JOINING)
    keys = _game_keys()
    # Seats of games that this phone has dropped would fill the cookie.
    seats = {k: own for k, own in _seats().items() if k in keys and k != key}
    session[_SEATS] = seats | ({key: seat} if seat else {})


def seat(key: str) -> Seat | None:
    """Return which player of a game uses this phone, as far as anybody has said."""
    own = _seats().get(key)
    return own if isinstance(own, int) else None


def _seats() -> dict[str, object]:
    seats = session.get(_SEATS, {})
    return seats if isinstance(seats, dict) else {}


def sit_down(game_id: str, table_key: str, seat: Seat) -> None:
    """Remember that the seat of this phone plays at a table, in place of the tables before."""
    for found in keys_of(game_id):
        if found.kind == "table":
            replace_key(found.key, table_key)
    remember_game(table_key)
    set_seat(table_key, seat)


def set_nickname(name: str) -> None:
    """Remember what this phone is called; an empty name is none."""
    session.permanent = True
    session[_NICKNAME] = name


def nickname() -> str | None:
    """Return what this phone is called; None where nobody said, or a cookie says nonsense."""
    name = session.get(_NICKNAME)
    return name if isinstance(name, str) and not faults_of(name) else None


def author(access: Access) -> str | None:
    """Return who makes a change with this phone: the player who uses it, else its nickname."""
    own = seat(access.key)
    return access.game.name(own) if own in access.game.seats else nickname()


def set_device_id() -> None:
    """Set an id by which this phone knows its own hands, unless it has one."""
    session.setdefault(_DEVICE_ID, f"#{token_hex(3)}")


def device_id() -> str | None:
    """Return the id of this phone, which is no player's name; None before `set_device_id`."""
    own = session.get(_DEVICE_ID)
    return own if isinstance(own, str) else None


# a seat taken with this phone


def set_seat_key(game_id: str, key: str) -> None:
    """Remember the key to a seat that this phone has taken in a game."""
    others = {game: own for game, own in _seat_keys().items() if game != _mark(game_id)}
    kept = list(others.items())[1 - _MOST_SEAT_KEYS :]
    session.permanent = True
    session[_SEAT_KEYS] = {**dict(kept), _mark(game_id): key}


def seat_key(game_id: str) -> str | None:
    """Return the key to the seat that this phone has taken in a game."""
    key = _seat_keys().get(_mark(game_id))
    return key if isinstance(key, str) else None


def _seat_keys() -> dict[str, object]:
    keys = session.get(_SEAT_KEYS, {})
    return keys if isinstance(keys, dict) else {}


def _mark(game_id: str) -> str:
    # The id itself is for those who keep the score: the cookie can be read, if not changed.
    return blake2b(game_id.encode(), digest_size=6).hexdigest()


# a television


def television() -> str | None:
    """Return by what this device is known as a television; None where it was never one."""
    own = session.get(_TELEVISION)
    return own if isinstance(own, str) else None


def set_television() -> str:
    """Return by what this device is known as a television, from now on if it never was one."""
    session.permanent = True
    return str(session.setdefault(_TELEVISION, new_key()))
