"""The cards of a box file: what each is called and worth, and how many there are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from companion.datafiles.reader import Table
from companion.datafiles.schema import ID, TEXT, listed, one_of, whole
from companion.datafiles.text import Lines, LocalizedText
from companion.editions.base import Base
from companion.editions.edition import CardFace, Kind
from companion.editions.rules import NAME
from companion.game.cards.deck import Card, Deck, Lot

NUMBERS = tuple("0123456789")  # cards named and scored by their face
KINDS: tuple[Kind, ...] = ("action", "wild", "aside")


@dataclass(frozen=True, slots=True)
class StatedLot:
    """A lot as a box file states it: `each` is the most there can be of one of its cards."""

    name: str
    cards: tuple[str, ...]
    count: int
    each: int
    lines: Mapping[str, Lines]


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards of a box, in the order they are shown: those it shares, then its own."""

    faces: Mapping[str, CardFace]
    lots: tuple[StatedLot, ...]

    @property
    def deck(self) -> Deck:
        """The cards as the game counts them."""
        cards = tuple(Card(face.card, face.points, face.count) for face in self.faces.values())
        return Deck(cards, tuple(Lot(lot.cards, lot.count) for lot in self.lots))

    @property
    def together(self) -> int | None:
        """How many cards the stated counts make; None where one of them is wrong."""
        in_lots = {card for lot in self.lots for card in lot.cards}
        alone = [face.count for face in self.faces.values() if face.card not in in_lots]
        counts = [*alone, *(lot.count for lot in self.lots)]
        return sum(counts) if all(counts) else None


def read_cards(box: Table, base: Base) -> Cards:
    """Read the lots and cards of a box, each card laid over what base.toml says of it."""
    with box.part("lots") as lots:
        stated_lots = tuple(_lot(lots, name, base) for name in lots.values)
        lot_of = dict(_places(lots, stated_lots))
    with box.part("cards") as cards:
        shared = base.of("cards")
        held = [card for card in shared if card in lot_of or card in cards.values]
        own = [card for card in cards.values if card not in shared]
        faces = {card: _face(cards, card, lot_of.get(card), base) for card in (*held, *own)}
    _refuse_strange(box, stated_lots, faces)
    return Cards(faces, stated_lots)


def _lot(lots: Table, name: str, base: Base) -> StatedLot:
    with lots.part(name, base.of("lots", name)) as table:
        lot = StatedLot(
            name,
            cards=table.take("cards", listed(TEXT)),
            count=table.take("count", whole(1)),
            each=table.take("each", whole(1)),
            lines=table.lines("count", "points"),
        )
        least, most = len(lot.cards), len(lot.cards) * lot.each
        if lot.count and most and not least <= lot.count <= most:
            says = f"must be from {least} to {most} for {least} kinds of at most {lot.each}"
            table.fault(says, "count")
    return lot


def _places(lots: Table, stated: tuple[StatedLot, ...]) -> Iterator[tuple[str, StatedLot]]:
    """Find the lot of every card; a card can stand in one only."""
    seen: dict[str, str] = {}
    for lot in stated:
        for card in lot.cards:
            if card in seen:
                lots.fault(f"names {card}, which lots.{seen[card]} has", lot.name, "cards")
            seen.setdefault(card, lot.name)
            yield card, lot


def _refuse_strange(box: Table, lots: tuple[StatedLot, ...], faces: Mapping[str, CardFace]) -> None:
    """Refuse in lots the cards nobody describes, and those that are never shuffled."""
    for lot in lots:
        for card in lot.cards:
            if card not in faces:
                box.fault(f"names {card}, which is no card we know", "lots", lot.name, "cards")
            elif faces[card].kind == "aside":
                box.fault(f"names {card}, which lies aside", "lots", lot.name, "cards")


def _face(cards: Table, card: str, lot: StatedLot | None, base: Base) -> CardFace:
    is_own = card not in base.of("cards")
    if is_own and ID.reads(card) is None:
        cards.fault(ID.says, card)
    with cards.part(card, base.of("cards", card)) as table:
        kind, points, name, sign = _look(table, card, base)
        return CardFace(
            card=card,
            kind=kind,
            name=name,
            sign=sign,
            points=points,
            count=_count(table, lot),
            is_own=is_own,
            spoken=(card, *name.values(), *_spoken(table)),
            plurals=table.maybe("plural", listed(NAME)),
            lines=_lines(table, lot),
        )


def _look(
    table: Table, card: str, base: Base
) -> tuple[Kind, int | None, LocalizedText, str | None]:
    """Read what a number need not state."""
    if card in NUMBERS:
        return "number", int(card), LocalizedText.same(card), None
    kind = table.take("kind", one_of(KINDS, "action"))
    name = table.words("name", NAME)
    sign = table.take("sign", one_of(base.signs, ""))
    points = None if kind == "aside" else table.take("points", whole(0))
    return kind, points, name, sign


def _count(table: Table, lot: StatedLot | None) -> int:
    if lot is None:
        return table.take("count", whole(1))
    if "count" in table.values:
        table.asked.add("count")
        table.fault(f"is not needed: lots.{lot.name} counts this card", "count")
    return lot.each


def _spoken(table: Table) -> tuple[str, ...]:
    with table.part("spoken") as spoken:
        return tuple(chain.from_iterable(spoken.by_language(listed(NAME)).values()))


def _lines(table: Table, lot: StatedLot | None) -> Mapping[str, Lines]:
    own = table.lines("count", "points")
    if lot is None:
        return own
    return {fact: lines or lot.lines[fact] for fact, lines in own.items()}
