"""Memory of this device in its signed session cookie: its games, name and seats.

The cookie may come from an older version or from someone who knows the secret, so the type of each
value is checked.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_hex
from typing import Generic, TypeVar

from flask import request, session, url_for

from companion.editions import Edition
from companion.game.cards.box import BoxValues
from companion.game.entries import GameStarted, as_values
from companion.game.players import faults_of
from companion.game.rounds import Seat
from companion.keys import digest_of, is_key, new_key
from companion.services import AccessKey, DamagedRowError, GroupMembership, Kind
from companion.services.access import Access
from companion.services.games import UNGROUPED, NewGame
from companion.services.groups.group import Group
from companion.web.ui.access import game_service, key_from_request
from companion.web.ui.forms import fresh_request_id
from companion.web.ui.pages import is_polling
from companion.web.ui.registry import registry

MAX_GAMES = 50
MAX_GROUPS = 12
MAX_BOXES = 24
MAX_DELETED_GAMES = 3  # few, because browsers limit a cookie to 4 KB
_MAX_LABEL = 60  # characters
_MOST_SEAT_KEYS = 5

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class _Value(Generic[Content]):
    """A value of the session cookie, read as None if it is missing or of another type."""

    name: str
    kind: type[Content]

    def read(self) -> Content | None:
        value = session.get(self.name)
        return value if isinstance(value, self.kind) else None

    def write(self, value: Content) -> None:
        session.permanent = True
        session[self.name] = value


@dataclass(frozen=True, slots=True)
class _Keys:
    """A list of access keys or box ids in the cookie, the latest first, truncated to `most`."""

    name: str
    most: int

    def read(self) -> list[str]:
        return [key for key in _Value(self.name, list).read() or () if isinstance(key, str)]

    def put(self, key: str, instead_of: str | None = None) -> None:
        known = self.read()
        if known[:1] != [key] or instead_of in known:  # else no new cookie is needed
            self._write([key, *(other for other in known if other not in {key, instead_of})])

    def drop(self, key: str) -> None:
        known = self.read()
        if key in known:
            self._write([other for other in known if other != key])

    def _write(self, keys: list[str]) -> None:
        _Value(self.name, list).write(keys[: self.most])


_GAMES, _GROUPS = _Keys("games", MAX_GAMES), _Keys("groups", MAX_GROUPS)
_BOXES = _Keys("boxes", MAX_BOXES)  # of the games played: an edition, or a key to an own one
_OLDER_GAMES = 8  # searched for own boxes, which earlier versions did not remember
_FORGOTTEN = _Value("forgotten", str)  # the last one, for its restore button
_JOINING = _Value("joining", str)  # the key that this phone joined with, until its user is known
_LASTING = _Value("request", str)  # see `lasting_id`
_DELETED = _Value("deleted", list)  # pairs of the players' names and the key
_SEATS = _Value("seats", dict)  # by access key
_SEAT_KEYS = _Value("seat_keys", dict)  # by the digest of the game's id
_DEVICE_ID, _NICKNAME, _TELEVISION = (_Value(n, str) for n in ("phone", "nickname", "television"))
_SIDE = _Value("side", str)  # of two-sided cards
_ZONE = _Value("zone", str)  # the name of the phone's time zone

remember_group, forget_group = _GROUPS.put, _GROUPS.drop  # a forgotten group's link still works
boxes = _BOXES.read
forgotten_game, set_nickname, television = _FORGOTTEN.read, _NICKNAME.write, _TELEVISION.read
zone, set_zone = _ZONE.read, _ZONE.write
device_id = _DEVICE_ID.read  # never a player’s name; None before `set_device_id`


# games


def remember_game(key: str) -> None:
    """Put a game first in this phone's list, unless a page polls, which changes no cookie."""
    if not is_polling():
        _GAMES.put(key)


