"""One table of a tournament: its key records there, takes back there, and opens nothing else."""

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.web.api.games import game_as_it_stands
from companion.web.api.openapi.operations import describe, reading, recording, undoing
from companion.web.api.rounds import record_round
from companion.web.api.writes import game_response, write_of
from companion.web.http.json_body import optional_body
from companion.web.ui.access import game_service, open_game

bp = Blueprint("tables", __name__, url_prefix="/tables/<key>")


@bp.get("")
@describe(reading("getTable"))
def show(key: str) -> Response:
    """Return the tournament; 304 where the asker has it already."""
    return game_as_it_stands(open_game(key, "table"))


@bp.post("/rounds")
@describe(recording("recordAtTable"))
def record(key: str) -> Response:
    """Record a round of this table."""
    return record_round(open_game(key, "table"))


@bp.post("/undo")
@describe(undoing("undoAtTable"))
def undo(key: str) -> Response:
    """Take back the last round of this table."""
    access = open_game(key, "table")
    # At each table the same body is another request, see `write_of`.
    write = write_of(optional_body(), access.table)
    return game_response(access, game_service().changes.undo(access, write))
