"""For phones, tablets and screens that may only look."""

from flask import Blueprint, Response, make_response, request

from companion.game.replay import Game
from companion.web import htmx
from companion.web.access import opened
from companion.web.drawing import Page, page_of
from companion.web.known import remember
from companion.web.sheet import sheet_of
from companion.web.tournaments import board_of

bp = Blueprint("watch", __name__)


@bp.get("/watch/<key>")
def watch(key: str) -> Response:
    """Show the board; ask again with `since` and nothing is sent where nothing has changed."""
    access = opened(key, "watch")
    if htmx.wants_partial() and request.args.get("since") == str(access.game.version):
        return htmx.depends_on_htmx(make_response("", 204))
    page = "watch/_board.html" if htmx.wants_partial() else "watch/watch.html"
    remember(key)
    shown = page_of(access, Page(page, lambda: _shown(access.game)))
    return htmx.depends_on_htmx(make_response(shown))


def _shown(game: Game) -> dict[str, object]:
    is_planned = game.game_format.is_planned
    return {"board": board_of(game)} if is_planned else {"sheet": sheet_of(game)}
