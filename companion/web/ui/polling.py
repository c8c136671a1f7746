"""Polling by open pages, which send the version they show and get what is new.

A page that is up to date is answered 204 from memory. Each answer says when to poll again.
"""

from collections.abc import Iterable
from http import HTTPStatus
from math import isnan

from flask import Response, make_response, request

from companion.game.entries import RoundRecorded
from companion.game.game import Game
from companion.game.standings import ending
from companion.services import AccessKey
from companion.services.access import Access
from companion.services.caches import OpenPage
from companion.services.clock import Phase
from companion.web.ui import forms
from companion.web.ui.access import PAGES, game_service
from companion.web.ui.journal.history import HistoryItem, history
from companion.web.ui.pages import PageSlice, is_polling
from companion.web.ui.registry import registry

ASK_AGAIN = "Ask-Again-In"  # seconds
EVERY = "every"  # the query parameter with the page's interval in seconds
MOST_NEWS = 5
LONGEST_WITH_NEWS = 1000  # entries, because news of a longer game would take too long
MOST_CHECKED = 50  # changes, before those of other tables are left out
FOLLOWED = "r"  # suffix of the version once the game has a rematch
PHASES = {Phase.OPEN: "", Phase.LAST: "l", Phase.OVER: "o"}  # suffixes near the stop time
SEATED = "s"  # suffix once a rotation of a tournament is no longer new
BELOW = "b"  # suffix if only the top of the page has this version, and the rest is older
SUFFIXES = f"{FOLLOWED}lo{SEATED}{BELOW}"
_JOIN_KEY_LENGTH = 4  # characters, enough to notice a new key


def answer_unchanged() -> Response | None:
    """Return 204 if the request is a poll and its page is up to date, else None."""
    if not is_polling():
        return None
    page = (str(request.endpoint), str((request.view_args or {})["key"]))
    current = _current_tag(page)
    if request.args["since"] != current or _has_new_draft(*page):
        return None
    return make_response("", HTTPStatus.NO_CONTENT)


def _current_tag(page: OpenPage) -> str | None:
    """Return the version tag for an open page, or None if its key does not open it."""
    games, polls = game_service(), registry().polls
    # The store is not read if the game in memory still has the version of the cached tag.
    if shown := polls.get(page):
        game_id, known = shown
        game = games.replays.cached_game(game_id)
        if game and known.rstrip(SUFFIXES) == str(game.version):
            has_clock = game.stop_at or game.game_format.has_rotations
            return version_tag(game, game_id) if has_clock else known
    endpoint, key = page
    found = games.access_key(key)
    if found is None or PAGES[found.kind] != endpoint:
        return None  # the view answers 404
    current = _tag_of(found)
    polls.put(page, (found.game, current))
    return current


def _tag_of(found: AccessKey) -> str:
    """Return the version tag of an access key's game, from a cache for most unchanged games."""
    # Tags are cached, because not all games fit in memory and replaying a long one takes a second.
    tags = registry().tags
    version, is_over = tags.get(found.game) or (None, False)
    if version is not None and version == found.version:
        return f"{version}{_rematch_suffix(found.game, is_over=is_over)}"
    game = game_service().replays.game_at(found)
    if not (game.is_seating or game.stop_at or game.game_format.has_rotations):
        tags.put(found.game, (game.version, ending(game) is not None))
    return version_tag(game, found.game)


def _rematch_suffix(game_id: str, *, is_over: bool) -> str:
    return FOLLOWED if is_over and game_service().following(game_id) else ""


def _has_new_draft(endpoint: str, key: str) -> bool:
    """Return whether another phone has counted a hand that the page does not show yet."""
    count = forms.digits(request.args.get("counted", ""))
    if count is None:
        return False
    found = game_service().access_key(key)
    # Only keys that may write see hands that are being counted.
    if found is None or found.kind not in {"score", "table"} or PAGES[found.kind] != endpoint:
        return False
    return bool(game_service().drafts(found.game, found.table or 1, count))


def version_tag(game: Game, game_id: str) -> str:
    """Return a page's version tag, like an ETag.

    It changes with the game, its rematch, its stop time and rotation, and its join key.
    """
    if game.is_seating:
        return f"{game.version}-{(game_service().key_of(game_id, 'join') or '')[:_JOIN_KEY_LENGTH]}"
    is_over = ending(game) is not None
    has_rotations = game.game_format.has_rotations
    # Games without a stop time and rotations have no clock, so their times are not read.
    clock = game_service().clock.of(game_id, game) if game.stop_at or has_rotations else None
    phase = PHASES[clock.phase] if clock else ""
    is_seated = clock and has_rotations and not clock.is_changing
    suffixes = (_rematch_suffix(game_id, is_over=is_over), phase, SEATED if is_seated else "")
    return f"{game.version}{''.join(suffixes)}"


def add_interval(response: Response) -> Response:
    if is_polling():
        seconds = request.args.get(EVERY, 0.0, type=float)
        # A client may send NaN, which would spoil the sum of all pages' intervals.
        interval = registry().poll_interval.after(0.0 if isnan(seconds) else seconds)
        response.headers[ASK_AGAIN] = f"{interval:.1f}"
    return response


def news(access: Access) -> Iterable[HistoryItem]:
    """Return up to 5 changes that an open page lacks, latest first, none of other tables."""
    shown, game = _shown_version(), access.game
    # Replaying an extremely long game would keep other tables waiting, so it has no news.
    if shown is None or shown >= game.version or game.version > LONGEST_WITH_NEWS:
        return ()
    first = max(shown, game.version - MOST_CHECKED) + 1
    page_slice = PageSlice(first, game.version, game.version)
    journal = game_service().journal(access.game_id)[: game.version]
    items = history(journal, game, page_slice)
    if access.table:
        items = [item for item in items if item.table in {None, access.table}]
    return items[:MOST_NEWS]


def has_lost_rounds(game: Game) -> bool:
    """Return whether an open page shows a later version than the store has after data loss."""
    shown = _shown_version()
    return shown is not None and shown > game.version


def brings_round(game: Game) -> bool:
    """Return whether an open page lacks the latest change, which is a new round."""
    shown = _shown_version()
    return shown is not None and shown < game.version and isinstance(game.latest, RoundRecorded)


def _shown_version() -> int | None:
    since = request.args.get("since", "").rstrip(SUFFIXES)
    return forms.digits(since) if is_polling() else None
