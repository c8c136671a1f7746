"""What a box holds and what each card is worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card, by its id: `7`, `skip`, `wild-draw-four`."""

    card: str
    points: int | None  # in a hand; None: it stays on the table
    count: int  # the most of it that the deck can hold


@dataclass(frozen=True, slots=True)
class Lot:
    """Kinds of cards of which the sheet only gives the number together.

    It says "19 blue cards numbered 0 to 9", so every number may be there twice (`Card.count`).
    """

    cards: tuple[str, ...]
    size: int


@dataclass(frozen=True)
class Deck:
    """The cards that are dealt, in the order of a key pad; every kind is in one lot at most."""

    cards: tuple[Card, ...]
    lots: tuple[Lot, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Card]:
        """The kinds that can be in a hand, by their id."""
        return {card.card: card for card in self.cards if card.points is not None}

    def points(self, card: str) -> int:
        """Return what a card is worth in a hand; KeyError where the deck has no such card."""
        return self.by_id[card].points or 0

    @cached_property
    def stacks(self) -> tuple[Lot, ...]:
        """All lots, with every kind that is in none as a lot of its own."""
        # Cards that stay on the table are in no hand, so they are in no lot here.
        in_lots = {card for lot in self.lots for card in lot.cards}
        alone = (Lot((c.card,), c.count) for c in self.by_id.values() if c.card not in in_lots)
        return (*self.lots, *alone)

    @cached_property
    def size(self) -> int:
        return sum(lot.size for lot in self.stacks)

    @cached_property
    def value(self) -> int:
        """The points of the whole deck, the dearest one that its lots allow."""
        points = 0
        for lot in self.stacks:
            left = lot.size  # the dearest kinds of a lot are taken first
            for card in sorted(lot.cards, key=self.points, reverse=True):
                # The limits of its kinds may add up to more than the lot holds.
                taken = min(left, self.by_id[card].count)
                left -= taken
                points += taken * self.points(card)
        return points

    def shuffled(self, decks: int, left_out: Mapping[str, int]) -> "Deck":
        """Return several equal boxes as one deck, with some cards (id: number) left out of it."""
        cards = tuple(
            replace(c, count=c.count * decks - left_out.get(c.card, 0)) for c in self.cards
        )
        lots = tuple(
            Lot(lot.cards, lot.size * decks - sum(left_out.get(c, 0) for c in lot.cards))
            for lot in self.lots
        )
        return Deck(cards, lots)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.by_id.values())

    def as_values(self) -> dict[str, Any]:
        return {
            "cards": [[card.card, card.points, card.count] for card in self.cards],
            "lots": [[lot.cards, lot.size] for lot in self.lots],
        }

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the deck that `as_values` wrote; KeyError, TypeError or ValueError otherwise."""
        return cls(
            tuple(Card(card, points, count) for card, points, count in values["cards"]),
            tuple(Lot(tuple(cards), size) for cards, size in values["lots"]),
        )
