"""Reader of the cards in a box file: names, points and counts, by card side if two-sided."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TypeVar

from companion.datafiles.reader import TEXT, Rule, Table, choice, integer, list_of, merged, pattern
from companion.datafiles.text import LANGUAGES, Lines, LocalizedText
from companion.editions.base import NAME, BoxBase
from companion.editions.edition import CardFace, Kind
from companion.game.cards.box import card_lexicon, with_sides
from companion.game.cards.deck import Card, Deck, Lot
from companion.game.cards.lexicon import Lexicon, Spoken, fold, regular_plurals, words
from companion.game.requests import box as limits

CARD_ID = pattern(limits.ID_PATTERN, "must be a number or lower-case words with hyphens")
KINDS: tuple[Kind, ...] = ("action", "wild", "aside")
POINTS = integer(limits.LEAST_POINTS, limits.MOST_POINTS)

T = TypeVar("T")
BySide = Mapping[str | None, T]  # by card side; key None if cards have one side only


@dataclass(frozen=True, slots=True)
class StatedLot:
    """Lot (cards counted only together) of a box file, with at most `each` copies of a card."""

    name: str
    cards: tuple[str, ...]
    count: int
    each: int
    side: str | None
    lines: Mapping[str, Lines]


@dataclass(frozen=True, slots=True)
class StatedCard:
    """Card of a box file, with its values per card side and the names that the file adds."""

    face: CardFace
    cards: tuple[Card, ...]
    named: tuple[str, ...]

    def is_on(self, side: str) -> bool:
        return any(card.side == side for card in self.cards)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of a box: first those that only a lot names, then those in the file's order."""

    stated: tuple[StatedCard, ...]
    lots: tuple[StatedLot, ...]
    sides: Mapping[str, LocalizedText]
    knock_out: int | None

    @property
    def faces(self) -> dict[str, CardFace]:
        return {each.face.card: each.face for each in self.stated}

    @property
    def deck(self) -> Deck:
        sides = tuple(self.sides)
        cards = chain.from_iterable(each.cards for each in self.stated)
        return Deck(
            tuple(sorted(cards, key=lambda card: sides.index(card.side) if card.side else 0)),
            tuple(Lot(lot.cards, lot.count, lot.side) for lot in self.lots),
            sides,
            self.knock_out,
        )

    @property
    def total(self) -> int | None:
        """Number of cards in the deck, None if a count is unknown or invalid."""
        deck = self.deck.for_side(next(iter(self.sides), None))
        # A lot's cards carry their maximum as count, so the lot's own total is added instead.
        in_lots = {card for lot in deck.lots for card in lot.cards}
        alone = [card.count for card in deck.cards if card.card not in in_lots]
        counts = [*alone, *(lot.size for lot in deck.lots)]
        return sum(filter(None, counts)) if all(counts) else None


def read_cards(box: Table, base: BoxBase) -> Cards:
    sides = box.texts("sides", NAME)
    lots = _read_lots(box, base, tuple(sides))
    listed: dict[str, StatedCard] = {}
    for table in box.each("cards", named_by="card"):
        card = table.required("card", CARD_ID)
        if card in listed:
            table.add_fault("is listed twice", "card")
        table.values = merged(table.values, base.card(card))
        listed[card] = _read_card(table, card, lots, sides, base)
    shared: dict[str, StatedCard] = {}
    for lot, card in ((each, card) for each in lots for card in each.cards):
        if card in listed:
            if listed[card].face.kind == "aside":  # never shuffled, so not in a lot
                box.add_fault(f"names {card}, which lies aside", "lots", lot.name, "cards")
        elif base.at("cards", card):
            table = Table(box.file, ("cards", card), base.card(card), box.faults)
            shared[card] = _read_card(table, card, lots, sides, base)
        else:
            box.add_fault(f"names {card}, which is no card we know", "lots", lot.name, "cards")
    knock_out = box.optional("knock_out", integer(1, limits.HIGHEST_BONUS)) or None
    return Cards((*shared.values(), *listed.values()), lots, sides, knock_out)


