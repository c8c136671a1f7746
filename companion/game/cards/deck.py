"""Decks: the cards of a box, their counts and points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card, by its id: `7`, `skip`, `wild-draw-four`."""

    card: str
    points: int | None  # in a hand; None for a card that is never held
    count: int | None  # maximum in the deck; None if unknown
    side: str | None = None  # card side, for two-sided cards


@dataclass(frozen=True, slots=True)
class Lot:
    """Kinds of cards that the leaflet counts only together.

    For example "19 blue cards numbered 0 to 9": each number may occur twice (`Card.count`).
    """

    cards: tuple[str, ...]
    size: int
    side: str | None = None  # of two-sided cards, the one whose cards it counts


@dataclass(frozen=True)
class Deck:
    """Cards of a deck, in key-pad order; each kind belongs to at most one lot.

    With `sides`, every card has a side; a card on both sides is listed twice with the same id.
    `knock_out`: bonus per player knocked out of a round, or None if the box has no knock-outs.
    """

    cards: tuple[Card, ...]
    lots: tuple[Lot, ...] = ()
    sides: tuple[str, ...] = ()
    knock_out: int | None = None

    def for_side(self, side: str | None) -> "Deck":
        """Return a one-sided deck of the cards on this side, or the whole deck if None."""
        if side is None:
            return self
        cards = tuple(card for card in self.cards if card.side == side)
        return Deck(cards, tuple(Lot(lot.cards, lot.size) for lot in self.lots if lot.side == side))

    @cached_property
    def by_id(self) -> Mapping[str, Card]:
        """Kinds of cards that can be in a hand, by id."""
        return {card.card: card for card in self.cards if card.points is not None}

    def points(self, card: str) -> int:
        """Return the points of a card; KeyError if it is not in the deck or never held."""
        return self.by_id[card].points or 0

    @cached_property
    def all_lots(self) -> tuple[Lot, ...]:
        """All lots, plus a lot of its own for each kind that is in no lot."""
        # Cards that are never held are left out.
        in_lots = {card for lot in self.lots for card in lot.cards}
        kinds = self.by_id.values()
        alone = (Lot((c.card,), c.count or 0) for c in kinds if c.card not in in_lots)
        return (*self.lots, *alone)

    @cached_property
    def is_counted(self) -> bool:
        """Whether the count of every kind is known; otherwise size and value are unknown."""
        return bool(self.by_id) and all(card.count is not None for card in self.by_id.values())

    @cached_property
    def has_negative_totals(self) -> bool:
        """Whether a hand may be worth less than 0; True if no cards are known."""
        return not self.by_id or any(self.points(card) < 0 for card in self.by_id)

    @cached_property
    def size(self) -> int | None:
        """Number of cards (two-sided cards count once), or None if unknown."""
        if self.sides:
            return self.for_side(self.sides[0]).size
        return sum(lot.size for lot in self.all_lots) if self.is_counted else None

    @cached_property
    def value(self) -> int | None:
        """Highest points that a hand of this deck can have, or None if unknown."""
        if self.sides:
            return self.for_side(self.sides[0]).value
        if not self.is_counted:
            return None
        points = 0
        for lot in self.all_lots:
            left = lot.size  # take the kinds with most points first
            for card in sorted(lot.cards, key=self.points, reverse=True):
                # The counts of the kinds may add up to more than the lot holds.
                taken = min(left, self.by_id[card].count or 0)
                left -= taken
                # Ignore cards with negative points.
                points += taken * max(self.points(card), 0)
        return points

    def shuffled(self, decks: int, left_out: Mapping[str, int]) -> "Deck":
        """Return `decks` copies of this deck as one, minus the cards left out (id: number)."""
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
        """Parse the output of `as_values`; KeyError, TypeError or ValueError if malformed."""
        return cls(
            tuple(
                Card(card, points, count, *side) for card, points, count, *side in values["cards"]
            ),
            tuple(Lot(tuple(cards), size, *side) for cards, size, *side in values["lots"]),
            tuple(values.get("sides", ())),
            values.get("knock_out"),
        )
