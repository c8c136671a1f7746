"""Comparison of counted cards with the contents of a box by its leaflet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.editions.edition import CardFace, Edition


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Kinds of cards that the leaflet counts together (or one kind), with their total."""

    faces: tuple[CardFace, ...]
    size: int
    # Cards that one unnamed kind has less: of "19 of each colour, 0 to 9" one digit is single.
    odd: int = 0

    @property
    def is_split(self) -> bool:
        """Whether the counts of all kinds follow from the total."""
        return sum(face.count or 0 for face in self.faces) == self.size + self.odd


@dataclass(frozen=True, slots=True)
class Inventory:
    """Result of counting a box: missing and surplus cards by id, and totals."""

    missing: Mapping[str, int]
    surplus: Mapping[str, int]
    counted: int
    box_count: int | None

    @property
    def is_complete(self) -> bool:
        return not (self.missing or self.surplus)

    @property
    def uncounted(self) -> int:
        found = self.counted + sum(self.missing.values()) - sum(self.surplus.values())
        return (self.box_count or found) - found


def card_groups(box: Edition) -> tuple[CardGroup, ...]:
    """Return the kinds of cards of a box, grouped as its leaflet counts them."""
    lots = {card: lot for lot in box.deck.lots for card in lot.cards}
    groups = []
    for card, face in box.cards.items():
        lot = lots.get(card)
        if lot is None:
            groups.append(CardGroup((face,), face.count or 0))
        elif card == lot.cards[0]:
            faces = tuple(box.cards[other] for other in lot.cards)
            most = sum(each.count or 0 for each in faces)
            # If one card per colour is short of two of each kind, one kind must occur only once.
            colours = len(box.colours)
            is_pairs = all(each.count == 2 * colours for each in faces)
            odd = colours if is_pairs and most - lot.size == colours else 0
            groups.append(CardGroup(faces, lot.size, odd))
    return tuple(groups)


def inventory(box: Edition, counted: Mapping[str, int]) -> Inventory:
    differences = {
        card: difference
        for group in card_groups(box)
        for card, difference in _differences(group, counted)
        if difference
    }
    return Inventory(
        missing={card: -number for card, number in differences.items() if number < 0},
        surplus={card: number for card, number in differences.items() if number > 0},
        counted=sum(counted.values()),
        box_count=box.box_count,
    )


def _differences(group: CardGroup, counted: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield (card, counted minus expected) for each kind for which that is known, also 0."""
    here = {face.card: counted[face.card] for face in group.faces if face.card in counted}
    # Nothing was counted, or a count in the leaflet is unknown.
    if not here or any(face.count is None for face in group.faces):
        return
    fewest = min(here, key=lambda card: here[card])
    if group.is_split:
        expected = {face.card: face.count or 0 for face in group.faces}
        # The kind with the fewest cards is the single one, unless it has too many for that.
        is_odd_found = here[fewest] <= expected[fewest] - group.odd
        if is_odd_found or len(here) == len(expected):
            expected[fewest] -= group.odd
        for card, number in here.items():
            yield card, number - expected[card]
    elif len(here) == len(group.faces) or sum(here.values()) > group.size:
        # Which kind differs is unknown; assume the kind with the fewest cards.
        yield fewest, sum(here.values()) - group.size
