"""The boxes."""

from typing import Any

from flask import Blueprint, abort

from companion.editions import Edition
from companion.web.http.i18n import language
from companion.web.ui.registry import registry

bp = Blueprint("editions", __name__)


@bp.get("/editions")
def every() -> dict[str, Any]:
    """List the boxes."""
    return {"editions": [_short(edition) for edition in registry().editions.values()]}


@bp.get("/editions/<edition>")
def one(edition: str) -> dict[str, Any]:
    """Give one box with its cards and what its sheet describes."""
    box = registry().editions.get(edition)
    if box is None:
        abort(404)
    return {**_short(box), "cards": _cards(box), "described": dict(box.described)}


def _short(box: Edition) -> dict[str, Any]:
    return {
        "edition": box.edition,
        "name": box.name.localized(language()),
        "box_count": box.box_count,
        "deck_count": box.deck_count,
        "colours": [colour.name.localized(language()) for colour in box.colours],
    }


def _cards(box: Edition) -> list[dict[str, Any]]:
    return [
        {
            "card": face.card,
            "name": face.name.localized(language()),
            "points": face.points,
            "count": face.count,
        }
        for face in box.cards.values()
    ]
