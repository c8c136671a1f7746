"""Which card is laid on which: "a +4 on a +2", or "he +2'd me, may I +4"."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.rulings.search.tokenizer import Place

CHRONOLOGY = 0.6  # how sure it is that what is told first happened first
AGAIN, BEFORE, IF = 0.8, 0.9, 0.8

_ON = {"on-top"}
_WITH = {"with", "avec", "by", "par"}
_WHEN = {"when", "after", "if", "lorsque", "si"}
_AND = {"and", "et", "or", "ou"}
_SAME = {"other", "same"}
_AFTER = {"after"}
_NEAR = 3  # places before a card in which "on" is said of it: "on a +2 may I lay a +4"


def roles(places: Sequence[Place]) -> Iterator[tuple[str, float]]:
    """Tell which card is laid (`laid=…`) and which it is laid on (`under=…`), and how surely."""
    cards = [at for at, place in enumerate(places) if place.card]
    pairs = list(pairwise(cards))
    pair = next((pair for pair in pairs if _is_on(places, *pair)), pairs[0] if pairs else None)
    if pair:
        yield from _pair(places, *pair)
    elif cards and _has(places, cards[0], len(places), _ON):
        card = places[cards[0]].card
        yield from _laid(card, card, AGAIN if _has(places, cards[0], len(places), _SAME) else 0)


def _pair(places: Sequence[Place], first: int, second: int) -> Iterator[tuple[str, float]]:
    one, other = places[first].card, places[second].card
    if _is_on(places, first, second):
        return _laid(one, other, 1.0)
    if _has(places, first, second, _WITH):
        return _laid(other, one, 1.0)
    if _has(places, max(first - _NEAR, -1), first, _ON | _AFTER) or _has(
        places, second, len(places), _ON
    ):
        return _laid(other, one, BEFORE)
    if _has(places, first, second, _WHEN):
        return _laid(one, other, IF)
    return _laid(other, one, 0 if _has(places, first, second, _AND) else CHRONOLOGY)


def _laid(card: str, on: str, sure: float) -> Iterator[tuple[str, float]]:
    if sure:
        yield f"laid={card}", sure
        yield f"under={on}", sure


def _is_on(places: Sequence[Place], first: int, second: int) -> bool:
    """Tell whether one is on the other; "on" right before a card is no French pronoun."""
    between = [p.labels for p in places[first + 1 : second] if "a-colour" not in p.labels]
    return _has(places, first, second, _ON) or between[-1:] == [{"on"}]


def _has(places: Sequence[Place], after: int, before: int, labels: set[str]) -> bool:
    return any(place.labels & labels for place in places[after + 1 : before])
