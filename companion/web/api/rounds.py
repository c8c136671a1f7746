"""Rounds: recorded, corrected, removed."""

from flask import Blueprint, Response, abort

from companion.game.entries import Entry, RoundCorrected, RoundRecorded, RoundRemoved
from companion.game.recording import read_round
from companion.game.replay import Game
from companion.game.standings import ending
from companion.web.access import opened
from companion.web.api.games import changed
from companion.web.jsonbody import body, write_of, write_of_query
from companion.web.kept import GameOver

bp = Blueprint("rounds", __name__, url_prefix="/games/<key>/rounds")


@bp.post("")
def record(key: str) -> Response:
    """Record a round."""
    access = opened(key)
    values = body()

    def make(game: Game) -> Entry:
        if ending(game):
            raise GameOver(game)
        return RoundRecorded(read_round(game, access.edition.lexicon, values))

    return changed(access, write_of(values), make, 201)


@bp.put("/<int:number>")
def correct(key: str, number: int) -> Response:
    """Correct a round."""
    access = opened(key)
    values = body()

    def make(game: Game) -> Entry:
        _must_exist(game, number)
        return RoundCorrected(number, read_round(game, access.edition.lexicon, values, number))

    return changed(access, write_of(values), make)


@bp.delete("/<int:number>")
def remove(key: str, number: int) -> Response:
    """Remove a round."""
    access = opened(key)

    def make(game: Game) -> Entry:
        _must_exist(game, number)
        return RoundRemoved(number)

    return changed(access, write_of_query(), make)


def _must_exist(game: Game, number: int) -> None:
    if not 1 <= number <= len(game.rounds):
        abort(404)
