"""The rulings: what a box says on a point, and the answer to a question."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, abort, request

from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES
from companion.game.formats import FORMATS
from companion.game.requests.reader import RequestReader
from companion.rulebook import ANSWERS, Wish
from companion.rulings import Ruling
from companion.web.ui.forms import number
from companion.web.ui.registry import registry

bp = Blueprint("rulings", __name__, url_prefix="/rulings/<edition>")

MOST_ANSWERS = 50
MOST_PLAYERS = max(each.most for each in FORMATS.values())


@bp.get("")
def every(edition: str) -> dict[str, Any]:
    """Answer a question about a box, the best first; without one give all of its rulings."""
    if edition not in registry().editions:
        abort(404)
    question, wish = request.args.get("q"), _wish()
    if question is None:
        return {"rulings": _told(registry().rulings.of(edition))}
    found = registry().boxes.answer(edition, question, wish)
    return {"results": _told(found)}


@bp.get("/<rule:rule>")
def one(edition: str, rule: str) -> dict[str, Any]:
    """Give what a box says on a point; that it does not concern this box is an answer too."""
    ruling = registry().rulings.get(edition, rule)
    if ruling is None:
        abort(404)
    return ruling.as_values(_language())


def _told(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    return [ruling.as_values(_language()) for ruling in rulings]


def _language() -> str:
    """Give the language that was asked for by name: what a script quotes must not drift."""
    wish = request.args.get("lang", DEFAULT_LANGUAGE)
    return wish if wish in LANGUAGES else DEFAULT_LANGUAGE


def _wish() -> Wish:
    """Read how many answers are wished for, and what the running game is."""
    args = request.args
    numbers = {name: number(args[name]) for name in ("limit", "players") if name in args}
    reader = RequestReader({**numbers, "format": args.get("format")})
    wish = Wish(
        limit=reader.integer("limit", 1, MOST_ANSWERS, ANSWERS),
        players=reader.integer("players", 1, MOST_PLAYERS) if reader.has("players") else None,
        game_format=reader.choice("format", tuple(FORMATS)) if reader.has("format") else None,
    )
    reader.raise_faults()
    return wish
