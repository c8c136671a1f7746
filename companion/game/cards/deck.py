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
    count: int | None  # the most of it that the deck can hold; None: nobody says
    side: str | None = None  # of two-sided cards, the one that this is on


@dataclass(frozen=True, slots=True)
class Lot:
    """Kinds of cards of which the sheet only gives the number together.

    It says "19 blue cards numbered 0 to 9", so every number may be there twice (`Card.count`).
    """

    cards: tuple[str, ...]
    size: int
    side: str | None = None  # of two-sided cards, the one whose cards it counts


@dataclass(frozen=True)
class Deck:
    """The cards that are dealt, in the order of a key pad; every kind is in one lot at most.

    With `sides` every card is on one of them; what stands on both is there twice, under one id.
    `knock_out`: the bonus for everybody knocked out of a round (None: nobody is in this box).
    """

    cards: tuple[Card, ...]
    lots: tuple[Lot, ...] = ()
    sides: tuple[str, ...] = ()
    knock_out: int | None = None

    def on(self, side: str | None) -> "Deck":
        """Return the deck with this side up, as if its cards had no other; None: as it is."""
        if side is None:
            return self
        cards = tuple(card for card in self.cards if card.side == side)
        return Deck(cards, tuple(Lot(lot.cards, lot.size) for lot in self.lots if lot.side == side))

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
        kinds = self.by_id.values()
        alone = (Lot((c.card,), c.count or 0) for c in kinds if c.card not in in_lots)
        return (*self.lots, *alone)

    @cached_property
    def is_counted(self) -> bool:
        """Whether there is a number for every kind: without, nothing is known of any sum."""
        return bool(self.by_id) and all(card.count is not None for card in self.by_id.values())

    @cached_property
    def has_negative_totals(self) -> bool:
        """Whether a hand may be worth less than nothing, for all that is known of the cards."""
        return not self.by_id or any(self.points(card) < 0 for card in self.by_id)

    @cached_property
    def size(self) -> int | None:
        """How many cards there are (two-sided ones once); None where nobody says."""
        if self.sides:
            return self.on(self.sides[0]).size
        return sum(lot.size for lot in self.stacks) if self.is_counted else None

    @cached_property
    def value(self) -> int | None:
        """The points of the dearest hand that its lots allow; None where nobody says."""
        if self.sides:
            return self.on(self.sides[0]).value
        if not self.is_counted:
            return None
        points = 0
        for lot in self.stacks:
            left = lot.size  # the dearest kinds of a lot are taken first
            for card in sorted(lot.cards, key=self.points, reverse=True):
                # The limits of its kinds may add up to more than the lot holds.
                taken = min(left, self.by_id[card].count or 0)
                left -= taken
                # Of the whole deck without what is worth less than nothing.
                points += taken * max(self.points(card), 0)
        return points

    def shuffled(self, decks: int, left_out: Mapping[str, int]) -> "Deck":
        """Return several equal boxes as one deck, with some cards (id: number) left out of it."""
        cards = tuple(
            replace(c, count=c.count and c.count * decks - left_out.get(c.card, 0))
            for c in self.cards
        )
        lots = tuple(
            replace(lot, size=lot.size * decks - sum(left_out.get(c, 0) for c in lot.cards))
            for lot in self.lots
        )
        return replace(self, cards=cards, lots=lots)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.by_id.values())

    def as_values(self) -> dict[str, Any]:
        values: dict[str, Any] = {
            "cards": [
                [card.card, card.points, card.count, *([card.side] if self.sides else [])]
                for card in self.cards
            ],
            "lots": [
                [lot.cards, lot.size, *([lot.side] if self.sides else [])] for lot in self.lots
            ],
        }
        if self.sides:
            values["sides"] = self.sides
        return values if self.knock_out is None else {**values, "knock_out": self.knock_out}

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the deck that `as_values` wrote; KeyError, TypeError or ValueError otherwise."""
        return cls(
            tuple(
                Card(card, points, count, *side) for card, points, count, *side in values["cards"]
            ),
            tuple(Lot(tuple(cards), size, *side) for cards, size, *side in values["lots"]),
            tuple(values.get("sides", ())),
            values.get("knock_out"),
        )
