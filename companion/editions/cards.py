"""Reader of the cards in a box file: names, points and counts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from companion.datafiles.reader import ID, TEXT, Table, choice, integer, list_of
from companion.datafiles.text import LANGUAGES, Lines, LocalizedText
from companion.editions.base import NAME, BoxBase
from companion.editions.edition import CardFace, Colour, Kind
from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.lexicon import Lexicon, Spoken, fold, words

NUMBERS = tuple("0123456789")  # number cards are named and scored by their face
KINDS: tuple[Kind, ...] = ("action", "wild", "aside")


@dataclass(frozen=True, slots=True)
class StatedLot:
    """Lot of a box file; `each` is the most copies of one card in it."""

    name: str
    cards: tuple[str, ...]
    count: int
    each: int
    lines: Mapping[str, Lines]


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of a box in display order: shared ones (base.toml) first, then its own."""

    faces: Mapping[str, CardFace]
    lots: tuple[StatedLot, ...]

    @property
    def deck(self) -> Deck:
        cards = tuple(Card(face.card, face.points, face.count) for face in self.faces.values())
        return Deck(cards, tuple(Lot(lot.cards, lot.count) for lot in self.lots))

    @property
    def total(self) -> int | None:
        """Sum of the stated card counts, None if a count is invalid."""
        # A lot's cards carry their maximum as count, so the lot's own total is added instead.
        in_lots = {card for lot in self.lots for card in lot.cards}
        alone = [face.count for face in self.faces.values() if face.card not in in_lots]
        counts = [*alone, *(lot.count for lot in self.lots)]
        return sum(filter(None, counts)) if all(counts) else None


def read_cards(box: Table, base: BoxBase) -> Cards:
    lots, lot_of = _read_lots(box, base)
    with box.section("cards") as cards:
        shared = base.at("cards")
        # base.toml lists cards in key-pad order; the box's own cards follow.
        held = [card for card in shared if card in lot_of or card in cards.values]
        own = [card for card in cards.values if card not in shared]
        faces = {card: _read_face(cards, card, lot_of.get(card), base) for card in (*held, *own)}
    for lot in lots:
        for card in lot.cards:
            if card not in faces:
                box.add_fault(f"names {card}, which is no card we know", "lots", lot.name, "cards")
            elif faces[card].kind == "aside":  # never shuffled, so not part of a lot
                box.add_fault(f"names {card}, which lies aside", "lots", lot.name, "cards")
    return Cards(faces, lots)


def _read_lots(box: Table, base: BoxBase) -> tuple[tuple[StatedLot, ...], Mapping[str, StatedLot]]:
    """Return the lots, and the lot of each card (a card may be in one lot only)."""
    lots: list[StatedLot] = []
    lot_of: dict[str, StatedLot] = {}
    with box.section("lots") as stated:
        for name in stated.values:
            with stated.section(name, base.at("lots", name)) as table:
                lot = StatedLot(
                    name,
                    cards=table.required("cards", list_of(TEXT)),
                    count=table.required("count", integer(1)),
                    each=table.required("each", integer(1)),
                    lines=table.lines("count", "points"),
                )
                # The box has at least one card of every kind it lists.
                least, most = len(lot.cards), len(lot.cards) * lot.each
                if lot.count and most and not least <= lot.count <= most:
                    kinds = f"{least} kinds of at most {lot.each}"
                    table.add_fault(f"must be from {least} to {most} for {kinds}", "count")
            lots.append(lot)
        for lot in lots:
            for card in lot.cards:
                other = lot_of.setdefault(card, lot)
                if other is not lot:
                    message = f"names {card}, which lots.{other.name} has"
                    stated.add_fault(message, lot.name, "cards")
    return tuple(lots), lot_of


