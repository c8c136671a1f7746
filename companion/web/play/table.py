"""The table: score sheet, the next round to record, and what can be done."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.game.game import Game
from companion.game.requests.start import (
    HIGHEST_TARGET,
)
from companion.web.http import htmx
from companion.web.play.hands import Counting, counting
from companion.web.play.score_sheet import ROUNDS_SHOWN, sheet_of
from companion.web.play.tournament import board_of
from companion.web.play.tournament_table import tournament_table_page
from companion.web.ui import forms
from companion.web.ui.access import Access, open_game, rematch_url
from companion.web.ui.device import remember_game
from companion.web.ui.pages import Page, form_page
from companion.web.ui.registry import game_service
from companion.web.ui.share_links import share_links

bp = Blueprint("table", __name__)

NEAR_THE_EDGE = 10  # a tenth of the target or less to go: of 500, one wild more in the hand


@bp.get("/games/<key>")
def show(key: str) -> Response:
    """Show the table: score sheet, the next round to record, and what can be done."""
    access = open_game(key)
    remember_game(key)
    return htmx.answer(table_page(access))


def table_page(access: Access, typed: forms.Form | None = None, **more: object) -> str:
    """Draw the page that a key to write opens, with a round as far as it was filled in."""
    if access.kind == "table":
        return tournament_table_page(access, typed, **more)
    if access.game.game_format.is_planned:
        return _tournament_page(access, typed, more)
    now = counting(access, access.game.tables_open[0])
    links = () if access.game.rounds else tuple(share_links(access))
    beside = _beside(access)

    def shown() -> dict[str, object]:
        return _table(access, now) | beside | {"links": links}

    page = Page("play/table.html", shown, also=(now.seen, links, *beside.values()))
    return form_page(access, page, typed, more)


def _beside(access: Access) -> dict[str, object]:
    """Find what else the table has played."""
    has_series = game_service().is_in_series(access)
    return {"rematch": rematch_url(access) if has_series else None, "has_series": has_series}


def _tournament_page(access: Access, typed: forms.Form | None, more: Mapping[str, object]) -> str:
    # A table's key may be renewed while the game stands as before.
    keys = game_service().table_keys(access.game_id, access.game)
    every = len(access.game.rounds) if "all" in request.args else ROUNDS_SHOWN

    beside = _beside(access)

    def shown() -> dict[str, object]:
        board = board_of(access.game, max(every, 1))
        return {"board": board, "table_keys": dict(keys), **beside}

    page = Page("play/tournament/tournament.html", shown, also=(*keys, *beside.values()))
    return form_page(access, page, typed, more)


def _table(access: Access, now: Counting) -> dict[str, object]:
    return {
        "counting": now,
        "typed": now.filled,
        "sheet": sheet_of(access.game),
        "all_rounds": "all" in request.args,
        "near_edge": max((access.game.target or 0) // NEAR_THE_EDGE, 1),
        "higher_target": _higher_target(access.game),
    }


def _higher_target(game: Game) -> int | None:
    """Offer a target that nobody has reached yet, so that the game can go on.

    None also where those who were out would be back in for rounds that they sat out: hands that
    nobody has counted would be asked for.
    """
    if game.target is None or game.outcome is None:
        return None
    step = max(50, game.target // 100 * 50)
    highest = max(game.tally.ledger.totals.values())
    targets = range(game.target + step, HIGHEST_TARGET + 1, step)
    higher = next((target for target in targets if target > highest), None)
    is_doubtful = higher and replace(game, target=higher).tally.ledger.is_unsure
    return None if is_doubtful else higher
