"""The read-only board of a game, for phones, tablets and televisions."""

from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game.rounds import Side
from companion.services.access import Access
from companion.services.clock import TableClock
from companion.web.http import htmx
from companion.web.http.i18n import gettext
from companion.web.play.score_sheet import ScoreSheet
from companion.web.play.tournament import Board
from companion.web.ui import device, pages
from companion.web.ui.access import PAGES, game_service, open_game, page_url, rematch_url
from companion.web.ui.headlines import goal_sentence, lead_sentence, stage_name, win_headline
from companion.web.ui.pages import fragment, link
from companion.web.ui.pictures.qr import qr_svg
from companion.web.ui.registry import registry
from companion.web.ui.share_links import join_link

bp = Blueprint("watch", __name__)

_LANES = (3, 4, 6, 10)  # sizes of a board, by the most lanes that fit


@dataclass(frozen=True, kw_only=True)
class Scoreboard(ScoreSheet):
    """Values of the board template."""

    clock: TableClock

    @cached_property
    def tournament(self) -> Board | None:
        has_rotations = self.game.game_format.has_rotations
        return Board(self.game, self.clock) if has_rotations else None

    @property
    def headline(self) -> str:
        """The winners or leaders, or before the first round the goal of the game."""
        if self.ending:
            return win_headline(self.game, self.ending)
        if self.game.is_seating:
            return gettext("Scan and type your name")
        return lead_sentence(self.game) or goal_sentence(self.game)

    @property
    def title(self) -> str:
        said = self.headline
        if self.tournament and self.game.seating and not self.ending:
            values = {"number": self.tournament.number, "all": len(self.game.seating)}
            said = gettext("Rotation %(number)s of %(all)s") % values
            if self.tournament.stage:
                said = stage_name(self.tournament.stage)
        return gettext("Board: %(said)s") % {"said": said}

    @property
    def size(self) -> str:
        """The CSS class of the smallest size with room for all lanes."""
        number = len(self.standings)
        return next(f"l{most}" for most in _LANES if number <= most or most == _LANES[-1])

    @cached_property
    def gains(self) -> dict[Side, int]:
        """The points credited to each side in the latest round that counts."""
        # A round after the end credits no side, so the last one before it is shown.
        counted = [played for played in self.game.tally.played if not played.after_end]
        return {credit.side: credit.points for credit in counted[-1].credited} if counted else {}


@bp.before_request
def redirect_television() -> Response | None:
    """Redirect a television whose board was closed, or whose game has a rematch."""
    if "tv" not in request.args:
        return None
    television = device.television()
    key = registry().televisions.follow(television) if television else None
    if key == (request.view_args or {}).get("key"):
        return None
    if pages.is_polling():
        return htmx.client_redirect(url_for("tv.show"))
    return redirect(url_for("tv.show"), 303)


@bp.get("/watch/<key>")
def show(key: str) -> Response | str:
    """Show the page of the board, or only the board if an open page polls for it."""
    access = open_game(key, "watch")
    device.remember_game(key)
    is_polling, is_television = pages.is_polling(), "tv" in request.args
    scoreboard = Scoreboard(access.game, clock=game_service().clock.of(access.game_id, access.game))
    board = fragment(
        "play/_board.html",
        access,
        board=scoreboard,
        rematch=rematch_url(access),
        seats=join_link(access) if access.game.is_seating else None,
        is_television=is_television,
        since=request.args["since"] if is_polling else "",  # later changes are announced
    )
    # Nothing but the board can have changed.
    if is_polling:
        return board
    code = qr_svg(link(page_url(access)))  # with this request's host name
    back = None if is_television else _back_link(access)
    named = ("title of a board", access.game_id, access.game.version)
    title = pages.cached_text(*named, make=lambda: scoreboard.title)
    values = {"access": access, "title": title, "board": board, "code": code, "back": back}
    return render_template("play/watch.html", is_television=is_television, **values)


def _back_link(access: Access) -> tuple[str, str, str] | None:
    """Return icon, label and address of the page of this game that the phone opened last."""
    found = device.key_of(access.game_id, "score", "table", "join")
    if found is None:
        return None
    if found.kind == "join":
        words = gettext("Your seat")
    elif found.kind == "table":
        words = gettext("Table %(number)s") % {"number": found.table}
    elif access.game.game_format.has_rotations:
        words = gettext("Tournament")
    else:
        words = gettext("Score sheet")
    return "back", words, url_for(PAGES[found.kind], key=found.key)
