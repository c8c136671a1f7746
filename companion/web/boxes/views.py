"""Page of a box, opened by its sticker: all cards, with rules if its leaflet was read."""

from flask import Blueprint, render_template

from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404

bp = Blueprint("boxes", __name__, url_prefix="/box")


@bp.get("/<edition>")
def show(edition: str) -> str:
    box = box_or_404(edition, "boxes.show")
    if not box.rulings_from:
        # Once per card side.
        turned = [(side, box.for_side(side)) for side in box.deck.sides or (None,)]
        return render_template("boxes/unread.html", box=box, turned=turned)
    return render_template("boxes/box.html", rules=RulesView(box))