def _read_lots(box: Table, base: BoxBase, sides: tuple[str, ...]) -> tuple[StatedLot, ...]:
    """Return the lots, with a fault if a card is in two lots of the same card side."""
    lots: list[StatedLot] = []
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
                # A lot has from 1 to `each` cards of each of its kinds.
                least, most = len(lot.cards), len(lot.cards) * lot.each
                if lot.count and most and not least <= lot.count <= most:
                    kinds = f"{least} kinds of at most {lot.each}"
                    table.add_fault(f"must be from {least} to {most} for {kinds}", "count")
            for other in lots:
                for card in lot.cards if other.side == lot.side else ():
                    if card in other.cards:
                        message = f"names {card}, which lots.{other.name} has"
                        stated.add_fault(message, name, "cards")
            lots.append(lot)
    return tuple(lots)


def _read_card(
    table: Table, card: str, lots: Iterable[StatedLot], sides: Collection[str], base: BoxBase
) -> StatedCard:
    """Read a card from a TOML table that was already merged over base.toml's values."""
    is_number = card.removeprefix("-").isdecimal()
    kind: Kind = "number" if is_number else "action"
    name = LocalizedText.same(card)
    if not is_number or "kind" in table.values:
        kind = table.required("kind", choice(KINDS, "action"))
    if not is_number or "name" in table.values:
        name = table.text("name", NAME)
    held = {lot.side: lot for lot in lots if card in lot.cards}
    sides = [side for side in sides if side in held] or sides  # only on the card sides of its lots
    worth: BySide[int | None] = dict.fromkeys(sides or (None,))  # None for cards never in a hand
    if is_number and "points" not in table.values:  # a number card is worth its number
        worth = dict.fromkeys(worth, int(card))
    elif kind != "aside":
        points = _by_side(table, "points", POINTS, sides)
        worth = points
        if "points" not in table.values:
            table.add_fault("is missing", "points")
    lines = table.lines("count", "points")
    # A card of a lot has no count of its own: at most `each` of the lot.
    count = {side: lot.each for side, lot in held.items()}
    for lot in held.values():
        lines = {fact: stated or lot.lines[fact] for fact, stated in lines.items()}
    if "count" in table.values and held.keys() >= worth.keys():
        # A count beside the lot's is refused, as both could contradict each other.
        table.read_keys.add("count")
        names = " and ".join(f"lots.{lot.name}" for lot in held.values())
        table.add_fault(f"is not needed: {names} counts this card", "count")
    else:
        count = {**_by_side(table, "count", integer(1), sides), **count}
    cards = tuple(Card(card, points, count.get(s) or None, s) for s, points in worth.items())
    added, spoken = _read_spoken(table, card, base)
    face = CardFace(
        card=card,
        kind=kind,
        name=name,
        short=_read_short(table, name),
        sign=None if kind == "number" else table.optional("sign", choice(base.signs, "special")),
        points=cards[0].points if cards else None,
        count=cards[0].count if cards else None,
        is_own=not base.at("cards", card),
        spoken=(card, *name.values(), *spoken),
        plurals=table.optional("plural", list_of(NAME)),
        lines=lines,
        printed=table.optional("printed", TEXT),
    )
    return StatedCard(face, cards, (*name.values(), *face.short.values(), *added))


def _by_side(table: Table, key: str, rule: Rule[T], sides: Iterable[str]) -> dict[str | None, T]:
    """Return a value by card side; a single number holds for each of `sides`."""
    stated = table.values.get(key)
    if not isinstance(stated, Mapping):
        return dict.fromkeys(sides or (None,), table.optional(key, rule))
    with table.section(key) as worth:
        return {side: worth.required(side, rule) for side in sides if side in stated}


