"""From a key in an address to the game it opens, and back to the address."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from hashlib import blake2b

from flask import current_app, g, request, url_for

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.standings import ending
from companion.keys import derived_key, digest_of
from companion.services import Kind, Place
from companion.services.access import Access, UnknownKeyError
from companion.services.games import UNGROUPED, GameService
from companion.services.groups.group import Group
from companion.services.replays import MOST_AT_ONCE, render_slot, replay_slot
from companion.web.ui import forms
from companion.web.ui.registry import registry

PAGES: dict[Kind, str] = {
    "score": "table.show",
    "watch": "watch.show",
    "table": "tournament_table.show",
    "join": "join.show",
}


def game_service() -> GameService:
    return registry().games


def open_game(key: str, *kinds: Kind) -> Access:
    """Return the game of a key, by default one that may write; else 404, after many tries 429."""
    with _counting_guesses(key):
        # 404 also for a key that may not do this: 403 would tell what other keys may do.
        access = game_service().open_game(key, *(kinds or ("score",)))
    if request.method == "GET":
        end_turn()
        g.turn = ExitStack()
        g.turn.enter_context(render_slot(access.game.version))
    return access


def end_turn(_: BaseException | None = None) -> None:
    """Let others draw what they asked for of long games: this request has, or waits itself."""
    if turn_now := g.pop("turn", None):
        turn_now.close()


def restore_game(key: str) -> None:
    with _counting_guesses(key):
        game_service().restore(key)


def require_code(code: str) -> None:
    """Refuse a code that no television shows; it counts like a wrong key."""
    with _counting_guesses(code):
        if not registry().televisions.is_code(code):
            raise UnknownKeyError


def open_group(key: str) -> Group:
    with _counting_guesses(key):
        return registry().groups.open(key)


def place_in(group_key: object) -> Place:
    """Return the place of a new game (None: a group of its own); `ValidationError` at `/group`."""
    if group_key is None:
        return UNGROUPED
    try:
        return Place(open_group(group_key if isinstance(group_key, str) else "").id)
    except UnknownKeyError as error:
        raise ValidationError([Fault(FaultCode.UNKNOWN_GROUP, "/group")]) from error


@contextmanager
def _counting_guesses(key: str) -> Iterator[None]:
    try:
        yield
    except UnknownKeyError as error:
        if error.is_guess:
            # A digest: a key may be as long as an address, and is counted while it is remembered.
            guess = digest_of(key)
            registry().limits.wrong_keys.count(request.remote_addr or "", guess)
        raise


def key_for(*asked: str) -> str | None:
    """Return the key that the sent form makes by the servers' secret; None without request id."""
    request_id = forms.request_id()
    return request_id and key_by_secret(repr(("renewed key", *asked, request_id)))


def key_by_secret(text: str) -> str:
    """Return the key that follows from a text by the servers' secret."""
    secret = current_app.secret_key or b""
    secret = secret if isinstance(secret, bytes) else secret.encode()
    # Hashed, since whoever runs the servers may give them a longer one than can be a key here.
    return derived_key(text, blake2b(secret).digest())


def page_url(access: Access) -> str:
    return url_for(PAGES[access.kind], key=access.key)


def rematch_url(access: Access) -> str | None:
    """Return the page of the game that this table went on with, for the same kind of key.

    While a game is being played it has none, and nothing is looked up.
    """
    is_between = not access.game.rounds or ending(access.game)
    key = game_service().rematch_key(access) if is_between else None
    return key and url_for(PAGES[access.kind], key=key)


def count_new_game() -> None:
    registry().limits.new_games.count(request.remote_addr or "")


def count_new_code() -> None:
    registry().limits.new_codes.count(request.remote_addr or "")


def count_late_seat(access: Access) -> None:
    """Count that somebody asks for a seat, once the game has begun."""
    if not access.game.is_seating:
        registry().limits.late_seats.count(request.remote_addr or "")


@contextmanager
def reading_journal(*, is_restored: bool = False) -> Iterator[None]:
    """Read a journal inside this, one at a time: a long one takes seconds of the processor."""
    count_new_game()
    limits = registry().limits
    with (limits.restores if is_restored else limits.imports).turn():
        yield


def whole_game(entries: int) -> AbstractContextManager[object]:
    """Do inside this what goes through so many entries of a game; raises `BusyError`."""
    if entries > MOST_AT_ONCE:
        end_turn()
    return replay_slot(entries, registry().limits.whole_games.turn)
