"""The seating plans."""

from typing import Any

from flask import Blueprint, abort

from companion.game.tournament.seating import PLAYERS, plan

bp = Blueprint("tournaments", __name__)


@bp.get("/tournaments/<int:players>")
def one(players: int) -> dict[str, Any]:
    """Give the whole plan for so many players, who are numbered from 1, and how fair it is."""
    if players not in PLAYERS:
        abort(404)
    return plan(players).as_values()
