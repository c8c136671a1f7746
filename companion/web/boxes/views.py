"""One box, as whoever scans its sticker sees it: every card, one tap from its rule."""

from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404

bp = Blueprint("boxes", __name__, url_prefix="/box")


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The cards of a box and their rules in short."""

    rules: RulesView


@bp.get("/<edition>")
def show(edition: str) -> str:
    page = BoxPage(RulesView(box_or_404(edition, "boxes.show")))
    return render_template("boxes/box.html", page=page)
