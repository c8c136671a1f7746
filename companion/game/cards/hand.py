"""Hands: the cards a player still holds, or a total already added up."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NotRequired, TypedDict

from companion.game.cards.deck import Deck
from companion.game.faults import Fault, FaultCode

HIGHEST_TOTAL = 1_000_000  # above it, a typing error that not even "keep it anyway" accepts


class HandValues(TypedDict):
    """A hand as plain values; `cards` where they were counted."""

    points: int
    cards: NotRequired[Annotated[list[str], ("minItems", 1)]]


@dataclass(frozen=True, slots=True)
class Hand:
    """Hand at the end of a round: `points`, and its `cards` (ids) if they are known."""

    points: int
    cards: tuple[str, ...] | None = None

    @classmethod
    def counted(cls, cards: Sequence[str], deck: Deck) -> "Hand":
        """Return a hand of these cards; KeyError for a card that `deck.points` does not know."""
        return cls(sum(deck.points(card) for card in cards), tuple(cards))

    def as_values(self) -> HandValues:
        if self.cards is None:
            return {"points": self.points}
        return {"cards": list(self.cards), "points": self.points}


def impossible(deck: Deck, hands: Mapping[str, Hand]) -> tuple[Fault, ...]:
    """Return faults for hands (by JSON Pointer) of one round that exceed the deck's limits.

    Each fault is reported at every hand involved. If single hands are worth more than the whole
    deck, only those are reported.
    """
    kinds = deck.by_id.values()
    limits: list[tuple[FaultCode, Mapping[str, object], tuple[str, ...], int]] = [
        *(
            (FaultCode.TOO_MANY_OF_CARD, {"card": c.card}, (c.card,), c.count)
            for c in kinds
            if c.count is not None
        ),
        *((FaultCode.TOO_MANY_OF_LOT, {"cards": x.cards}, x.cards, x.size) for x in deck.lots),
    ]
    if deck.size is not None:
        limits.append((FaultCode.TOO_MANY_CARDS, {}, tuple(deck.by_id), deck.size))
    counts = {path: Counter(hand.cards) for path, hand in hands.items() if hand.cards}
    found: list[Fault] = []
    for code, names, cards, most in limits:
        held = {path: sum(count[card] for card in cards) for path, count in counts.items()}
        counted = sum(held.values())
        if counted > most:
            values = {**names, "has": most, "counted": counted}
            found += [Fault(code, f"{path}/cards", values) for path, n in held.items() if n]
    if deck.value is None:
        return tuple(found)
    # Too many cards also have too many points; do not report the same error twice.
    judged = {path: hand for path, hand in hands.items() if not found or hand.cards is None}
    # A typing error in one hand must not be reported at the others.
    judged = {p: hand for p, hand in judged.items() if hand.points > deck.value} or judged
    points = sum(hand.points for hand in judged.values())
    if points > deck.value:
        for path, hand in judged.items():
            if hand.points:
                part = "points" if hand.cards is None else "cards"
                values = {"has": deck.value, "counted": points}
                found.append(Fault(FaultCode.TOO_MANY_POINTS, f"{path}/{part}", values))
    return tuple(found)
