"""Page that counts the points of a pile of cards, without a game."""

from dataclasses import dataclass, replace

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from companion.editions import Edition
from companion.game.cards.hand import Hand, impossible
from companion.game.faults import Fault, ValidationError
from companion.game.requests.hand import read_single_hand
from companion.web.http import htmx
from companion.web.rules.missing import box_or_404, redirect_to_box
from companion.web.ui.device import shown_side

bp = Blueprint("count", __name__)


@dataclass(frozen=True, slots=True)
class CountPage:
    """Pile as typed, and the hand it was parsed as (None if blank or invalid).

    `edition` is the `box` with one `side` of two-sided cards up.
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
    """Return the parsed pile as a fragment for the key pad, 204 if blank."""
    if not request.form.get("cards", "").strip():
        return htmx.response("", 204)
    page = _read(request.form.get("cards", ""), edition)
    row = render_template("boxes/_pile.html", page=page)
    return htmx.response(row, 200 if page.hand else 422)


def _read(text: str, edition: str) -> CountPage:
    box = box_or_404(edition, "count.show")
    if not box.cards:
        redirect_to_box(box)
    side = shown_side(box)
    up = box.for_side(side)
    page = CountPage(up, text, box, side)
    if not text.strip():
        return replace(page, text="")
    try:
        hand = read_single_hand({"cards": text}, up.deck, up.lexicon, box.deck)
    except ValidationError as refused:
        return replace(page, faults=refused.faults)
    # Counts above those of the box are pointed out, but added up.
    return replace(page, hand=hand, faults=impossible(up.deck, {"": hand}))
