"""Games: started, read, changed, taken back."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, jsonify, make_response, request, url_for
from werkzeug.wrappers import Response

from companion.game.entries import Entry, RoundCorrected, RoundRecorded, RoundRemoved
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.replay import Game
from companion.game.reports.state import state
from companion.game.requests.change import read_change, read_settlement, unsettle
from companion.game.requests.change import redo as brought_back
from companion.game.requests.change import undo as taken_back
from companion.game.requests.start import read_start
from companion.game.scoresheet import write_sheet
from companion.services.games import Changed, Opened, Write
from companion.services.seat_draw import by_lot
from companion.version import __version__
from companion.web.api.csv_export import csv_of
from companion.web.http.json_body import body, optional_body, write_of, write_of_query
from companion.web.ui.access import Access, count_new_game, open_game
from companion.web.ui.registry import game_service, registry

bp = Blueprint("games", __name__)


@bp.post("/games")
def create() -> Response:
    """Start a game."""
    values = body()
    start = read_start(values, registry().editions)
    count_new_game()
    return created(game_service().start(by_lot(start, values.get("seating"))))


def created(new: Opened) -> Response:
    """Answer with a new game and its keys."""
    game = game_service().game(new.game_id)
    answer: dict[str, Any] = {
        "score_key": new.score_key,
        "watch_key": new.watch_key,
        "game": state(game),
    }
    if game.game_format.is_planned:
        keys = game_service().table_keys(new.game_id, game)
        answer["tables"] = [{"table": table, "key": key} for table, key in keys]
    response = make_response(jsonify(answer), 201)
    response.headers["Location"] = url_for("table.show", key=new.score_key)
    return response


@bp.get("/games/<key:key>")
def read(key: str) -> Response:
    """Give the game; 304 where the asker has it already."""
    return read_by(open_game(key, "score", "watch"))


def read_by(access: Access) -> Response:
    """Answer with the game as it stands, or 304."""
    response = jsonify(game=state(access.game, *_span()))
    response.set_etag(f"{__version__}-{access.game.version}")
    return response.make_conditional(request)


def _span() -> tuple[int, int] | tuple[()]:
    """Read `?rounds=1-200`."""
    wish = request.args.get("rounds")
    if wish is None:
        return ()
    first, dash, last = wish.partition("-")
    if not (dash and _is_small(first) and _is_small(last) and 1 <= int(first) <= int(last)):
        raise ValidationError([Fault(FaultCode.NOT_A_SPAN, "/rounds")])
    return int(first), int(last)


def _is_small(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10  # noqa: PLR2004 - digits


@bp.patch("/games/<key:key>")
def change(key: str) -> Response:
    """Change something about the table."""
    access = open_game(key)
    values = body()
    return changed(access, write_of(values), lambda game: read_change(game, values))


@bp.post("/games/<key>/undo")
def undo(key: str) -> Response:
    """Take back the last change that still stands."""
    access = open_game(key)
    return changed(access, write_of(optional_body()), taken_back)


@bp.post("/games/<key>/redo")
def redo(key: str) -> Response:
    """Take back the last taking back."""
    access = open_game(key)
    return changed(access, write_of(optional_body()), brought_back)


@bp.put("/games/<key>/settled/<rule:rule>")
def settle(key: str, rule: str) -> Response:
    """Settle what this table plays on a point."""
    access = open_game(key)
    if rule not in registry().rulings.rules:
        abort(404)
    values = body()
    return changed(access, write_of(values), lambda game: read_settlement(game, rule, values))


@bp.delete("/games/<key>/settled/<rule:rule>")
def unsettled(key: str, rule: str) -> Response:
    """Play a point by the sheet again."""
    access = open_game(key)

    def make(game: Game) -> Entry:
        try:
            return unsettle(game, rule)
        except LookupError:
            abort(404)

    return changed(access, write_of_query(), make)


def changed(
    access: Access, write: Write, make: Callable[[Game], Entry], status: int = 200
) -> Response:
    """Make a change and answer with the game; a repeated request is answered 200."""
    done = access.games.change(access.game_id, write, make)
    answer: dict[str, Any] = {"game": state(done.game, table=_table_that_wrote(access, done))}
    return make_response(jsonify(answer), status if done.entry else 200)


def _table_that_wrote(access: Access, done: Changed) -> int | None:
    """Find the table of a tournament whose rounds alone are answered with."""
    if access.table or not done.game.game_format.is_planned:
        return access.table
    match done.entry:
        case RoundRecorded(round_) | RoundCorrected(_, round_):
            return round_.table
        case RoundRemoved(number):
            return done.before.rounds[number - 1].table
    return None


@bp.get("/games/<key>/score-sheet.txt")
def score_sheet(key: str) -> Response:
    """Write the game out as a score sheet."""
    access = open_game(key, "score", "watch")
    return _text(write_sheet(access.game), "text/plain")


@bp.get("/games/<key>.csv")
def as_csv(key: str) -> Response:
    """Write the game out for a spreadsheet, a line a hand."""
    access = open_game(key, "score", "watch")
    response = _text(csv_of(access.game), "text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="game.csv"'
    return response


def _text(text: str, mimetype: str) -> Response:
    return Response(text, content_type=f"{mimetype}; charset=utf-8")
