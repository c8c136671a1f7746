"""Data model of a box of cards: its facts with their leaflet lines, and its cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.datafiles.text import Lines, LocalizedText
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.formats import FORMATS
from companion.game.scoring import SCORINGS, EachScores

Kind = Literal["number", "action", "wild", "aside"]  # aside: lies on the table, never in a hand

SheetKind = Literal["read", "unread", "own"]  # the JSON field `sheet`
Confidence = Literal["leaflet", "two-texts"]
DESCRIBED = (*FORMATS, "two-players", *SCORINGS)  # what a leaflet may describe


@dataclass(frozen=True, slots=True)
class Source:
    """Address of a text that documents a box without leaflet, and what it says."""

    says: LocalizedText
    address: str  # one or several, separated by semicolons, each with a remark or not


@dataclass(frozen=True, slots=True)
class Colour:
    """Colour of cards, always shown also by its letter and symbol for colour-blind players."""

    colour: str
    name: LocalizedText
    letter: LocalizedText
    css: str  # `#rrggbb`, readable on a light page
    mark: str  # the symbol `mark-<mark>` of static/signs.svg
    lines: Lines
    side: str | None = None  # of two-sided cards


@dataclass(frozen=True, slots=True)
class Leaflet:
    """Printed rules from which the facts of a box were read."""

    item: str | None  # the printed item number
    year: int | None
    languages: tuple[str, ...]  # languages it is printed in; lines are those of the first
    described: Mapping[str, int]  # leaflet line by format or scoring it describes


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Group of boxes below one heading in lists; groups are sorted by `place`."""

    place: int
    heading: LocalizedText


@dataclass(frozen=True, slots=True)
class CardFace:
    """Names, drawn sign and values of one kind of card."""

    card: str
    kind: Kind
    name: LocalizedText
    short: LocalizedText  # for narrow spots such as a pad key
    sign: str | None  # the symbol `sign-<sign>` of static/signs.svg, None for numbers
    points: int | None  # None if the card is never in a hand
    count: int | None  # the most copies in the box, None if unknown
    is_own: bool  # the card is not in base.toml
    spoken: tuple[str, ...]
    plurals: tuple[str, ...]  # irregular ones only
    lines: Mapping[str, Lines]  # of `count` and `points`
    printed: str = ""  # its name in the leaflet, if different

    @property
    def typed(self) -> tuple[str, ...]:
        """Names by which a hand may give the card: spoken ones, and the one on its pad key."""
        return (*self.spoken, *self.short.values())

    @classmethod
    def unknown(cls, card: str, name: str | None = None) -> "CardFace":
        is_number = card.removeprefix("-").isdecimal()
        return cls(
            card=card,
            kind="number" if is_number else "action",
            name=LocalizedText.same(name or card),
            short=LocalizedText.same(name or card),
            sign=None if is_number else "special",
            points=None,
            count=0,
            is_own=True,
            spoken=(),
            plurals=(),
            lines={},
        )


@dataclass(frozen=True, slots=True)
class Pile:
    """Name of a pile of cards in the leaflet's own language, with its lines."""

    word: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class Note:
    """Reminder for the last card; without lines the leaflet is silent, as its words say."""

    words: LocalizedText
    lines: Lines


@dataclass(frozen=True, slots=True)
class Start:
    """Facts about the start of a round or game, with leaflet lines by field."""

    hand_size: int
    dealer: LocalizedText
    target: int | None
    lines: Mapping[str, Lines]