def _read_spoken(table: Table, card: str, base: BoxBase) -> tuple[Iterable[str], Iterable[str]]:
    """Return the spoken names that a file adds, and all names with those of base.toml.

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
    """Return a card's short name by language, by default its full name."""
    with card.section("short") as table:
        short = {lang: table.required(lang, NAME) for lang in LANGUAGES if lang in table.values}
    return LocalizedText({**name, **short})


@dataclass(frozen=True)
class Lexicons:
    """Maker of lexicons, given the cards (`faces`) of all boxes whose cards are known."""

    base: BoxBase
    faces: Collection[CardFace]

    def of(self, cards: Cards, colours: Iterable[LocalizedText] | None) -> Lexicon:
        """Return the lexicon of the spoken names of a box's cards, also for each card side.

        A box with known `colours` rejects by name the cards that no hand of it can hold. Others
        take names as they are written, and the usual colours.
        """

        def lexicon(stated: Collection[StatedCard]) -> Lexicon:
            if colours is not None:
                return self._exact({each.face.card: each.face for each in stated}, colours)
            names = [(each.face.card, name) for each in stated for name in each.named]
            return card_lexicon(names, self._shared)

        on_side = {side: [e for e in cards.stated if e.is_on(side)] for side in cards.sides}
        return with_sides(lexicon(cards.stated), {side: lexicon(on_side[side]) for side in on_side})

    @cached_property
    def _shared(self) -> Lexicon:
        shared = {face.card: face for face in self.faces if not face.is_own}
        return self._exact(shared, self.base.colour_names)

    def _exact(self, faces: Mapping[str, CardFace], colours: Iterable[LocalizedText]) -> Lexicon:
        # Cards that lie aside are never in a hand, so their names are refused even in their box.
        in_hand = {card: face for card, face in faces.items() if face.kind != "aside"}
        elsewhere: dict[str, tuple[str, ...]] = {}
        for face in self.faces:
            if face.card in in_hand:
                continue
            offered: tuple[str, ...] = ()
            # For number cards and cards lying aside, no similar card is suggested.
            if face.kind in {"action", "wild"}:
                alike = [other for other in in_hand.values() if other.kind == face.kind]
                own = [other for other in alike if other.is_own]
                offered = tuple(other.card for other in own or alike)
            for name in _names(face):
                elsewhere[name] = tuple(dict.fromkeys((*elsewhere.get(name, ()), *offered)))
        lexicon = Lexicon.of(
            singulars={card: face.typed for card, face in in_hand.items()},
            plurals={card: face.plurals for card, face in in_hand.items()},
            counts=self.base.counts,
            foreign=elsewhere,
            never_in_hand=[name for card in faces.keys() - in_hand for name in _names(faces[card])],
        )
        spoken = {(fold(w), at) for colour in colours for at, w in colour.items()}
        spoken |= {(f"{word}s", language) for word, language in spoken}
        behind = self.base.colours_behind
        return replace(
            lexicon,
            articles=frozenset(map(fold, self.base.articles)),
            colours=frozenset(word for word, _ in spoken),
            colours_behind=frozenset(w for w, language in spoken if language in behind),
        )


def ambiguous_names(faces: Mapping[str, CardFace]) -> Iterator[tuple[str, str]]:
    """Yield (card, message) for each name or plural that already means an earlier card."""
    meanings: dict[Spoken, str] = {}
    for card, face in faces.items():
        for name in dict.fromkeys(_names(face)):
            forms: Iterable[Spoken] = (words(name),)
            if name in face.typed:  # the lexicon adds regular plurals of these names
                forms = (*forms, *regular_plurals(words(name)))
            # A name belongs to the first card that has it; later cards are reported.
            others = {meanings.setdefault(form, card) for form in forms} - {card}
            yield from ((card, f"“{name}” already means {other}") for other in sorted(others))


def _names(face: CardFace) -> tuple[str, ...]:
    return (*face.typed, *face.plurals)
