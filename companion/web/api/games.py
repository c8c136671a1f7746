"""Games and their rounds: started, read, recorded, changed, taken back."""

from flask import Blueprint, abort, jsonify, make_response, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.requests.start import read_start
from companion.game.scoresheet import write_sheet
from companion.services.access import Access
from companion.services.games import NewGame
from companion.web.api.conditional import unless_known
from companion.web.api.csv_export import attachment, csv_of
from companion.web.api.openapi import requests, responses
from companion.web.api.openapi.operations import (
    Operation,
    creating,
    describe,
    reading,
    recording,
    undoing,
)
from companion.web.api.writes import digits, game_response, write_of, write_of_query
from companion.web.http.json_body import body, optional_body
from companion.web.ui.access import count_new_game, game_service, open_game, place_in, whole_game
from companion.web.ui.registry import registry
from companion.web.ui.settlements import refuse_unknown_custom, state_for_scripts

bp = Blueprint("games", __name__)


@bp.post("/games")
@describe(creating("createGame", requests.StartRequest))
def create() -> Response:
    """Start a game."""
    values = body()
    start = read_start(values, registry().playable)
    place = place_in(values.get("group"))
    # Only a game that can be started counts, so a script may get its request right first.
    count_new_game()
    # Drawn after reading, so that the faults name players in the order they were sent.
    is_drawn = values.get("seating") == "drawn"
    return created(game_service().start(start, is_drawn=is_drawn, place=place))


def created(new: NewGame) -> Response:
    game = game_service().game(new.game_id)
    answer: responses.NewKeysValues = {
        "score_key": new.score_key,
        "watch_key": new.watch_key,
        "group_key": new.group_key,
        "game": state_for_scripts(game),
    }
    if new.join_key:
        answer["join_key"] = new.join_key
    # Who sits at which table is known once everybody has a seat.
    if game.game_format.has_several_tables and not game.is_seating:
        answer["tables"] = _tables(new.game_id, game)
    response = make_response(jsonify(answer), 201)
    # For people, who are to be sent there; scripts have the keys in the body.
    response.headers["Location"] = url_for("table.show", key=new.score_key)
    return response


def _tables(game_id: str, game: Game) -> list[responses.TableKeyValues]:
    keys = game_service().table_keys(game_id, game)
    return [{"table": table, "key": key} for table, key in keys]


@bp.get("/games/<key:key>")
@describe(reading("getGame"))
def show(key: str) -> Response:
    """Return the game; 304 where the asker has it already."""
    return game_as_it_stands(open_game(key, "score", "watch"))


def game_as_it_stands(access: Access) -> Response:
    """Return the game as it stands, or 304."""
    span = _span()  # a wrong one is refused also where nothing is new
    mark = str(access.game.version)
    return unless_known(mark, lambda: {"game": state_for_scripts(access.game, *span)})


def _span() -> tuple[int, int] | tuple[()]:
    """Read `?rounds=1-200`."""
    wish = request.args.get("rounds")
    if wish is None:
        return ()
    # Refused rather than ignored: a script that mistyped it would take the part for all.
    first, last = map(digits, wish.partition("-")[::2])
    if first is None or last is None or not 1 <= first <= last:
        raise ValidationError([Fault(FaultCode.NOT_A_SPAN, "/rounds")])
    return first, last


@bp.post("/games/<key>/rounds")
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


@bp.put("/games/<key>/rounds/<int:number>")
@describe(Operation("correctRound", responses.GameValues, request=requests.RoundRequest))
def correct(key: str, number: int) -> Response:
    """Correct a round."""
    access = open_game(key)
    values = body()
    write = write_of(values)
    changed = game_service().changes.correct_round(access, number, write, lambda _: values)
    return game_response(access, changed)


@bp.delete("/games/<key>/rounds/<int:number>")
@describe(Operation("removeRound", responses.GameValues, query=requests.WriteRequest))
def remove(key: str, number: int) -> Response:
    """Remove a round."""
    access = open_game(key)
    changed = game_service().changes.remove_round(access, number, write_of_query())
    return game_response(access, changed)


@bp.patch("/games/<key:key>")
@describe(Operation("changeGame", responses.ChangedGameValues, request=requests.ChangeRequest))
def change(key: str) -> Response:
    """Change something about the table; whoever closes the seats is given the tables."""
    access = open_game(key)
    values = body()
    write = write_of(values)
    if isinstance(stop_at := values.get("stop_at"), str):
        values = {**values, "stop_at": game_service().clock.with_offset(stop_at)}
    changed = game_service().changes.change_settings(access, write, values)
    is_begun = values.get("open_seats") is False and changed.game.game_format.has_several_tables
    tables = _tables(access.game_id, changed.game) if is_begun else None
    return game_response(access, changed, tables=tables)


@bp.post("/games/<key>/undo")
@describe(undoing("undo"))
def undo(key: str) -> Response:
    """Take back the last change that still stands."""
    return take_back(open_game(key))


def take_back(access: Access) -> Response:
    """Take back the last change, or the last round of the table of the key."""
    # At each table the same body is another request, see `write_of`.
    write = write_of(optional_body(), access.table)
    return game_response(access, game_service().changes.undo(access, write))


@bp.post("/games/<key>/redo")
@describe(undoing("redo"))
def redo(key: str) -> Response:
    """Take back the last taking back."""
    access = open_game(key)
    return game_response(access, game_service().changes.redo(access, write_of(optional_body())))


@bp.put("/games/<key>/settled/<rule:rule>")
@describe(Operation("settle", responses.GameValues, request=requests.SettlementRequest))
def settle(key: str, rule: str) -> Response:
    """Settle what this table plays on a point."""
    access = open_game(key)
    # The rule is part of the address, so one that no box has is a missing page and not a fault.
    if rule not in registry().rulings.rules:
        abort(404)
    values = body()
    refuse_unknown_custom(access.game.start.edition, rule, values)
    changed = game_service().changes.settle(access, rule, write_of(values), values)
    return game_response(access, changed)


@bp.delete("/games/<key>/settled/<rule:rule>")
@describe(Operation("unsettle", responses.GameValues, query=requests.WriteRequest))
def unsettle(key: str, rule: str) -> Response:
    """Play a point by the sheet again."""
    access = open_game(key)
    return game_response(access, game_service().changes.unsettle(access, rule, write_of_query()))


@bp.get("/games/<key>/score-sheet.txt")
@describe(Operation("getScoreSheet", "text/plain"))
def score_sheet(key: str) -> Response:
    """Write the game out as a score sheet."""
    access = open_game(key, "score", "watch")
    with whole_game(access.game.version):
        return Response(write_sheet(access.game), content_type="text/plain; charset=utf-8")


@bp.get("/games/<key>.csv")
@describe(Operation("getCsv", "text/csv"))
def csv(key: str) -> Response:
    """Write the game out for a spreadsheet, a line a hand."""
    access = open_game(key, "score", "watch")
    with whole_game(access.game.version):
        return attachment(csv_of(access.game), "game.csv")
