"""Recognition of a box by questions about its cards, colours and lid."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.editions.edition import Edition

NONE = "none"  # the answer "none of these"
MOST_QUESTIONS = 3

Feature = Literal["card", "colour", "lid"]

# Values of each feature, in order of questions: first those most telling and easily seen.
_FEATURES: Mapping[Feature, Callable[[Edition], frozenset[str]]] = {
    "card": lambda box: frozenset(_own_cards(box)),
    "colour": lambda box: frozenset(each.colour for each in box.by_side[0].colours),
    "lid": lambda box: frozenset({str(box.box_count)}),
}


def _own_cards(box: Edition) -> Iterable[str]:
    """Return the cards only this box has, or its id if its look alone identifies it."""
    if box.is_unmistakable:
        return [box.edition]
    return (card for card, face in box.cards.items() if face.is_own and box.rulings_from)


@dataclass(frozen=True, slots=True)
class Question:
    """Question about a feature, with the possible answers.

    The last answer is always `NONE`, because there are more boxes than those installed.
    """

    feature: Feature
    answers: tuple[str, ...]


def candidates(boxes: Iterable[Edition], answers: Mapping[str, str]) -> list[Edition]:
    """Return the boxes that match the answers (feature -> value or `NONE`)."""
    found = list(boxes)
    for feature, values in _FEATURES.items():
        answer = answers.get(feature)
        if answer and found:
            shared = _shared(found, feature)
            found = [
                box
                for box in found
                if (_may_lack(box, feature, shared) if answer == NONE else answer in values(box))
            ]
    return found


def _may_lack(box: Edition, feature: Feature, shared: frozenset[str]) -> bool:
    """Return whether a box may have none of the values offered, or a person may not see them.

    A card that is in the box once is easily overlooked, or lost.
    """
    values = _FEATURES[feature](box)
    return values <= shared or any(
        box.cards[value].count == 1 for value in values if value in box.cards
    )


def _shared(boxes: Iterable[Edition], feature: Feature) -> frozenset[str]:
    """Return the values of a feature that all boxes have, which cannot distinguish them."""
    return frozenset.intersection(*map(_FEATURES[feature], boxes))


def question(boxes: Collection[Edition], answered: Collection[str]) -> Question | None:
    """Return the next question, None after three or if no feature distinguishes the boxes."""
    if len(answered) >= MOST_QUESTIONS:
        return None
    for feature, values in _FEATURES.items():
        found = {values(box) for box in boxes}
        if feature not in answered and len(found) > 1:
            shared = _shared(boxes, feature)
            held = Counter(value for box in boxes for value in values(box))
            seen: dict[str, None] = {}
            for box in boxes:
                colours = (each.colour for each in box.colours)
                order = (*box.cards, *colours, str(box.box_count), box.edition)
                # Only its rarest values: others would also be answered for other boxes.
                rarest = min((held[value] for value in values(box)), default=0)
                telling = (value for value in values(box) if held[value] == rarest)
                seen |= dict.fromkeys(sorted(telling, key=order.index))
            return Question(feature, (*(value for value in seen if value not in shared), NONE))
    return None
