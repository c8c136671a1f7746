"""Reader of the cards in a box file: names, points and counts, by side where there are two."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

from companion.datafiles.reader import (
    TEXT,
    Rule,
    Table,
    choice,
    integer,
    list_of,
    merged,
    pattern,
)
from companion.datafiles.text import LANGUAGES, Lines, LocalizedText
from companion.editions.base import NAME, BoxBase
from companion.editions.edition import CardFace, Kind
from companion.game.cards.box import card_lexicon, with_sides
from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.lexicon import Lexicon, Spoken, fold, words
from companion.game.requests import box as limits

CARD_ID = pattern(limits.ID_PATTERN, "must be a number or lower-case words with hyphens")
KINDS: tuple[Kind, ...] = ("action", "wild", "aside")
POINTS = integer(limits.LEAST_POINTS, limits.MOST_POINTS)

T = TypeVar("T")
BySide = Mapping[str | None, T]  # by side of the card, under None if the box has one side only


@dataclass(frozen=True, slots=True)
class StatedLot:
    """Lot of a box file; `each` is the most copies of one card in it."""

    name: str
    cards: tuple[str, ...]
    count: int
    each: int
    side: str | None
    lines: Mapping[str, Lines]


@dataclass(frozen=True, slots=True)
class StatedCard:
    """Card of a box file; `named` are its names beside those in base.toml."""

    face: CardFace
    points: BySide[int | None]
    count: BySide[int | None]
    named: tuple[str, ...]

    @property
    def on_sides(self) -> Iterator[Card]:
        for side, points in self.points.items():
            yield Card(self.face.card, points, self.count[side], side)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of a box: those that only a lot names first, then in the order of the file."""

    cards: tuple[StatedCard, ...]
    lots: tuple[StatedLot, ...]
    sides: Mapping[str, LocalizedText]
    knock_out: int | None

    @property
    def faces(self) -> dict[str, CardFace]:
        return {each.face.card: each.face for each in self.cards}

    def faces_on(self, side: str) -> dict[str, CardFace]:
        return {each.face.card: each.face for each in self.cards if side in each.points}

    @property
    def deck(self) -> Deck:
        cards = chain.from_iterable(each.on_sides for each in self.cards)
        sides = tuple(self.sides)
        return Deck(
            tuple(sorted(cards, key=lambda card: sides.index(card.side) if card.side else 0)),
            tuple(Lot(lot.cards, lot.count, lot.side) for lot in self.lots),
            sides,
            self.knock_out,
        )

    @property
    def total(self) -> int | None:
        """Number of cards in the box, None if a count is unknown or invalid."""
        side = next(iter(self.sides), None)
        lots = [lot for lot in self.lots if lot.side == side]
        # A lot's cards carry their maximum as count, so the lot's own total is added instead.
        in_lots = {card for lot in lots for card in lot.cards}
        alone = [
            each.count[side]
            for each in self.cards
            if side in each.count and each.face.card not in in_lots
        ]
        counts = [*alone, *(lot.count for lot in lots)]
        return sum(filter(None, counts)) if all(counts) else None


def read_cards(box: Table, base: BoxBase) -> Cards:
    with box.section("sides") as stated:
        sides = {side: stated.text(side, NAME) for side in stated.values}
    lots, lot_of = _read_lots(box, base, tuple(sides))
    listed: dict[str, StatedCard] = {}
    for table in box.each("cards", named_by="card"):
        card = table.required("card", CARD_ID)
        if card in listed:
            table.add_fault("is listed twice", "card")
        table.values = merged(table.values, base.card(card))
        listed[card] = _read_card(table, card, lot_of.get(card), sides, base)
    shared: dict[str, StatedCard] = {}
    for card, lot in lot_of.items():
        if card not in listed and base.at("cards", card):
            table = Table(box.file, ("cards", card), base.card(card), box.faults)
            shared[card] = _read_card(table, card, lot, sides, base)
    cards = Cards(
        (*shared.values(), *listed.values()),
        lots,
        sides,
        box.optional("knock_out", integer(1, limits.HIGHEST_BONUS)) or None,
    )
    faces = cards.faces
    for lot in lots:
        for card in lot.cards:
            if card not in faces:
                box.add_fault(f"names {card}, which is no card we know", "lots", lot.name, "cards")
            elif faces[card].kind == "aside":  # never shuffled, so not part of a lot
                box.add_fault(f"names {card}, which lies aside", "lots", lot.name, "cards")
    return cards


def _read_lots(
    box: Table, base: BoxBase, sides: tuple[str, ...]
) -> tuple[tuple[StatedLot, ...], Mapping[str, StatedLot]]:
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
                    side=table.required("side", choice(sides, "")) if sides else None,
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


