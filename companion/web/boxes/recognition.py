"""Which box do I have? At most three questions, each answered by a tap on what is seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for

from companion.editions import NONE, CardFace, Colour, Edition, Question, candidates, question
from companion.web.ui.registry import registry

bp = Blueprint("recognition", __name__)

_FEATURES = ("card", "colour", "lid")


@dataclass(frozen=True, slots=True)
class RecognitionPage:
    """What is asked next, and the boxes that it may still be."""

    boxes: Sequence[Edition]
    question: Question | None
    answered: Mapping[str, str]

    def url_of(self, answer: str) -> str:
        feature = self.question.feature if self.question else ""
        return f"{url_for('recognition.show')}?{urlencode({**self.answered, feature: answer})}"

    @property
    def is_first(self) -> bool:
        return not self.answered

    @property
    def is_by_exclusion(self) -> bool:
        """Whether an answer was that none of it is there: the box may be one not known here."""
        return NONE in self.answered.values()

    def box_of(self, card: str) -> Edition:
        return next(box for box in self.boxes if card in box.cards)

    def face(self, card: str) -> CardFace:
        return self.box_of(card).cards[card]

    def colour(self, name: str) -> Colour:
        return next(each for box in self.boxes for each in box.colours if each.colour == name)

    @property
    def none(self) -> str:
        return NONE


@bp.get("/boxes/which")
def show() -> str:
    answered = {name: request.args[name] for name in _FEATURES if request.args.get(name)}
    boxes = candidates(registry().editions.values(), answered)
    if not boxes:  # nothing has all that: an address that was changed by hand
        answered, boxes = {}, list(registry().editions.values())
    page = RecognitionPage(boxes, question(boxes, answered), answered)
    return render_template("boxes/recognition.html", page=page)
