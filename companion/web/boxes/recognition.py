"""Which box do I have? At most three questions, each answered by a tap on what is seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for

from companion.editions import NONE, CardFace, Colour, Edition, Question, candidates, question
from companion.web.http.i18n import language
from companion.web.ui import device
from companion.web.ui.messages import choice
from companion.web.ui.registry import registry

bp = Blueprint("recognition", __name__)

_FEATURES = ("card", "colour", "lid")
_MOST_SHOWN = 6  # other boxes before the fold: those that are sold most come first


@dataclass(frozen=True, slots=True)
class RecognitionPage:
    """What is asked next, and the boxes that it may still be."""

    boxes: Sequence[Edition]
    question: Question | None
    answered: Mapping[str, str]

    def url_of(self, answer: str) -> str:
        """Return where an answer leads: to the next question, or past all boxes known here."""
        feature = self.question.feature if self.question else ""
        answered = {**self.answered, feature: answer}
        # Many boxes have no card that no other has; of what all have, none is another box.
        if answer == NONE and (feature != "card" or not candidates(self.boxes, answered)):
            return url_for("recognition.other")
        return f"{url_for('recognition.show')}?{urlencode(answered)}"

    @property
    def is_found(self) -> bool:
        """Whether it is this box for certain: something was seen that no other has."""
        return len(self.boxes) == 1 and NONE not in self.answered.values()

    def telling(self, answer: str) -> Edition | None:
        """Return the box without rulings that an answer stands for, if it does for one."""
        return next((box for box in self.boxes if box.edition == answer), None)

    @property
    def colours(self) -> Mapping[str, Colour]:
        """All colours of the boxes, by name."""
        return {each.colour: each for box in self.boxes for each in box.colours}

    @property
    def colour_choice(self) -> str:
        return choice(each.name.localized(language()) for each in self.colours.values())

    def box_of(self, card: str) -> Edition:
        return next(box for box in self.boxes if card in box.cards)

    def face(self, card: str) -> CardFace:
        return self.box_of(card).cards[card]

    @property
    def none(self) -> str:
        return NONE


@bp.get("/boxes/which")
def show() -> str:
    # An ordinary pack of cards has neither the colours nor a lid to know it by.
    known = [box for box in registry().playable.values() if box.colours or box.is_unmistakable]
    answered = {name: request.args[name] for name in _FEATURES if request.args.get(name)}
    boxes = candidates(known, answered)
    if not boxes:  # nothing has all that: an address that was changed by hand
        answered, boxes = {}, known
    page = RecognitionPage(boxes, question(boxes, answered), answered)
    return render_template("boxes/recognition.html", page=page)


@bp.get("/boxes/other")
def other() -> str:
    return other_boxes({})


def other_boxes(faults: Mapping[str, str]) -> str:
    """Show the boxes without rulings, and what is wrong with the file of one that was sent."""
    boxes = [box for box in registry().playable.values() if not box.rulings_from and box.recognise]
    # Those of whoever runs the companion lie on this table more often than all others.
    boxes.sort(key=lambda box: box.sheet != "own")
    own = device.own_boxes()
    return render_template(
        "boxes/other.html", boxes=boxes, most=_MOST_SHOWN, own=own, faults=faults
    )
