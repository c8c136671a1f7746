"""JSON of games: start, read, record and correct rounds, change settings, undo."""

from flask import Blueprint, abort, jsonify, make_response, request, url_for
from werkzeug.wrappers import Response

from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.requests.start import read_start
from companion.game.scoresheet import write_sheet
from companion.services.access import Access
from companion.services.games import NewGame
from companion.web.api import responses
from companion.web.api.conditional import conditional_json
from companion.web.api.csv_export import rows_of, spreadsheet
from companion.web.api.writes import digits, game_response, write_from_body, write_from_query
from companion.web.http.json_body import body, optional_body
from companion.web.ui.access import (
    count_new_game,
    game_service,
    membership_in,
    open_game,
    whole_game_slot,
)
from companion.web.ui.registry import registry
from companion.web.ui.settlements import refuse_unknown_custom, state_for_scripts

bp = Blueprint("games", __name__)


@bp.post("/games")
def create() -> Response:
    """Start a game."""
    values = body()
    start = read_start(values, registry().playable)
    membership = membership_in(values.get("group"))
    # Only valid requests count towards the limit, so a script may first get its request right.
    count_new_game()
    # Seats are drawn after reading, so that faults point at players in the order they were sent.
    is_drawn = values.get("seating") == "drawn"
    return created(game_service().start(start, is_drawn=is_drawn, membership=membership))


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
    # Players are assigned to tables once all of them have a seat.
    if game.game_format.has_several_tables and not game.is_seating:
        answer["tables"] = _tables(new.game_id, game)
    # This is the page for people. Scripts find the keys in the body.
    page = url_for("table.show", key=new.score_key)
    return make_response(jsonify(answer), 201, {"Location": page})


def _tables(game_id: str, game: Game) -> list[responses.TableKeyValues]:
    keys = game_service().table_keys(game_id, game)
    return [{"table": table, "key": key} for table, key in keys]


@bp.get("/games/<key:key>")
def show(key: str) -> Response:
    """Return the game; 304 where the asker has it already."""
    return current_game(open_game(key, "score", "watch"))


def current_game(access: Access) -> Response:
    """Return the game, with only the rounds of `?rounds=1-200`, or 304 if the client has it."""
    first = last = None
    if text := request.args.get("rounds"):
        first, last = map(digits, text.partition("-")[::2])
    # Refused and not ignored: a script with a typo would take all rounds for the ones it wanted.
    # Also before the ETag is compared.
    if text is not None and not (first and last and first <= last):
        raise ValidationError([Fault(FaultCode.NOT_A_SPAN, "/rounds")])
    tag = str(access.game.version)
    return conditional_json(tag, lambda: {"game": state_for_scripts(access.game, first, last)})


@bp.post("/games/<key>/rounds")
def record(key: str) -> Response:
    """Record a round."""
    return record_round(open_game(key))


def record_round(access: Access) -> Response:
    """Record the round in the body, at the key's table if it is a table key."""
    values = body()
    write = write_from_body(values, access.table)
    # JSON has players' names and not seats as a form has, so it means the same in any version.
    changed = game_service().changes.record_round(access, write, lambda _: values)
    return game_response(access, changed, 201)


@bp.put("/games/<key>/rounds/<int:number>")
def correct(key: str, number: int) -> Response:
    """Correct a round."""
    access = open_game(key)
    values = body()
    write = write_from_body(values)
    changed = game_service().changes.correct_round(access, number, write, lambda _: values)
    return game_response(access, changed)


@bp.delete("/games/<key>/rounds/<int:number>")
def remove(key: str, number: int) -> Response:
    """Remove a round."""
    access = open_game(key)
    changed = game_service().changes.remove_round(access, number, write_from_query())
    return game_response(access, changed)


@bp.post("/games/<key>/adjustments")
def adjust(key: str) -> Response:
    """Give or take points beside the rounds."""
    access = open_game(key)
    values = body()
    changed = game_service().changes.adjust(access, write_from_body(values), values)
    return game_response(access, changed, 201)


@bp.delete("/games/<key>/adjustments/<int:number>")
def remove_adjustment(key: str, number: int) -> Response:
    """Remove points beside the rounds."""
    access = open_game(key)
    changed = game_service().changes.remove_adjustment(access, number, write_from_query())
    return game_response(access, changed)


@bp.patch("/games/<key:key>")
def change(key: str) -> Response:
    """Change something about the table; whoever closes the seats is given the tables."""
    access = open_game(key)
    values = body()
    write = write_from_body(values)
    if isinstance(stop_at := values.get("stop_at"), str):
        values = {**values, "stop_at": game_service().clock.with_offset(stop_at)}
    changed = game_service().changes.change_settings(access, write, values)
    is_begun = values.get("open_seats") is False and changed.game.game_format.has_several_tables
    tables = _tables(access.game_id, changed.game) if is_begun else None
    return game_response(access, changed, tables=tables)


@bp.post("/games/<key>/stages")
def draw_stage(key: str) -> Response:
    """Draw the next stage of heats, once every table has played its rounds."""
    access = open_game(key)
    values = optional_body()
    changed = game_service().changes.draw_stage(access, write_from_body(values), values)
    return game_response(access, changed, 201)


@bp.delete("/games/<key>/stages/<int:number>")
def remove_stage(key: str, number: int) -> Response:
    """Remove the draw of a stage in which nothing was played."""
    access = open_game(key)
    changed = game_service().changes.remove_stage(access, number, write_from_query())
    return game_response(access, changed)


@bp.post("/games/<key>/undo")
def undo(key: str) -> Response:
    """Take back the last change that still stands."""
    return undo_last(open_game(key))


def undo_last(access: Access) -> Response:
    """Undo the last change, or with a table key the last round of its table."""
    # The same body at another table is a different request, see `write_from_body`.
    write = write_from_body(optional_body(), access.table)
    return game_response(access, game_service().changes.undo(access, write))


@bp.post("/games/<key>/redo")
def redo(key: str) -> Response:
    """Take back the last taking back."""
    access = open_game(key)
    return game_response(
        access, game_service().changes.redo(access, write_from_body(optional_body()))
    )


@bp.put("/games/<key>/settled/<rule:rule>")
def settle(key: str, rule: str) -> Response:
    """Settle what this table plays on a point."""
    access = open_game(key)
    # The rule is part of the address, so an unknown one is a 404 and not a fault in the body.
    if rule not in registry().rulings.rules:
        abort(404)
    values = body()
    refuse_unknown_custom(access.game.start.edition, rule, values)
    changed = game_service().changes.settle(access, rule, write_from_body(values), values)
    return game_response(access, changed)


@bp.delete("/games/<key>/settled/<rule:rule>")
def unsettle(key: str, rule: str) -> Response:
    """Play a point by the sheet again."""
    access = open_game(key)
    return game_response(access, game_service().changes.unsettle(access, rule, write_from_query()))


@bp.get("/games/<key>/score-sheet.txt")
def score_sheet(key: str) -> Response:
    """Write the game out as a score sheet."""
    access = open_game(key, "score", "watch")
    with whole_game_slot(access):
        return Response(write_sheet(access.game), content_type="text/plain; charset=utf-8")


@bp.get("/games/<key>.csv")
def csv(key: str) -> Response:
    """Write the game out for a spreadsheet, a line a hand."""
    access = open_game(key, "score", "watch")
    with whole_game_slot(access):
        return spreadsheet(rows_of(access.game), "game.csv")
