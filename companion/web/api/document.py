"""Published descriptions of the JSON: an OpenAPI document, and the JSON Schema of the rulings.

Both are files beside this module, which `python -m tests.openapi` writes.
"""

import json
from importlib.resources import files
from typing import Any

from flask import Blueprint, request

from companion.version import __version__
from companion.web.ui.registry import registry

bp = Blueprint("document", __name__)

_FOLDER = files(__package__)


@bp.get("/openapi.json")
def show() -> dict[str, Any]:
    """Describe all of this for tools."""
    document = _read("openapi.json")
    document["info"]["version"] = __version__
    document["servers"] = [{"url": f"{request.script_root}/"}]
    # Boxes are filled in here, because a server may have its own.
    boxes, schemas = registry().playable, document["components"]["schemas"]
    cards = dict.fromkeys(card.card for box in boxes.values() for card in box.deck)
    schemas["KnownEdition"]["enum"], schemas["KnownCard"]["enum"] = list(boxes), list(cards)
    return document


@bp.get("/rulings.schema.json")
def rulings_schema() -> dict[str, Any]:
    """Return the JSON Schema of the whole book."""
    return _read("rulings.schema.json")


def _read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((_FOLDER / name).read_text(encoding="utf-8"))
    return document
