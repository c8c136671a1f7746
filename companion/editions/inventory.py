"""Is a box complete? What was counted of each kind, held against what its sheet says it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.editions.edition import CardFace, Edition


@dataclass(frozen=True, slots=True)
class Shelf:
    """Kinds of cards that a sheet counts together, or one kind alone; `size` of them in all."""

    faces: tuple[CardFace, ...]
    size: int
    # Missing from one of the kinds, and the sheet does not say which: "19 of each colour, 0 to 9".
    odd: int = 0

    @property
    def is_split(self) -> bool:
        """Whether the sheet, together with what can be worked out, counts every kind."""
        return sum(face.count or 0 for face in self.faces) == self.size + self.odd


@dataclass(frozen=True, slots=True)
class Inventory:
    """How many of which card are `missing` or too many, and how many were `counted` in all."""

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


def shelves_of(box: Edition) -> tuple[Shelf, ...]:
    """Return the kinds of a box as its sheet counts them, with those that lie aside."""
    lots = {card: lot for lot in box.deck.lots for card in lot.cards}
    shelves = []
    for card, face in box.cards.items():
        lot = lots.get(card)
        if lot is None:
            shelves.append(Shelf((face,), face.count or 0))
        elif card == lot.cards[0]:
            faces = tuple(box.cards[other] for other in lot.cards)
            most = sum(each.count or 0 for each in faces)
            # Two of every kind a colour, and of one kind only one: nothing else makes that sum.
            colours = len(box.colours)
            is_pairs = all(each.count == 2 * colours for each in faces)
            odd = colours if is_pairs and most - lot.size == colours else 0
            shelves.append(Shelf(faces, lot.size, odd))
    return tuple(shelves)


def inventory(box: Edition, counted: Mapping[str, int]) -> Inventory:
    differences = {
        card: difference
        for shelf in shelves_of(box)
        for card, difference in _differences(shelf, counted)
        if difference
    }
    return Inventory(
        missing={card: -number for card, number in differences.items() if number < 0},
        surplus={card: number for card, number in differences.items() if number > 0},
        counted=sum(counted.values()),
        box_count=box.box_count,
    )


def _differences(shelf: Shelf, counted: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield for each counted kind how many more there are than there should be."""
    here = {face.card: counted[face.card] for face in shelf.faces if face.card in counted}
    # Where nobody says how many there are, none is missing.
    if not here or any(face.count is None for face in shelf.faces):
        return
    fewest = min(here, key=lambda card: here[card])
    if shelf.is_split:
        expected = {face.card: face.count or 0 for face in shelf.faces}
        # The odd kind is the one of which there are fewest, unless there are too many for that.
        is_odd_found = here[fewest] <= expected[fewest] - shelf.odd
        if is_odd_found or len(here) == len(expected):
            expected[fewest] -= shelf.odd
        for card, number in here.items():
            yield card, number - expected[card]
    elif len(here) == len(shelf.faces) or sum(here.values()) > shelf.size:
        # Nobody knows of which kind one is missing; the smaller pile is the likelier one.
        yield fewest, sum(here.values()) - shelf.size
