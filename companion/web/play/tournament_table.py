"""One table of a tournament: its page records there, takes back there, and opens nothing else."""

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.game.game import Game
from companion.game.standings import ending
from companion.game.tally import ScoredRound
from companion.web.http import htmx
from companion.web.play.hands import counting
from companion.web.ui import forms
from companion.web.ui.access import Access, open_game
from companion.web.ui.device import remember_game
from companion.web.ui.pages import Page, form_page

bp = Blueprint("tournament_table", __name__, url_prefix="/tables/<key>")

_LATEST = 8


@bp.get("")
def show(key: str) -> Response:
    """Show a table: who sits where, the round to record, what was recorded."""
    access = open_game(key, "table")
    remember_game(key)
    return htmx.answer(tournament_table_page(access))


def _played(game: Game, access: Access) -> list[ScoredRound]:
    return [played for played in game.tally.played if played.round.table == access.table]


def tournament_table_page(access: Access, typed: forms.Form | None = None, **more: object) -> str:
    """Draw the page of a table, with a round as far as it was filled in."""
    now = next((each for each in access.game.tables_open if each.table == access.table), None)
    so_far = counting(access, now) if now else None

    def shown() -> dict[str, object]:
        filled = so_far.filled if so_far else forms.Form()
        return {"now": now, "counting": so_far, "typed": filled, **_shown(access)}

    also = so_far and so_far.seen
    return form_page(access, Page("play/tournament/table.html", shown, also), typed, more)


def _shown(access: Access) -> dict[str, object]:
    game = access.game
    played = _played(game, access)
    return {
        "ending": ending(game),
        "waiting_for": [each for each in game.tables_open if each.table != access.table],
        "seen": len(played),
        "latest": played[-_LATEST:],
    }
