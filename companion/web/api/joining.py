"""JSON of open seats: take, rename and leave a seat, which has a key of its own."""

from flask import Blueprint, jsonify, make_response, request
from werkzeug.wrappers import Response

from companion.game.requests.reader import RequestReader
from companion.services import joining
from companion.services.errors import NotInGameError
from companion.web.api.responses import SeatValues
from companion.web.api.writes import write_from_body, write_from_query
from companion.web.http.json_body import body
from companion.web.ui.access import count_late_seat, game_service, open_game

bp = Blueprint("joining", __name__, url_prefix="/join/<key>")


@bp.post("")
def take(key: str) -> Response:
    """Take a seat; a repeated request is answered 200, with the same key."""
    access = open_game(key, "join")
    values = body()
    count_late_seat(access)
    taken = joining.take_seat(game_service().changes, access, write_from_body(values), values)
    if taken is None:
        raise NotInGameError
    return _answer(taken.seat, taken.seat_key, 201 if taken.changed.entry else 200)


@bp.put("")
def rename(key: str) -> Response:
    """Change the name of a seat."""
    access = open_game(key, "join")
    values = body()
    seat_key = str(RequestReader(values).values.get("seat_key"))
    changed = game_service().changes.rename_seat(access, write_from_body(values), values, seat_key)
    return _answer(joining.seat_of(changed.game, seat_key), seat_key)


@bp.delete("")
def leave(key: str) -> Response:
    """Give a seat up."""
    access = open_game(key, "join")
    seat_key = request.args.get("seat_key", "")
    changed = game_service().changes.leave_seat(access, write_from_query(), seat_key)
    return _answer(joining.seat_of(changed.game, seat_key), seat_key)


def _answer(seat: int | None, seat_key: str, status: int = 200) -> Response:
    answer: SeatValues = {"seat": seat, "seat_key": seat_key}
    return make_response(jsonify(answer), status)
