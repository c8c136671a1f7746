"""For phones, tablets and screens that may only look."""

from collections.abc import Mapping
from functools import partial

from flask import Blueprint, render_template, request
from markupsafe import Markup

from companion.game.game import Game
from companion.game.rounds import Side
from companion.game.standings import ending, standings
from companion.web.http.hosts import link
from companion.web.http.i18n import language
from companion.web.play.score_sheet import sheet_of
from companion.web.play.tournament import board_of
from companion.web.ui import polling
from companion.web.ui.access import Access, open_game, page_url, rematch_url
from companion.web.ui.device import remember_game
from companion.web.ui.pages import Page, page_of
from companion.web.ui.qr import qr_svg
from companion.web.ui.registry import registry

bp = Blueprint("watch", __name__)


@bp.get("/watch/<key>")
def show(key: str) -> str:
    """Show the board; a page that stands open is sent the board alone."""
    access = open_game(key, "watch")
    remember_game(key)
    if polling.is_asking_again():
        return _board(access)
    to_watch = link(page_url(access))  # says which name of this server was asked for
    mark = polling.mark(access.game, access.game_id)
    shown = partial(_shown, access, to_watch)
    page = Page("play/watch.html", shown, also=(to_watch, mark), is_whole=True)
    return page_of(access, page)


def _shown(access: Access, to_watch: str) -> Mapping[str, object]:
    return {"board": _board(access), "code": qr_svg(to_watch)}


def _board(access: Access) -> Markup:
    """Draw the board once for all who look at it."""
    since = request.args.get("since", "") if polling.is_asking_again() else ""
    seen = ("board", access.key, polling.mark(access.game, access.game_id), since, language())
    return Markup(registry().pages.page(seen, "", lambda _: _drawn(access)))  # noqa: S704 - a template's


def _drawn(access: Access) -> str:
    game = access.game
    is_planned = game.game_format.is_planned
    return render_template(
        "play/_board.html",
        access=access,
        game=game,
        ending=ending(game),
        standings=standings(game),
        last=_scored_last(game),
        rematch=rematch_url(access),
        **({"board": board_of(game)} if is_planned else {"sheet": sheet_of(game)}),
    )


def _scored_last(game: Game) -> dict[Side, int]:
    """Find who was credited with what in the latest round that counts."""
    counted = [played for played in game.tally.played if not played.after_end]
    return {credit.side: credit.points for credit in counted[-1].credited} if counted else {}
