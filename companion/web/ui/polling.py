"""Open pages that keep up with the table: asked again with `since`, they answer only what is new.

A page that shows the present version is answered 204, from what this process keeps at hand. How
soon it may ask again is said with every answer.
"""

from collections.abc import Iterable
from http import HTTPStatus
from math import isnan

from flask import Response, make_response, request

from companion.game.game import Game
from companion.game.standings import ending
from companion.services import AccessKey
from companion.services.access import Access
from companion.services.caches import OpenPage
from companion.services.clock import Phase
from companion.web.ui import forms
from companion.web.ui.access import PAGES, game_service
from companion.web.ui.journal.history import HistoryItem, history
from companion.web.ui.pages import Piece, is_asking_again
from companion.web.ui.registry import registry

ASK_AGAIN = "Ask-Again-In"  # seconds
EVERY = "every"  # how an open page says after how many seconds it asks
MOST_NEWS = 5
MOST_TOLD = 1000  # entries of a game whose news are told
MOST_LOOKED_AT = 50  # changes, of which those of other tables are no news
FOLLOWED = "r"  # behind the version, once the table has gone on with a rematch
PHASES = {Phase.OPEN: "", Phase.LAST: "l", Phase.OVER: "o"}  # the time to stop comes by itself
SEATED = "s"  # once a rotation of a tournament is no longer new
BELOW = "b"  # where only the top of the page is of this version, and what stands below is older
MARKS = f"{FOLLOWED}lo{SEATED}{BELOW}"
_OF_JOIN_KEY = 4  # signs, enough to see that it is another one


def answer_unchanged() -> Response | None:
    """Return the answer to an open page that shows the present version; None for any other."""
    if not is_asking_again():
        return None
    page = (str(request.endpoint), str((request.view_args or {})["key"]))
    current = _current_mark(page)
    if request.args["since"] != current or _has_new_draft(*page):
        return None
    return make_response("", HTTPStatus.NO_CONTENT)


def _current_mark(page: OpenPage) -> str | None:
    """Return the mark of how the game of an open page stands; None where its key opens no page."""
    games, polls = game_service(), registry().polls
    # While nothing changes this is all that is looked at; the store is not asked.
    if shown := polls.get(page):
        game_id, known = shown
        game = games.replays.held(game_id)
        if game and known.rstrip(MARKS) == str(game.version):
            has_clock = game.stop_at or game.game_format.has_rotations
            return mark(game, game_id) if has_clock else known
    endpoint, key = page
    found = games.access_key(key)
    if found is None or PAGES[found.kind] != endpoint:
        return None  # the page itself says so
    current = _mark_of(found)
    polls.put(page, (found.game, current))
    return current


def _mark_of(found: AccessKey) -> str:
    """Return the mark of the game of a key, of most without reading the game once more."""
    # More games may be played than are at hand, and to read a long one takes a second.
    marks = registry().marks
    version, is_over = marks.get(found.game) or (None, False)
    if version is not None and version == found.version:
        return f"{version}{_followed(found.game, is_over=is_over)}"
    game = game_service().replays.game_at(found)
    if not (game.is_seating or game.stop_at or game.game_format.has_rotations):
        marks.put(found.game, (game.version, ending(game) is not None))
    return mark(game, found.game)


def _followed(game_id: str, *, is_over: bool) -> str:
    return FOLLOWED if is_over and game_service().following(game_id) else ""


def _has_new_draft(endpoint: str, key: str) -> bool:
    """Return whether a hand was counted on another phone that the page does not show yet."""
    count = forms.digits(request.args.get("counted", ""))
    if count is None:
        return False
    found = game_service().access_key(key)
    # Hands that are being counted are for those who may write.
    if found is None or found.kind not in {"score", "table"} or PAGES[found.kind] != endpoint:
        return False
    return bool(game_service().drafts(found.game, found.table or 1, count))


def mark(game: Game, game_id: str) -> str:
    """Return what tells a page that shows the present from one that does not.

    It changes with the game, its rematch, its time and rotation, and the link to open seats.
    """
    if game.is_seating:
        return f"{game.version}-{(game_service().key_of(game_id, 'join') or '')[:_OF_JOIN_KEY]}"
    is_over = ending(game) is not None
    has_rotations = game.game_format.has_rotations
    # Most games have neither, and their times need not be read.
    clock = game_service().clock.of(game_id, game) if game.stop_at or has_rotations else None
    phase = PHASES[clock.phase] if clock else ""
    is_seated = clock and has_rotations and not clock.is_changing
    marks = (_followed(game_id, is_over=is_over), phase, SEATED if is_seated else "")
    return f"{game.version}{''.join(marks)}"


def add_interval(response: Response) -> Response:
    if is_asking_again():
        seconds = request.args.get(EVERY, 0.0, type=float)
        # Not-a-number would spoil the sum over all pages.
        interval = registry().poll_interval.after(0.0 if isnan(seconds) else seconds)
        response.headers[ASK_AGAIN] = f"{interval:.1f}"
    return response


def news(access: Access) -> Iterable[HistoryItem]:
    """Return what is new on an open page, the latest first; rounds of other tables are no news."""
    shown, game = _shown_version(), access.game
    # In a game longer than anybody plays, telling it would keep every other table waiting.
    if shown is None or shown >= game.version or game.version > MOST_TOLD:
        return ()
    first = max(shown, game.version - MOST_LOOKED_AT) + 1
    piece = Piece(first, game.version, game.version)
    journal = game_service().journal(access.game_id)[: game.version]
    items = history(journal, game, piece)
    if access.table:
        items = [item for item in items if item.table in {None, access.table}]
    return items[:MOST_NEWS]


def has_lost_rounds(game: Game) -> bool:
    """Return whether an open page shows more than there is: a disk was lost since."""
    shown = _shown_version()
    return shown is not None and shown > game.version


def _shown_version() -> int | None:
    since = request.args.get("since", "").rstrip(MARKS)
    return forms.digits(since) if is_asking_again() else None