def start_game(
    start: GameStarted, membership: GroupMembership = UNGROUPED, *, is_drawn: bool = False
) -> NewGame:
    """Start a game from this request's form, or return the one that it started before."""
    # Not the form's text: once the game is known, the form suggests its box, players and group.
    key = key_from_request("new game", request.path, repr((as_values(start), is_drawn)))
    made = game_service().start(
        start, nickname(), is_drawn=is_drawn, membership=membership, score_key=key
    )
    remember_game(made.score_key)
    return made


def lasting_id() -> str:
    """Return a request id that stays the same until the game that its form leads to is shown.

    If an answer to the form is lost, it is sent again, perhaps from a newly loaded page.
    """
    found = _LASTING.read() or fresh_request_id()
    if not is_polling():
        _LASTING.write(found)
    return found


def renewed_key(key: str) -> str | None:
    """Return the key by which this phone replaced its own `key`, though the answer was lost."""
    if (request_id := _LASTING.read()) is None or is_polling():
        return None
    game = key_from_request(key, "score", str(None), request_id=request_id) or ""
    group = key_from_request("group", key, request_id=request_id) or ""
    if game_service().access_key(game):
        return game
    return group if registry().groups.find(group) else None


def join_game(access: Access) -> None:
    """Remember a game and its box, and if it is new to this phone, ask which player uses the phone.

    A rematch takes over the answer given for the game before, so the phone is not asked again.
    """
    if is_polling():
        return
    session.pop(_LASTING.name, None)
    known = _GAMES.read()
    is_new = access.key not in known
    before = game_service().game_before(access, known) if is_new else None
    box = access.game.start.box
    same = before.key if before and before.game.start.box == box else None
    _BOXES.put(access.key if box else access.edition.edition, instead_of=same)
    _GAMES.put(access.key)
    if before and (own := seat(before.key)) in before.game.seats:
        set_seat(access.key, own and access.game.seat(before.game.name(own)))
    elif is_new and before is None and not access.game.game_format.has_several_tables:
        _JOINING.write(access.key)


def is_joining(key: str) -> bool:
    """Return whether the phone joined this game and its user is not known yet."""
    return _JOINING.read() == key


def replace_key(old: str, new: str) -> None:
    if old != new:
        _GAMES.put(new, instead_of=old)


def forget_game(key: str) -> None:
    """Remove a game from this phone's list, and remember its access key for `restore_game`."""
    if key in _GAMES.read():
        _FORGOTTEN.write(key)
        _GAMES.drop(key)


def restore_game() -> None:
    if key := forgotten_game():
        session.pop(_FORGOTTEN.name)
        _GAMES.put(key)


def games(most: int) -> list[Access]:
    """Return this phone's games whose keys are still valid, the latest first."""
    return game_service().accesses(_GAMES.read(), most)


def keys_of(game_id: str) -> list[AccessKey]:
    """Return this phone's valid keys to a game, the latest first."""
    keys = game_service().access_keys(_GAMES.read())
    return [found for found in keys if found.game == game_id]


def key_of(game_id: str, *kinds: Kind) -> AccessKey | None:
    return next((found for found in keys_of(game_id) if found.kind in kinds), None)


def own_boxes() -> dict[str, BoxValues]:
    """Return this phone's own boxes, each once, by the score key of a game with it."""
    found: dict[str, tuple[str, BoxValues]] = {}
    keys = dict.fromkeys([*filter(is_key, boxes()), *_GAMES.read()[:_OLDER_GAMES]])
    for access in game_service().accesses(keys, len(keys)):
        if access.kind == "score" and (box := access.game.start.box):
            found.setdefault(box["name"], (access.key, box))
    return dict(found.values())


def shown_side(box: Edition, card: str = "") -> str | None:
    """Return the card side to show: the query's `side`, else the last one chosen, else the first.

    With `card`, choose only among sides that have this card. None if the cards have one side.
    """
    sides = box.sides_with(card) if card else box.deck.sides
    asked, last = request.args.get("side"), _SIDE.read()
    if asked in sides and asked and asked != last:
        _SIDE.write(asked)
    return next((side for side in (asked, last, *sides) if side in sides), None)


# groups


