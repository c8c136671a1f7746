"""What texts about a box take from it, by what they write between braces."""

from collections.abc import Iterator, Mapping

from companion.datafiles.text import LocalizedText
from companion.editions.edition import Edition


def facts_of(box: Edition) -> Mapping[str, LocalizedText]:
    """Give the facts of a box: `points:lotso`, `name:wild`, `fact:target`, `word:draw`, `name`.

    A card that lies aside has no points.
    """
    return {"name": box.name, **dict(_cards(box)), **dict(_facts(box)), **dict(_piles(box))}


def _cards(box: Edition) -> Iterator[tuple[str, LocalizedText]]:
    for card, face in box.cards.items():
        yield f"name:{card}", face.name
        yield f"count:{card}", _number(face.count)
        if face.points is not None:
            yield f"points:{card}", _number(face.points)


def _facts(box: Edition) -> Iterator[tuple[str, LocalizedText]]:
    yield "fact:hand-size", _number(box.start.hand_size)
    yield "fact:target", _number(box.start.target)
    yield "fact:deck", _number(box.deck_count)
    yield "fact:box", _number(box.box_count)


def _piles(box: Edition) -> Iterator[tuple[str, LocalizedText]]:
    for pile, called in box.piles.items():
        yield f"word:{pile}", LocalizedText.same(called.word)


def _number(number: int) -> LocalizedText:
    return LocalizedText.same(str(number))
