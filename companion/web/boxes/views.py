"""One box, as whoever scans its sticker sees it: every card, and its rule where it was read."""

from dataclasses import dataclass

from flask import Blueprint, render_template

from companion.editions import Edition
from companion.web.rules.book import RulesView
from companion.web.rules.missing import box_or_404

bp = Blueprint("boxes", __name__, url_prefix="/box")


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The cards of a box and their rules in short."""

    rules: RulesView


@dataclass(frozen=True, slots=True)
class UnreadBoxPage:
    """What is known of a box without rulings."""

    box: Edition

    @property
    def turned(self) -> list[tuple[str | None, Edition]]:
        """The box with each of its sides up; alone where its cards have one."""
        return [(side, self.box.on(side)) for side in self.box.deck.sides or (None,)]


@bp.get("/<edition>")
def show(edition: str) -> str:
    box = box_or_404(edition, "boxes.show")
    if not box.rulings_like:
        return render_template("boxes/unread.html", page=UnreadBoxPage(box))
    return render_template("boxes/box.html", page=BoxPage(RulesView(box)))