def groups() -> Iterator[Group]:
    """Yield this phone's groups whose keys are still valid, the latest first."""
    for key in _GROUPS.read():
        with suppress(DamagedRowError):
            if found := registry().groups.find(key):
                yield found


def group_of(game_id: str) -> Group | None:
    """Return a game's group, but only if this phone knows the group's link."""
    keys = _GROUPS.read()
    group = registry().groups.of_game(game_id) if keys else None
    return group if group and group.key in keys else None


def group_url(access: Access) -> str | None:
    group = group_of(access.game_id) if access.kind != "table" else None
    return url_for("groups.show", key=group.key) if group else None


# deleted games


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """A game that this phone deleted: the players' names and the access key that restores it."""

    label: str
    key: str


def add_deleted_game(key: str, names: Sequence[str]) -> DeletedGame:
    label = ", ".join(names)
    if len(label) > _MAX_LABEL:
        label = f"{label[:_MAX_LABEL]}…"
    game = DeletedGame(label, key)
    _write_deleted([game, *_read_deleted()][:MAX_DELETED_GAMES])
    return game


def remove_deleted_game(key: str) -> None:
    _write_deleted([game for game in _read_deleted() if game.key != key])


def deleted_games() -> Iterator[DeletedGame]:
    """Return this phone's deleted games that can still be restored, the latest first."""
    return (game for game in _read_deleted() if game_service().can_restore(game.key))


def _write_deleted(games: Sequence[DeletedGame]) -> None:
    _DELETED.write([[game.label, game.key] for game in games])


def _read_deleted() -> Iterator[DeletedGame]:
    for pair in _DELETED.read() or ():
        match pair:
            case [str(label), str(key)]:
                yield DeletedGame(label, key)


# the user of this phone


def set_seat(key: str, seat: Seat | None) -> None:
    if is_joining(key):
        session.pop(_JOINING.name)
    keys = _GAMES.read()
    # Drop the seats of games that are no longer listed, or they would fill the cookie.
    seats = {k: own for k, own in (_SEATS.read() or {}).items() if k in keys and k != key}
    _SEATS.write(seats | ({key: seat} if seat else {}))


def seat(key: str) -> Seat | None:
    own = (_SEATS.read() or {}).get(key)
    return own if isinstance(own, int) else None


def sit_down(game_id: str, table_key: str, seat: Seat) -> None:
    """Remember a tournament table's access key and the seat there, in place of earlier tables."""
    for found in keys_of(game_id):
        if found.kind == "table":
            replace_key(found.key, table_key)
    remember_game(table_key)
    set_seat(table_key, seat)


def nickname() -> str | None:
    """Return the phone's nickname, or None if it is missing or invalid."""
    name = _NICKNAME.read()
    return name if name is not None and not faults_of(name) else None


def author(access: Access) -> str | None:
    """Return the author of a change: the player who uses this phone, or the nickname, or None."""
    own = seat(access.key)
    return access.game.name(own) if own in access.game.seats else nickname()


def set_device_id() -> None:
    if device_id() is None:
        _DEVICE_ID.write(f"#{token_hex(3)}")


# a seat taken with this phone


def set_seat_key(game_id: str, key: str) -> None:
    session.pop(_LASTING.name, None)
    keys = _SEAT_KEYS.read() or {}
    others = [(game, own) for game, own in keys.items() if game != _game_digest(game_id)]
    _SEAT_KEYS.write(dict([*others[1 - _MOST_SEAT_KEYS :], (_game_digest(game_id), key)]))


def seat_key(game_id: str) -> str | None:
    key = (_SEAT_KEYS.read() or {}).get(_game_digest(game_id))
    return key if isinstance(key, str) else None


def _game_digest(game_id: str) -> str:
    # Not the game's id, which only score keepers may know, because a signed cookie can be read.
    return digest_of(game_id, 6)


# a television


def set_television() -> str:
    """Return the key that identifies this device as a television, created at first use."""
    own = television() or new_key()
    _TELEVISION.write(own)
    return own