def _read_face(cards: Table, card: str, lot: StatedLot | None, base: BoxBase) -> CardFace:
    is_own = card not in base.at("cards")
    if is_own and ID.check(card) is None:
        cards.add_fault(ID.message, card)
    with cards.section(card, base.at("cards", card)) as table:
        kind: Kind = "number"
        points: int | None = None
        sign: str | None = None
        if card in NUMBERS:
            name, points = LocalizedText.same(card), int(card)
            short = name
        else:
            kind = table.required("kind", choice(KINDS, "action"))
            name = table.text("name", NAME)
            short = read_short(table, name)
            sign = table.required("sign", choice(base.signs, ""))
            if kind != "aside":
                points = table.required("points", integer(0))
        lines = table.lines("count", "points")
        # The leaflet counts a card by itself, or only together with the rest of its lot.
        if lot is None:
            count = table.required("count", integer(1))
        else:
            count = lot.each
            lines = {fact: stated or lot.lines[fact] for fact, stated in lines.items()}
            if "count" in table.values:
                # A second count could contradict the lot's.
                table.read_keys.add("count")
                table.add_fault(f"is not needed: lots.{lot.name} counts this card", "count")
        with table.section("spoken") as stated_names:
            spoken = chain.from_iterable(stated_names.by_language(list_of(NAME)).values())
        return CardFace(
            card=card,
            kind=kind,
            name=name,
            short=short,
            sign=sign,
            points=points,
            count=count,
            is_own=is_own,
            spoken=(card, *name.values(), *spoken),
            plurals=table.optional("plural", list_of(NAME)),
            lines=lines,
            printed=table.optional("printed", TEXT),
        )


def read_short(card: Table, name: LocalizedText) -> LocalizedText:
    """Return a card's short name, by default its name, in every language."""
    with card.section("short") as table:
        short = {lang: table.required(lang, NAME) for lang in LANGUAGES if lang in table.values}
    return LocalizedText({**name, **short})


def lexicon_of(
    faces: Mapping[str, CardFace],
    all_faces: Iterable[CardFace],
    base: BoxBase,
    colours: Iterable[Colour],
) -> Lexicon:
    """Return a box's lexicon, which rejects by name the cards that no hand of it can hold."""
    # A card that lies aside is never in a hand, so even its own box rejects it.
    in_hand = {card: face for card, face in faces.items() if face.kind != "aside"}
    elsewhere: dict[str, tuple[str, ...]] = {}
    for face in all_faces:
        if face.card in in_hand:
            continue
        offered: tuple[str, ...] = ()
        # Number cards and cards that lie aside in another box have no similar card to suggest.
        if face.kind in {"action", "wild"}:
            alike = [other for other in in_hand.values() if other.kind == face.kind]
            own = [other for other in alike if other.is_own]
            offered = tuple(other.card for other in own or alike)
        for name in _names(face):
            elsewhere[name] = tuple(dict.fromkeys((*elsewhere.get(name, ()), *offered)))
    lexicon = Lexicon.of(
        one={card: face.spoken for card, face in in_hand.items()},
        many={card: face.plurals for card, face in in_hand.items()},
        counts=base.counts,
        elsewhere=elsewhere,
        aside=[name for card in faces.keys() - in_hand for name in _names(faces[card])],
    )
    spoken = {(fold(w), at) for colour in colours for at, w in colour.name.items()}
    spoken |= {(f"{word}s", language) for word, language in spoken}
    return replace(
        lexicon,
        articles=frozenset(map(fold, base.articles)),
        colours=frozenset(word for word, _ in spoken),
        colours_behind=frozenset(w for w, language in spoken if language in base.colours_behind),
    )


def ambiguous_names(faces: Mapping[str, CardFace]) -> Iterator[tuple[str, str]]:
    """Yield (card, message) for every name or plural that already means an earlier card."""
    meanings: dict[Spoken, str] = {}
    for card, face in faces.items():
        for name in dict.fromkeys(_names(face)):
            forms: Iterable[Spoken] = (words(name),)
            if name in face.spoken:  # the lexicon adds regular plurals
                alone = Lexicon.of(one={name: (name,)}, many={}, counts={}, elsewhere={})
                forms = (*alone.one, *alone.many)
            # The first card with a name owns it; the later card is reported.
            others = {meanings.setdefault(form, card) for form in forms} - {card}
            yield from ((card, f"“{name}” already means {other}") for other in sorted(others))


def _names(face: CardFace) -> tuple[str, ...]:
    return (*face.spoken, *face.plurals)
