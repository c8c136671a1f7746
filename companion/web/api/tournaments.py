"""JSON of tournaments: seating plans, and one table, whose key records and undoes only there."""

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from companion.game.tournament.seating import PLAYERS, PlanValues, plan
from companion.web.api.games import current_game, record_round, undo_last
from companion.web.ui.access import open_game

bp = Blueprint("tournaments", __name__)


@bp.get("/tables/<key>")
def show(key: str) -> Response:
    """Return the tournament; 304 where the asker has it already."""
    return current_game(open_game(key, "table"))


@bp.post("/tables/<key>/rounds")
def record(key: str) -> Response:
    """Record a round of this table."""
    return record_round(open_game(key, "table"))


@bp.post("/tables/<key>/undo")
def undo(key: str) -> Response:
    """Take back the last round of this table."""
    return undo_last(open_game(key, "table"))


@bp.get("/tournaments/<int:players>")
def show_plan(players: int) -> PlanValues:
    """Return the whole plan for so many players, who are numbered from 1, and how fair it is."""
    # The number is part of the address, so one without a plan is a 404.
    if players not in PLAYERS:
        abort(404)
    return plan(players).as_values()
