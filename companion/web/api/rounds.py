"""Rounds: recorded, corrected, removed."""

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.services.access import Access
from companion.web.api.openapi.operations import Operation, describe, recording
from companion.web.api.openapi.requests import RoundRequest, WriteRequest
from companion.web.api.openapi.responses import GameValues
from companion.web.api.writes import game_response, write_of, write_of_query
from companion.web.http.json_body import body
from companion.web.ui.access import game_service, open_game

bp = Blueprint("rounds", __name__, url_prefix="/games/<key>/rounds")


@bp.post("")
@describe(recording("recordRound"))
def record(key: str) -> Response:
    """Record a round."""
    return record_round(open_game(key))


def record_round(access: Access) -> Response:
    """Record the round in the body, at the table of the key if it is for one."""
    values = body()
    write = write_of(values, access.table)
    # JSON names players as the game does, so unlike a form it is read the same for any version.
    changed = game_service().changes.record_round(access, write, lambda _: values)
    return game_response(access, changed, 201)


@bp.put("/<int:number>")
@describe(Operation("correctRound", GameValues, request=RoundRequest))
def correct(key: str, number: int) -> Response:
    """Correct a round."""
    access = open_game(key)
    values = body()
    write = write_of(values)
    changed = game_service().changes.correct_round(access, number, write, lambda _: values)
    return game_response(access, changed)


@bp.delete("/<int:number>")
@describe(Operation("removeRound", GameValues, query=WriteRequest))
def remove(key: str, number: int) -> Response:
    """Remove a round."""
    access = open_game(key)
    changed = game_service().changes.remove_round(access, number, write_of_query())
    return game_response(access, changed)
