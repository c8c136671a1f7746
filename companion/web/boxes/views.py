"""One box, as whoever scans its sticker sees it: every card, one tap from its rule."""

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from companion.web.rules.book import RulesView
from companion.web.rules.views import no_such_box
from companion.web.ui.registry import registry

bp = Blueprint("boxes", __name__, url_prefix="/box")


@bp.get("/<edition>")
def show(edition: str) -> Response:
    """Show every card of a box, with its short rule at hand."""
    known = registry().editions.get(edition)
    if known is None:
        return no_such_box(edition, "boxes.show")
    return make_response(render_template("boxes/box.html", book=RulesView(known)))
