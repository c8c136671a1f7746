"""One box, as whoever scans its sticker sees it: every card, one tap from its rule."""

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from companion.web.book import Book
from companion.web.parts import parts
from companion.web.rules import no_such_box

bp = Blueprint("boxes", __name__, url_prefix="/box")


@bp.get("/<edition>")
def box(edition: str) -> Response:
    """Show every card of a box, with its short rule at hand."""
    known = parts().editions.get(edition)
    if known is None:
        return no_such_box(edition, "boxes.box")
    return make_response(render_template("boxes/box.html", book=Book(known)))
