"""The rulings: what a box says on a point, and the answer to a question."""

from flask import Blueprint, abort, request

from companion.game.formats import FORMATS
from companion.game.requests.reader import RequestReader
from companion.rulebook import ANSWERS, SearchOptions
from companion.rulings.ruling import Ruling, RulingValues
from companion.web.api.openapi.operations import Operation, describe
from companion.web.api.openapi.requests import MOST_ANSWERS, RulingsQuery, most_players
from companion.web.api.openapi.responses import AnswersValues, RulingsValues
from companion.web.ui.forms import number
from companion.web.ui.registry import registry
from companion.web.ui.settlements import script_language

bp = Blueprint("rulings", __name__, url_prefix="/rulings/<edition>")


@bp.get("")
@describe(Operation("askRulings", RulingsValues | AnswersValues, query=RulingsQuery))
def index(edition: str) -> RulingsValues | AnswersValues:
    """Return the answers to a question about a box, the best first, or else all of its rulings."""
    if edition not in registry().playable:
        abort(404)
    args = request.args
    numbers = {name: number(args[name]) for name in ("limit", "players") if name in args}
    reader = RequestReader({**numbers, "format": args.get("format")})
    options = SearchOptions(
        limit=reader.integer("limit", 1, MOST_ANSWERS, ANSWERS),
        players=reader.integer("players", 1, most_players()) if reader.has("players") else None,
        game_format=reader.choice("format", tuple(FORMATS)) if reader.has("format") else None,
    )
    reader.raise_faults()  # also where nothing is asked and the rest is of no use
    # An empty question is one too and gets results; without `q` all rulings are listed.
    if "q" in args:
        found = registry().boxes.answer(edition, args["q"], options)
        results = found.as_values(script_language(), request.script_root)
        return {"sure": found.is_sure, "results": results}
    rulings = registry().rulings.of(edition)
    return {"rulings": [_values(ruling) for ruling in rulings]}


@bp.get("/<rule:rule>")
@describe(Operation("getRuling", RulingValues))
def show(edition: str, rule: str) -> RulingValues:
    """Return what a box says on a point; that it does not concern this box is an answer too."""
    ruling = registry().rulings.get(edition, rule)
    if ruling is None:
        abort(404)
    return _values(ruling)


def _values(ruling: Ruling) -> RulingValues:
    return ruling.as_values(script_language(), request.script_root)
