"""Rounds: recorded, corrected, removed."""

from collections.abc import Container, Sequence

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from companion.game.entries import Entry, RoundCorrected, RoundRecorded, RoundRemoved
from companion.game.faults import Fault, FaultCode, ValidationError, pointer
from companion.game.replay import Game
from companion.game.requests.round import read_round
from companion.game.rounds import Note, Round
from companion.game.standings import ending
from companion.services.games import GameFinishedError
from companion.web.api.games import changed
from companion.web.http.json_body import body, write_of, write_of_query
from companion.web.ui.access import Access, open_game
from companion.web.ui.registry import registry

bp = Blueprint("rounds", __name__, url_prefix="/games/<key>/rounds")


@bp.post("")
def record(key: str) -> Response:
    """Record a round."""
    access = open_game(key)
    values = body()

    def make(game: Game) -> Entry:
        if ending(game):
            raise GameFinishedError(game)
        return RoundRecorded(read(access, game, values))

    return changed(access, write_of(values), make, 201)


@bp.put("/<int:number>")
def correct(key: str, number: int) -> Response:
    """Correct a round."""
    access = open_game(key)
    values = body()

    def make(game: Game) -> Entry:
        _must_exist(game, number)
        return RoundCorrected(number, read(access, game, values, number))

    return changed(access, write_of(values), make)


@bp.delete("/<int:number>")
def remove(key: str, number: int) -> Response:
    """Remove a round."""
    access = open_game(key)

    def make(game: Game) -> Entry:
        _must_exist(game, number)
        return RoundRemoved(number)

    return changed(access, write_of_query(), make)


def read(access: Access, game: Game, values: object, number: int | None = None) -> Round:
    """Read a round: the next one, or what round `number` is corrected to."""
    round_ = read_round(game, access.edition.lexicon, values, number)
    must_be_rulings(round_.notes, registry().rulings.rules)
    return round_


def must_be_rulings(notes: Sequence[Note], rules: Container[str]) -> None:
    """Refuse a note on a ruling that does not exist: nobody could look it up."""
    strange = [(place, note.rule) for place, note in enumerate(notes) if note.rule not in rules]
    if strange:
        raise ValidationError(
            Fault(FaultCode.UNKNOWN_RULE, pointer("notes", place, "rule"), {"rule": rule})
            for place, rule in strange
        )


def _must_exist(game: Game, number: int) -> None:
    if not 1 <= number <= len(game.rounds):
        abort(404)
