"""Pages that identify a box with at most three questions, answered by a tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for

from companion.editions import CardFace, Colour, Edition
from companion.editions.recognition import NONE, Question, candidates, question
from companion.web.http.i18n import language
from companion.web.ui import device
from companion.web.ui.boxes import listed
from companion.web.ui.messages import choice
from companion.web.ui.registry import registry

bp = Blueprint("recognition", __name__)

_FEATURES = ("card", "colour", "lid")
_JUST_POINTS = "just-points"


@dataclass(frozen=True, slots=True)
class RecognitionPage:
    """Next question, and the remaining candidates."""

    boxes: Sequence[Edition]
    question: Question | None
    answered: Mapping[str, str]

    def url_of(self, answer: str) -> str:
        """Return the address after an answer: the next question, or the page of other boxes."""
        feature = self.question.feature if self.question else ""
        answered = {**self.answered, feature: answer}
        # "None" rules out all candidates, except for own cards, which many boxes lack.
        if answer == NONE and (feature != "card" or not candidates(self.boxes, answered)):
            return url_for("recognition.other")
        return f"{url_for('recognition.show')}?{urlencode(answered)}"

    @property
    def is_found(self) -> bool:
        """Whether one box is left, identified by its features (never by `NONE`)."""
        return len(self.boxes) == 1 and NONE not in self.answered.values()

    def unmistakable_box(self, answer: str) -> Edition | None:
        """Return the unmistakable box that an answer names, if any."""
        return next((box for box in self.boxes if box.edition == answer), None)

    @property
    def colours(self) -> Mapping[str, Colour]:
        """All colours of the candidates, by id."""
        return {each.colour: each for box in self.boxes for each in box.by_side[0].colours}

    @property
    def colour_choice(self) -> str:
        return choice(each.name.localized(language()) for each in self.colours.values())

    def box_of(self, card: str) -> Edition:
        return next(box for box in self.boxes if card in box.cards)

    def face(self, card: str) -> CardFace:
        return self.box_of(card).cards[card]


@bp.get("/boxes/which")
def show() -> str:
    # Leave out ordinary packs of cards, which have neither colours nor a distinctive lid.
    known = [box for box in registry().playable.values() if box.colours or box.is_unmistakable]
    answered = {name: request.args[name] for name in _FEATURES if request.args.get(name)}
    boxes = candidates(known, answered)
    if not boxes:  # impossible answers, from an address edited by hand
        answered, boxes = {}, known
    page = RecognitionPage(boxes, question(boxes, answered), answered)
    return render_template("boxes/recognition.html", page=page, none_of_these=NONE)


@bp.get("/boxes/other")
def other() -> str:
    return other_boxes({})


def other_boxes(faults: Mapping[str, str]) -> str:
    """Return the page of boxes without rulings, with faults of an uploaded file."""
    boxes = [box for box in registry().playable.values() if not box.rulings_from and box.recognise]
    return render_template(
        "boxes/other.html",
        just_points=registry().playable[_JUST_POINTS],
        boxes=listed({box.edition: box for box in boxes if box.edition != _JUST_POINTS}),
        own=device.own_boxes(),
        faults=faults,
    )
