"""Open pages that keep up with the table: asked again with `since`, they answer only what is new.

A page that shows the present version is answered 204, from what this process keeps at hand. How
soon it may ask again is said with every answer.
"""

from collections.abc import Iterable
from itertools import islice

from flask import Response, make_response, request

from companion.game.game import Game
from companion.game.standings import ending
from companion.services.access import Access
from companion.web.ui import journal_text
from companion.web.ui.access import PAGES
from companion.web.ui.registry import game_service, registry

ASK_AGAIN = "Ask-Again-In"  # seconds
EVERY = "every"  # how an open page says after how many seconds it asks
MOST_NEWS = 5
FOLLOWED = "r"


def is_asking_again() -> bool:
    """Tell whether an open page asks for what is new, rather than somebody for a page."""
    return "since" in request.args and request.endpoint in PAGES.values()


def answer_unchanged() -> Response | None:
    """Return the answer to an open page that shows the present version; None for any other."""
    if not is_asking_again():
        return None
    seen = (str(request.endpoint), str((request.view_args or {})["key"]))
    glance = registry().recent.glances.at(seen)
    now = (glance and _mark_kept(*glance)) or _mark_now(*seen)
    is_new = request.args["since"] != now
    return None if is_new or _is_counted(*seen) else make_response("", 204)


def _is_counted(page: str, key: str) -> bool:
    """Tell whether a hand was counted that the page does not show yet."""
    counted = request.args.get("counted", "")
    found = game_service().access_key(key) if counted.isdecimal() and len(counted) < 10 else None  # noqa: PLR2004
    if found is None or PAGES[found.kind] != page or found.kind == "watch":
        return False  # hands that are being counted are for those who may write
    return bool(game_service().store.drafts.read(found.game, found.table or 1, int(counted)))


def _mark_kept(game_id: str, mark: str) -> str | None:
    held = game_service().replays.held(game_id)
    return mark if held and mark.rstrip(FOLLOWED) == str(held.version) else None


def _mark_now(page: str, key: str) -> str | None:
    """Ask the store; None for a key that does not open this page: the page itself says so."""
    found = game_service().access_key(key)
    if found is None or PAGES[found.kind] != page:
        return None
    now = mark(game_service().replays.game_at(found), found.game)
    registry().recent.glances.note((page, key), (found.game, now))
    return now


def mark(game: Game, game_id: str) -> str:
    """Give what tells a page that shows the present from one that does not.

    It changes with the game, and when the table goes on with a rematch.
    """
    is_followed = ending(game) and game_service().store.series.following(game_id)
    return f"{game.version}{FOLLOWED if is_followed else ''}"


def add_interval(response: Response) -> Response:
    """Say with the answer to an open page how soon it may ask again."""
    if is_asking_again():
        seconds = registry().recent.pace.after(request.args.get(EVERY, 0.0, type=_seconds))
        response.headers[ASK_AGAIN] = f"{seconds:.1f}"
    return response


def _seconds(text: str) -> float:
    """Read a number of seconds; ValueError for what is none, not-a-number included."""
    seconds = float(text)
    if seconds != seconds:  # noqa: PLR0124 - how not-a-number is told
        raise ValueError(text)
    return seconds


def news(access: Access) -> Iterable[journal_text.HistoryItem]:
    """Tell what happened since the version an open page showed, the latest first."""
    since = request.args.get("since", "").rstrip(FOLLOWED)
    if not (is_asking_again() and since.isdecimal() and len(since) < 10):  # noqa: PLR2004 - digits
        return ()
    items = journal_text.history(game_service().journal(access.game_id), access.game)
    return islice((item for item in items if item.line.version > int(since)), MOST_NEWS)
