"""What a pile of cards is worth, with no game at all."""

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from companion.editions import Edition
from companion.game.cards.hand import Hand, impossible
from companion.game.faults import Fault, ValidationError
from companion.game.requests.hand import read_single_hand
from companion.web.http import htmx
from companion.web.rules.views import no_such_box
from companion.web.ui import forms
from companion.web.ui.registry import registry

bp = Blueprint("count", __name__)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile as it was said, and what came of reading it."""

    said: str
    hand: Hand | None
    faults: tuple[Fault, ...]

    @property
    def filled(self) -> forms.Form:
        """Fill the count fields; the pile is nobody's hand."""
        return forms.filled_hands({forms.PILE: self.hand} if self.hand else {})


@bp.get("/box/<edition>/count")
def show(edition: str) -> Response:
    """Say what a pile of this box is worth."""
    box = registry().editions.get(edition)
    if box is None:
        return no_such_box(edition, "count.show")
    pile = _read(request.args.get("cards", ""), box)
    return htmx.answer(render_template("boxes/count.html", edition=box, pile=pile))


@bp.post("/box/<edition>/count")
def evaluate(edition: str) -> Response:
    """Show how a pile was understood, to the key pad."""
    box = registry().editions.get(edition) or abort(404)
    pile = _read(request.form.get("cards", ""), box)
    row = render_template("boxes/_pile.html", edition=box, pile=pile)
    return htmx.answer(row, 200 if pile.hand else 422)


def _read(said: str, box: Edition) -> Pile:
    if not said.strip():
        return Pile("", None, ())
    try:
        hand = read_single_hand({"cards": said}, box.deck, box.lexicon)
    except ValidationError as refused:
        return Pile(said, None, refused.faults)
    return Pile(said, hand, impossible(box.deck, {"": hand}))
