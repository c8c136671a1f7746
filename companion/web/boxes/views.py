"""One box, as whoever scans its sticker sees it: every card, and its rule where it was read."""

from flask import Blueprint, render_template

from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404

bp = Blueprint("boxes", __name__, url_prefix="/box")


@bp.get("/<edition>")
def show(edition: str) -> str:
    box = box_or_404(edition, "boxes.show")
    if not box.rulings_from:
        # With each of its sides up; alone where its cards have one.
        turned = [(side, box.on(side)) for side in box.deck.sides or (None,)]
        return render_template("boxes/unread.html", box=box, turned=turned)
    return render_template("boxes/box.html", rules=RulesView(box))
