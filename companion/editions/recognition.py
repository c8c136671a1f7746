"""Which box is it? Questions that tell boxes apart by what can be seen on the table."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.editions.edition import Edition

NONE = "none"  # none of the things that a question shows
MOST_QUESTIONS = 3

Feature = Literal["card", "colour", "lid"]

# What tells most comes first, and what can be seen without counting.
_FEATURES: Mapping[Feature, Callable[[Edition], frozenset[str]]] = {
    "card": lambda box: frozenset(_own_cards(box)),
    "colour": lambda box: frozenset(each.colour for each in box.colours),
    "lid": lambda box: frozenset({str(box.box_count)}),
}


def _own_cards(box: Edition) -> Iterable[str]:
    """Return the cards that only this box has; one without rulings stands for all of its own."""
    if not box.rulings_like:
        return [box.edition] * box.tells
    return (card for card, face in box.cards.items() if face.is_own)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a feature; `answers` are what may be seen, and `NONE` of it.

    There are more boxes than are known here, so none of it is always an answer.
    """

    feature: Feature
    answers: tuple[str, ...]


def candidates(boxes: Iterable[Edition], answers: Mapping[str, str]) -> list[Edition]:
    """Return the boxes that have all that was answered, question by question."""
    found = list(boxes)
    for feature, values in _FEATURES.items():
        answer = answers.get(feature)
        if answer and found:
            shared = _shared(found, feature)
            found = [
                box
                for box in found
                if (values(box) <= shared if answer == NONE else answer in values(box))
            ]
    return found


def _shared(boxes: Iterable[Edition], feature: Feature) -> frozenset[str]:
    """Return what all these boxes have: to ask for it tells nothing."""
    return frozenset.intersection(*map(_FEATURES[feature], boxes))


def question(boxes: Collection[Edition], answered: Collection[str]) -> Question | None:
    """Return what to ask next of whoever has one of these boxes; None where it tells no more."""
    if len(answered) >= MOST_QUESTIONS:
        return None
    for feature, values in _FEATURES.items():
        found = {values(box) for box in boxes}
        if feature not in answered and len(found) > 1:
            shared = _shared(boxes, feature)
            told: dict[str, None] = {}
            for box in boxes:
                colours = (each.colour for each in box.colours)
                order = (*box.cards, *colours, str(box.box_count), box.edition)
                told |= dict.fromkeys(sorted(values(box), key=order.index))
            return Question(feature, (*(value for value in told if value not in shared), NONE))
    return None
