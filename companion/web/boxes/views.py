"""Page of a box, opened by its sticker: all cards, with rules if its leaflet was read."""

from flask import Blueprint, render_template

from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404
from companion.web.ui.device import shown_side

bp = Blueprint("boxes", __name__, url_prefix="/box")


@bp.get("/<edition>")
def show(edition: str) -> str:
    box = box_or_404(edition, "boxes.show")
    return render_template("boxes/box.html", rules=RulesView(box, side=shown_side(box)))
