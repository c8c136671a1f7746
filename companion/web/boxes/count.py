"""What a pile of cards is worth, with no game at all."""

from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from companion.editions import Edition
from companion.game.cards.hand import Hand, impossible
from companion.game.faults import Fault, ValidationError
from companion.game.requests.hand import read_single_hand
from companion.web.http import htmx
from companion.web.rules.missing import box_or_404, lead_to

bp = Blueprint("count", __name__)


@dataclass(frozen=True, slots=True)
class CountPage:
    """A pile as it was typed, and the hand it was read as; None where it is blank or faulty.

    `side`: of two-sided cards, the one that is up in the `edition`; `box`: with both.
    """

    edition: Edition
    text: str
    box: Edition
    side: str | None
    hand: Hand | None = None
    faults: tuple[Fault, ...] = ()


@bp.get("/box/<edition>/count")
def show(edition: str) -> str:
    page = _read(request.args.get("cards", ""), edition)
    return render_template("boxes/count.html", page=page)


@bp.post("/box/<edition>/count")
def evaluate(edition: str) -> Response:
    """Show how a pile was understood, to the key pad; of one that was tapped it has the cards."""
    if not request.form.get("cards", "").strip():
        return htmx.answer("", 204)
    page = _read(request.form.get("cards", ""), edition)
    row = render_template("boxes/_pile.html", page=page)
    return htmx.answer(row, 200 if page.hand else 422)


def _read(text: str, edition: str) -> CountPage:
    box = box_or_404(edition, "count.show")
    if not box.cards:
        lead_to(box)
    sides, wish = box.deck.sides, request.args.get("side")
    side = wish if wish in sides else next(iter(sides), None)
    up = box.on(side)
    page = CountPage(up, text, box, side)
    if not text.strip():
        return replace(page, text="")
    try:
        hand = read_single_hand({"cards": text}, up.deck, up.lexicon)
    except ValidationError as refused:
        return replace(page, faults=refused.faults)
    # More of a card than the box holds is pointed out, and added up all the same.
    return replace(page, hand=hand, faults=impossible(up.deck, {"": hand}))
