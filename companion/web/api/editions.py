"""JSON of the boxes."""

from flask import Blueprint, abort

from companion.editions import Edition
from companion.web.api import responses
from companion.web.http.i18n import language
from companion.web.ui.registry import registry

bp = Blueprint("editions", __name__)


@bp.get("/editions")
def index() -> responses.EditionsValues:
    """Return all boxes."""
    return {"editions": [_short(edition) for edition in registry().playable.values()]}


@bp.get("/editions/<edition>")
def show(edition: str) -> responses.EditionValues:
    """Return one box with its cards and what its sheet describes."""
    box = registry().playable.get(edition)
    if box is None:
        abort(404)
    return {
        **_short(box),
        "cards": [
            {
                "card": card.card,
                "side": card.side,
                "name": box.cards[card.card].name.localized(language()),
                "points": card.points,
                "count": card.count,
            }
            for card in box.deck.cards
        ],
        "described": dict(box.described),
        "sources": [
            {"says": each.says.localized(language()), "address": each.address}
            for each in box.sources
        ],
        "confidence": box.confidence,
    }


def _short(box: Edition) -> responses.ShortEditionValues:
    leaflet: responses.LeafletValues | None = None
    if read := box.leaflet:
        leaflet = {"item": read.item, "year": read.year, "languages": list(read.languages)}
    return {
        "edition": box.edition,
        "name": box.name.localized(language()),
        "sheet": box.sheet,
        "leaflet": leaflet,
        "box_count": box.box_count,
        "deck_count": box.deck_count,
        "colours": [colour.name.localized(language()) for colour in box.colours],
        "sides": list(box.deck.sides) or None,
        "knock_out": None if box.deck.knock_out is None else {"bonus": box.deck.knock_out},
        "players": list(box.players) if box.players else None,
        "scorings": list(box.scorings),
        "target": box.target,
    }