def _read_card(
    table: Table,
    card: str,
    lot: StatedLot | None,
    sides: Mapping[str, LocalizedText],
    base: BoxBase,
) -> StatedCard:
    """Return a card from a table that was merged over base.toml."""
    is_own = not base.at("cards", card)
    is_number = card.removeprefix("-").isdecimal()
    kind: Kind = "number" if is_number else "action"
    name = LocalizedText.same(card)
    if not is_number or "kind" in table.values:
        kind = table.required("kind", choice(KINDS, "action"))
    if not is_number or "name" in table.values:
        name = table.text("name", NAME)
    points: BySide[int | None]
    if kind == "aside":  # never in a hand, so without points
        points = dict.fromkeys(sides or (None,))
    elif is_number and "points" not in table.values:  # worth its face
        points = dict.fromkeys(sides or (None,), int(card))
    else:
        worth = _by_side(table, "points", POINTS, sides)
        points = worth
        if "points" not in table.values:
            table.add_fault("is missing", "points")
    lines = table.lines("count", "points")
    # The leaflet counts a card by itself, or only together with the rest of its lot.
    counts: BySide[int]
    if lot is None:
        counts = _by_side(table, "count", integer(1), sides)
    else:
        counts = dict.fromkeys(points, lot.each)
        lines = {fact: stated or lot.lines[fact] for fact, stated in lines.items()}
        if "count" in table.values:
            # A second count could contradict the lot's.
            table.read_keys.add("count")
            table.add_fault(f"is not needed: lots.{lot.name} counts this card", "count")
    count = {side: counts.get(side) or None for side in points}
    added, spoken = _read_spoken(table, card, base)
    face = CardFace(
        card=card,
        kind=kind,
        name=name,
        short=_read_short(table, name),
        sign=None if kind == "number" else table.optional("sign", choice(base.signs, "special")),
        points=next(iter(points.values()), None),
        count=next(iter(count.values()), None),
        is_own=is_own,
        spoken=(card, *name.values(), *spoken),
        plurals=table.optional("plural", list_of(NAME)),
        lines=lines,
        printed=table.optional("printed", TEXT),
    )
    return StatedCard(face, points, count, (*name.values(), *added))


def _by_side(table: Table, key: str, rule: Rule[T], sides: Iterable[str]) -> dict[str | None, T]:
    """Return a value by side of the card; one number holds for every side of the box."""
    stated = table.values.get(key)
    if not isinstance(stated, Mapping):
        return dict.fromkeys(sides or (None,), table.optional(key, rule))
    with table.section(key) as worth:
        return {side: worth.required(side, rule) for side in sides if side in stated}


def _read_spoken(table: Table, card: str, base: BoxBase) -> tuple[Iterable[str], Iterable[str]]:
    """Return the names a file adds to those of base.toml, and all names.

    A list is added; a table by language replaces what base.toml has in that language.
    """
    shared = base.at("cards", card, "spoken")
    if isinstance(table.values.get("spoken"), Mapping):
        with table.section("spoken", shared) as stated:
            names = tuple(chain.from_iterable(stated.by_language(list_of(NAME)).values()))
        return names, names
    added = table.optional("spoken", list_of(NAME))
    return added, (*added, *base.spoken(card))


def _read_short(card: Table, name: LocalizedText) -> LocalizedText:
    """Return a card's short name, by default its name, in every language."""
    with card.section("short") as table:
        short = {lang: table.required(lang, NAME) for lang in LANGUAGES if lang in table.values}
    return LocalizedText({**name, **short})


def lexicon_of(
    cards: Cards,
    all_faces: Collection[CardFace],
    base: BoxBase,
    colours: Iterable[LocalizedText] | None,
) -> Lexicon:
    """Return what the cards of a box are called, by its sides too.

    A box of which all is known rejects by name the cards that no hand of it can hold. Without
    `colours` the box may have others, so it takes names as they are written and the usual colours.
    """
    if colours is not None:
        whole = _exact_lexicon(cards.faces, all_faces, base, colours)
        sides = {
            side: _exact_lexicon(cards.faces_on(side), all_faces, base, colours)
            for side in cards.sides
        }
    else:
        usual = base.colour_names
        known = _exact_lexicon({f.card: f for f in all_faces if not f.is_own}, (), base, usual)
        names = [(each, (each.face.card, name)) for each in cards.cards for name in each.named]
        whole = card_lexicon([named for _, named in names], known)
        sides = {
            side: card_lexicon([named for each, named in names if side in each.points], known)
            for side in cards.sides
        }
    return with_sides(whole, sides)


def _exact_lexicon(
    faces: Mapping[str, CardFace],
    all_faces: Iterable[CardFace],
    base: BoxBase,
    colours: Iterable[LocalizedText],
) -> Lexicon:
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
    spoken = {(fold(w), at) for colour in colours for at, w in colour.items()}
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
