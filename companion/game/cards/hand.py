"""A hand: the cards one player still holds, or a total already added up."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.cards.deck import Deck
from companion.game.faults import Fault, FaultCode

HIGHEST_TOTAL = 1_000_000  # what even "keep it anyway" does not keep: a slip of the finger


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player was caught with: `points`, and the `cards` (ids) where they were counted."""

    points: int
    cards: tuple[str, ...] | None = None

    @classmethod
    def counted(cls, cards: Sequence[str], deck: Deck) -> "Hand":
        """Add up counted cards; KeyError for a card that can not be in a hand of this deck."""
        return cls(sum(deck.points(card) for card in cards), tuple(cards))

    def as_values(self) -> dict[str, Any]:
        """Give the hand as plain values, as the journal and scripts have it."""
        counted = {} if self.cards is None else {"cards": list(self.cards)}
        return {**counted, "points": self.points}


def impossible(deck: Deck, hands: Mapping[str, Hand]) -> tuple[Fault, ...]:
    """Find what this deck can not hold, over all hands (by JSON Pointer) of a round at one table.

    More of a card than there is, more of a lot, more cards than the deck, or more points than
    the whole deck is worth (of totals alone, where it is the cards that are too many). Each
    finding is named at every hand that has part in it.
    """
    counts = {path: Counter(hand.cards or ()) for path, hand in hands.items()}
    found = (
        *_too_many_of_a_card(deck, counts),
        *_too_many_of_a_lot(deck, counts),
        *_too_many_cards(deck, counts),
    )
    totals = {path: hand for path, hand in hands.items() if hand.cards is None}
    return (*found, *_too_many_points(deck, totals if found else hands))


def _too_many_of_a_card(deck: Deck, counts: Mapping[str, Counter[str]]) -> Iterator[Fault]:
    together: Counter[str] = sum(counts.values(), Counter())
    for card in deck:
        if together[card.card] > card.count:
            values = {"card": card.card, "has": card.count, "counted": together[card.card]}
            holders = (path for path, count in counts.items() if count[card.card])
            yield from (
                Fault(FaultCode.TOO_MANY_OF_CARD, f"{path}/cards", values) for path in holders
            )


def _too_many_of_a_lot(deck: Deck, counts: Mapping[str, Counter[str]]) -> Iterator[Fault]:
    for lot in deck.lots:
        held = {path: sum(count[card] for card in lot.cards) for path, count in counts.items()}
        if sum(held.values()) > lot.size:
            values = {"cards": lot.cards, "has": lot.size, "counted": sum(held.values())}
            holders = (path for path, number in held.items() if number)
            yield from (
                Fault(FaultCode.TOO_MANY_OF_LOT, f"{path}/cards", values) for path in holders
            )


def _too_many_cards(deck: Deck, counts: Mapping[str, Counter[str]]) -> Iterator[Fault]:
    counted = sum(count.total() for count in counts.values())
    if counted > deck.size:
        values = {"has": deck.size, "counted": counted}
        holders = (path for path, count in counts.items() if count)
        yield from (Fault(FaultCode.TOO_MANY_CARDS, f"{path}/cards", values) for path in holders)


def _too_many_points(deck: Deck, hands: Mapping[str, Hand]) -> Iterator[Fault]:
    counted = sum(hand.points for hand in hands.values())
    if counted > deck.value:
        values = {"has": deck.value, "counted": counted}
        for path, hand in hands.items():
            if hand.points:
                part = "points" if hand.cards is None else "cards"
                yield Fault(FaultCode.TOO_MANY_POINTS, f"{path}/{part}", values)
