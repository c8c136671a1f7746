"""What a pile of cards is worth, with no game at all."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.editions import Edition
from companion.game.faults import Fault, Refused
from companion.game.hand import Hand, impossible
from companion.game.hand_read import read_alone
from companion.web import forms, htmx
from companion.web.parts import parts
from companion.web.rules import no_such_box

bp = Blueprint("piles", __name__)


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
def count(edition: str) -> AnyResponse:
    """Say what a pile of this box is worth."""
    box = parts().editions.get(edition)
    if box is None:
        return no_such_box(edition, "piles.count")
    pile = _read(request.args.get("cards", ""), box)
    return htmx.answer(render_template("piles/count.html", edition=box, pile=pile))


@bp.post("/box/<edition>/count")
def understand(edition: str) -> Response:
    """Show how a pile was understood, to the key pad."""
    box = parts().editions.get(edition) or abort(404)
    pile = _read(request.form.get("cards", ""), box)
    row = render_template("piles/_pile.html", edition=box, pile=pile)
    return htmx.answer(row, 200 if pile.hand else 422)


def _read(said: str, box: Edition) -> Pile:
    if not said.strip():
        return Pile("", None, ())
    try:
        hand = read_alone({"cards": said}, box.deck, box.lexicon)
    except Refused as refused:
        return Pile(said, None, refused.faults)
    return Pile(said, hand, impossible(box.deck, {"": hand}))
