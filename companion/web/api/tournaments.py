"""The seating plans."""

from flask import Blueprint, abort

from companion.game.tournament.seating import PLAYERS, PlanValues, plan
from companion.web.api.openapi.operations import Operation, describe

bp = Blueprint("tournaments", __name__)


@bp.get("/tournaments/<int:players>")
@describe(Operation("getPlan", PlanValues))
def show(players: int) -> PlanValues:
    """Return the whole plan for so many players, who are numbered from 1, and how fair it is."""
    # The number is in the address, so one without a plan is a missing page.
    if players not in PLAYERS:
        abort(404)
    return plan(players).as_values()
