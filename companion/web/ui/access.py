"""Access keys: the game that an access key opens, its address, limits on guessing keys."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from hashlib import blake2b

from flask import current_app, g, request, url_for

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.standings import ending
from companion.keys import derived_key, digest_of
from companion.services import GroupMembership, Kind
from companion.services.access import Access, UnknownKeyError
from companion.services.games import UNGROUPED, GameService
from companion.services.groups.group import Group
from companion.services.replays import MOST_PARALLEL, render_slot, replay_slot
from companion.web.ui import forms
from companion.web.ui.registry import registry

LONGEST_SHORT_JOURNAL = 128 * 1024  # bytes, about 200 rounds of ten players
PAGES: dict[Kind, str] = {
    "score": "table.show",
    "watch": "watch.show",
    "table": "tournament_table.show",
    "join": "join.show",
}


def game_service() -> GameService:
    return registry().games


def open_game(key: str, *kinds: Kind) -> Access:
    """Return the game of an access key of `kinds` (default: score), or raise for 404 or 429."""
    with _counting_guesses(key):
        # 404 also for a key of another kind, because 403 would reveal what other keys may do.
        access = game_service().open_game(key, *(kinds or ("score",)))
    if request.method == "GET":
        release_slot()
        g.slot = ExitStack()
        replays = game_service().replays
        g.slot.enter_context(render_slot(replays.held_work(access.game_id, access.game.version)))
    return access


def release_slot(_: BaseException | None = None) -> None:
    """Release this request's slot for rendering long games, if it has one, to other requests."""
    if slot := g.pop("slot", None):
        slot.close()


def restore_game(key: str) -> None:
    with _counting_guesses(key):
        game_service().restore(key)


def require_code(code: str) -> None:
    """Raise `UnknownKeyError` for a code of no waiting television, counted like a wrong key."""
    with _counting_guesses(code):
        if not registry().televisions.is_code(code):
            raise UnknownKeyError


def open_group(key: str) -> Group:
    with _counting_guesses(key):
        return registry().groups.open(key)


def membership_in(group_key: object) -> GroupMembership:
    """Return a new game's `Place` in the group of an access key, or `UNGROUPED` for None."""
    if group_key is None:
        return UNGROUPED
    try:
        return GroupMembership(open_group(group_key if isinstance(group_key, str) else "").id)
    except UnknownKeyError as error:
        raise ValidationError([Fault(FaultCode.UNKNOWN_GROUP, "/group")]) from error


@contextmanager
def _counting_guesses(key: str) -> Iterator[None]:
    try:
        yield
    except UnknownKeyError as error:
        if error.is_guess:
            # A digest is counted, because a wrong key may be as long as a URL and stays in memory.
            guess = digest_of(key)
            registry().limits.wrong_keys.count(request.remote_addr or "", guess)
        raise


def key_from_request(*asked: str, request_id: str | None = None) -> str | None:
    """Derive an access key from an id (default: the form's) and `asked`; None without an id."""
    request_id = request_id or forms.request_id()
    return request_id and key_by_secret(repr(("renewed key", *asked, request_id)))


def key_by_secret(text: str) -> str:
    """Derive an access key from a text and the app's secret, the same one each time."""
    secret = current_app.secret_key or b""
    secret = secret if isinstance(secret, bytes) else secret.encode()
    # The secret is hashed, because it may be longer than `derived_key` allows.
    return derived_key(text, blake2b(secret).digest())


def line_url(access: Access, number: int = 0) -> str:
    """Return the address of a round, by default of all adjustments (empty for viewers)."""
    if number:
        return url_for("rounds.show", key=access.key, number=number)
    if access.kind == "watch":
        return ""
    return url_for("adjustments.show", key=access.key, kind=access.kind)


def page_url(access: Access) -> str:
    return url_for(PAGES[access.kind], key=access.key)


def rematch_url(access: Access) -> str | None:
    """Return the address of a game's rematch for the same kind of access key, or None.

    A game with rounds that is not over cannot have a rematch, so none is looked up.
    """
    is_between = not access.game.rounds or ending(access.game)
    key = game_service().rematch_key(access) if is_between else None
    return key and url_for(PAGES[access.kind], key=key)


def count_new_game() -> None:
    registry().limits.new_games.count(request.remote_addr or "")


def count_new_code() -> None:
    registry().limits.new_codes.count(request.remote_addr or "")


def count_late_seat(access: Access) -> None:
    """Count a request for a seat against the rate limit, if the game has already begun."""
    if not access.game.is_seating:
        registry().limits.late_seats.count(request.remote_addr or "")


@contextmanager
def reading_journal(*, is_restored: bool = False) -> Iterator[None]:
    """Count a new game against the rate limit, and wait in a queue to read its journal."""
    count_new_game()
    queues = registry().limits.queues
    # After data loss all phones restore their games at once, so short journals have a wider queue.
    is_short = 0 < (request.content_length or 0) <= LONGEST_SHORT_JOURNAL
    restores = queues.short_restores if is_short else queues.restores
    with (restores if is_restored else queues.imports).slot():
        yield


def whole_game_slot(access: Access, since: int = 0) -> AbstractContextManager[object]:
    """Return a context to process a game's entries after version `since`, queued if many."""
    entries = game_service().replays.held_work(access.game_id, access.game.version - since)
    if entries > MOST_PARALLEL:
        release_slot()
    return replay_slot(entries, registry().limits.queues.whole_games.slot)
