"""One table of a tournament: its key records there, takes back there, and opens nothing else."""

from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.game.entries import Entry, RoundRecorded
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.replay import Game
from companion.game.requests.change import undo_at
from companion.game.requests.reader import RequestReader
from companion.game.standings import ending
from companion.services.games import GameFinishedError
from companion.web.api.games import changed, read_by
from companion.web.api.rounds import read as read_round
from companion.web.http.json_body import body, optional_body, write_of
from companion.web.ui.access import open_game

bp = Blueprint("tables", __name__, url_prefix="/tables/<key>")


@bp.get("")
def read(key: str) -> Response:
    """Give the tournament; 304 where the asker has it already."""
    return read_by(open_game(key, "table"))


@bp.post("/rounds")
def record(key: str) -> Response:
    """Record a round of this table."""
    access = open_game(key, "table")
    values = body()

    def make(game: Game) -> Entry:
        if ending(game):
            raise GameFinishedError(game)
        return RoundRecorded(read_round(access, game, at_table(values, access.table)))

    return changed(access, write_of(values, access.table), make, 201)


def at_table(values: object, table: int | None) -> dict[str, Any]:
    """Say of a round that it was played at the table of the key, and nowhere else."""
    asked = RequestReader(values).values
    said = asked.get("table")
    if said is not None and (isinstance(said, bool) or said != table):
        raise ValidationError([Fault(FaultCode.OTHER_TABLE, "/table", {"table": table})])
    return {**asked, "table": table}


@bp.post("/undo")
def undo(key: str) -> Response:
    """Take back the last round of this table."""
    access = open_game(key, "table")
    table = access.table or 0
    return changed(access, write_of(optional_body(), table), lambda game: undo_at(game, table))
