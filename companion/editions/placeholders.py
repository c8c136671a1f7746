"""What texts about a box take from it, by what they write between braces."""

from collections.abc import Mapping

from companion.datafiles.text import LocalizedText
from companion.editions.edition import Edition


def facts_of(box: Edition) -> Mapping[str, LocalizedText]:
    """Return facts of a box: `points:lotso`, `name:wild`, `fact:target`, `word:draw`, `name`."""
    facts = {"name": box.name}
    numbers = {
        "fact:hand-size": box.start.hand_size,
        "fact:target": box.start.target,
        "fact:deck": box.deck_count,
        "fact:box": box.box_count,
    }
    for card, face in box.cards.items():
        facts[f"name:{card}"] = face.name
        numbers[f"count:{card}"] = face.count
        if face.points is not None:
            numbers[f"points:{card}"] = face.points
    # What nobody says of a table's own box is lent by the one that its rulings are from.
    known = {fact: number for fact, number in numbers.items() if number is not None}
    facts |= {fact: LocalizedText.same(str(number)) for fact, number in known.items()}
    # The sheet calls a pile by one word, whatever language a text is in.
    facts |= {f"word:{name}": LocalizedText.same(pile.word) for name, pile in box.piles.items()}
    return facts
