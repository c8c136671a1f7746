"""JSON of the rulings: all of them, those of a box, a single one, answers to a question."""

from flask import Blueprint, Response, abort, jsonify, request

from companion.game.formats import FORMATS
from companion.game.requests.reader import RequestReader
from companion.rulebook import ANSWERS, AnswersValues, SearchOptions
from companion.rulings.history import ChangeValues
from companion.rulings.ruling import Ruling, RulingValues
from companion.web.api.conditional import conditional_json
from companion.web.api.responses import BookValues, RulingsValues
from companion.web.http.i18n import N_, translated
from companion.web.ui.forms import number
from companion.web.ui.registry import registry
from companion.web.ui.settlements import script_language

bp = Blueprint("rulings", __name__)

LICENCE = N_(
    "CC BY 4.0 (%(address)s) for our own words: questions, verdicts and texts. Places and headings"
    " are quotations from the rule sheets, among them the leaflets %(items)s."
)
MOST_ANSWERS = 50
MOST_PLAYERS = max(game_format.max_players for game_format in FORMATS.values())
CC_BY = "https://creativecommons.org/licenses/by/4.0/"


@bp.get("/rulings")
def book() -> Response:
    """Return every ruling of every box; 304 where the asker has them already."""
    language = script_language()
    tag = f"{registry().rulings.fingerprint}-{language}"
    books, key = registry().books, (language, request.script_root)
    return conditional_json(
        tag, lambda: books.get_or_make(key, lambda: jsonify(_book(language)).get_data())
    )


def _book(language: str) -> BookValues:
    rulings, boxes = registry().rulings, registry().editions
    editions = [edition for edition in sorted(boxes) if rulings.of(edition)]
    items = [box.leaflet.item for box in boxes.values() if box.leaflet and box.leaflet.item]
    quoted = {"address": CC_BY, "items": ", ".join(items)}
    return {
        "published": rulings.history.published,
        "licence": translated(language, LICENCE) % quoted,
        "language": language,
        "editions": editions,
        "rulings": [
            ruling.as_published(language, request.script_root)
            for edition in editions
            for ruling in sorted(rulings.of(edition), key=lambda ruling: ruling.rule)
        ],
    }


@bp.get("/changes.json")
def changes() -> list[ChangeValues]:
    """Return what has happened to the rulings, the newest change first."""
    return list(registry().rulings.history.changes)


@bp.get("/rulings/<edition>")
def index(edition: str) -> RulingsValues | AnswersValues:
    """Return the answers to a question about a box, the best first, or else all of its rulings."""
    if edition not in registry().playable:
        abort(404)
    args = request.args
    numbers = {name: number(args[name]) for name in ("limit", "players") if name in args}
    reader = RequestReader({**numbers, "format": args.get("format")})
    options = SearchOptions(
        limit=reader.integer("limit", 1, MOST_ANSWERS, ANSWERS),
        players=reader.integer("players", 1, MOST_PLAYERS) if reader.has("players") else None,
        game_format=reader.choice("format", tuple(FORMATS)) if reader.has("format") else None,
    )
    reader.raise_faults()  # also without `q`, where the options have no effect
    # An empty `q` is a question too and gets results. All rulings are listed only without `q`.
    if "q" in args:
        found = registry().rulebook.answer(edition, args["q"], options)
        return found.as_values(script_language(), request.script_root)
    rulings = registry().rulings.of(edition)
    return {"rulings": [_values(ruling) for ruling in rulings]}


@bp.get("/rulings/<edition>/<rule:rule>")
def show(edition: str, rule: str) -> RulingValues:
    """Return what a box says on a point; that it does not concern this box is an answer too."""
    ruling = registry().rulings.get(edition, rule)
    if ruling is None:
        abort(404)
    return _values(ruling)


def _values(ruling: Ruling) -> RulingValues:
    return ruling.as_values(script_language(), request.script_root)