@dataclass(frozen=True)
class Edition:
    """Box of cards with all its facts; cards (by id) and colours are in display order."""

    edition: str
    name: LocalizedText
    recognise: LocalizedText
    group: BoxGroup
    lid: str | None  # card whose sign is the icon, None for the number of cards
    box_count: int | None  # None if unknown
    colours: tuple[Colour, ...]  # of the first side, then of the second
    cards: Mapping[str, CardFace]
    deck: Deck
    lexicon: Lexicon
    piles: Mapping[str, Pile]  # `draw` and `discard`
    start: Start
    last_card: tuple[Note, ...]
    lines: Mapping[str, Lines]  # of `box_count`
    leaflet: Leaflet | None = None  # None if not read
    rulings_from: str = ""  # box whose rulings apply (maybe itself), or empty
    is_own: bool = False  # made by a user
    players: tuple[int, ...] | None = None  # printed minimum and maximum, not enforced
    printed_scorings: tuple[str, ...] = ()  # if it has no leaflet
    sources: tuple[Source, ...] = ()  # of values without a leaflet
    confidence: Confidence | None = None
    is_unmistakable: bool = False  # `recognise` alone identifies the box
    disputed: tuple[LocalizedText, ...] = ()  # points on which other texts disagree
    called: tuple[str, ...] = ()  # other names of the box, certain wherever they are said
    theme: str = ""  # CSS class of its pages
    side_themes: Mapping[str, str] = field(default_factory=dict)  # CSS classes by card side
    side_names: Mapping[str, LocalizedText] = field(default_factory=dict)
    # Names by (card side, card id) if an own box names an id differently on the second side.
    turned_names: Mapping[tuple[str | None, str], str] = field(default_factory=dict)

    @property
    def sheet(self) -> SheetKind:
        return "own" if self.is_own else "read" if self.leaflet else "unread"

    @property
    def described(self) -> Mapping[str, int | None]:
        """Leaflet line by format or scoring, None if the leaflet does not describe it."""
        lines = self.leaflet.described if self.leaflet else {}
        return {fact: lines.get(fact) for fact in DESCRIBED}

    @property
    def scorings(self) -> tuple[str, ...]:
        """Scorings stated for the box or described in its leaflet.

        By default the first one, or without cards the one in which all players score.
        """
        described = tuple(name for name in SCORINGS if self.described.get(name))
        usual = tuple(SCORINGS)[:1] if self.deck.by_id else (EachScores.name,)
        return self.printed_scorings or described or usual

    def for_side(self, side: str | None) -> "Edition":
        """Return a copy reduced to one card side, or the box itself if `side` is None."""
        if side is None:
            return self
        deck = self.deck.for_side(side)
        faces = {
            each.card: replace(self.cards[each.card], points=each.points, count=each.count)
            for each in deck.cards
        }
        for (turned, card), name in self.turned_names.items():
            if turned == side:
                text = LocalizedText.same(name)
                faces[card] = replace(faces[card], name=text, short=text)
        return replace(
            self,
            cards=faces,
            deck=deck,
            colours=tuple(colour for colour in self.colours if colour.side in {None, side}),
            lexicon=self.lexicon.for_side(side),
            turned_names={},
            theme=self.side_themes.get(side, self.theme),
        )

    @property
    def by_side(self) -> "tuple[Edition, ...]":
        """Box reduced to each of its card sides in turn, or only itself if it has one."""
        return tuple(self.for_side(side) for side in self.deck.sides) or (self,)

    def sides_with(self, card: str) -> tuple[str, ...]:
        return tuple(each.side for each in self.deck.cards if each.card == card and each.side)

    def side_name(self, side: str) -> LocalizedText:
        return self.side_names.get(side) or LocalizedText.same(side)

    @property
    def deck_count(self) -> int | None:
        return self.deck.size

    @property
    def target(self) -> int | None:
        return self.start.target


def by_group(boxes: Iterable[Edition]) -> Mapping[LocalizedText, list[Edition]]:
    """Return the boxes by heading of their group, both in display order."""
    grouped: dict[LocalizedText, list[Edition]] = {}
    for box in sorted(boxes, key=lambda box: box.group.place):
        grouped.setdefault(box.group.heading, []).append(box)
    return grouped


def facts_of(box: Edition) -> Mapping[str, LocalizedText]:
    """Return the values for placeholders in texts, such as `points:lotso` or `word:draw`.

    Of two-sided cards, `points:skip@dark` is the value of one side and `points:skip` that of the
    first side with such a card.
    """
    facts = {"name": box.name}
    numbers = {
        "fact:hand-size": box.start.hand_size,
        "fact:target": box.start.target,
        "fact:deck": box.deck_count,
        "fact:box": box.box_count,
        "fact:knock-out": box.deck.knock_out,
    }
    for up, at in ((box, ""), *((box.for_side(side), f"@{side}") for side in box.deck.sides)):
        for card, face in up.cards.items():
            facts[f"name:{card}{at}"] = face.name
            numbers[f"count:{card}{at}"] = face.count
            numbers[f"points:{card}{at}"] = face.points
    # Unknown facts are omitted; texts take them from the box whose rulings apply.
    known = {fact: number for fact, number in numbers.items() if number is not None}
    facts |= {fact: LocalizedText.same(str(number)) for fact, number in known.items()}
    # A pile has the leaflet's word in all languages.
    facts |= {f"word:{name}": LocalizedText.same(pile.word) for name, pile in box.piles.items()}
    return facts
