"""Data model of a box: its facts with their leaflet lines, and the names of its cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.datafiles.text import Lines, LocalizedText
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.formats import FORMATS
from companion.game.scoring import SCORINGS

Kind = Literal["number", "action", "wild", "aside"]  # aside: lies on the table, never in a hand

SheetKind = Literal["read", "unread", "own"]  # the JSON field `sheet`
Confidence = Literal["leaflet", "two-texts"]
DESCRIBED = (*FORMATS, "two-players", *SCORINGS)  # what a leaflet may describe


@dataclass(frozen=True, slots=True)
class Source:
    """Text that documents the values of a box without leaflet, and its content in short."""

    says: str
    address: str


@dataclass(frozen=True, slots=True)
class Colour:
    """Card colour; always shown by `letter` and `mark` as well as `css`."""

    colour: str
    name: LocalizedText
    letter: LocalizedText
    css: str  # readable on a light page (#rrggbb)
    mark: str  # the symbol `mark-<mark>` of static/signs.svg
    lines: Lines
    side: str | None = None  # of two-sided cards


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The printed rules that a box was read from."""

    item: str | None  # the printed item number
    year: int | None
    languages: tuple[str, ...]  # of its texts; lines are counted in the first
    described: Mapping[str, int]  # the line of each format or scoring of `DESCRIBED` it has


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Boxes below one heading in lists, at a place in their order."""

    place: int
    heading: LocalizedText


@dataclass(frozen=True, slots=True)
class CardFace:
    """Names, sign and values of one kind of card."""

    card: str
    kind: Kind
    name: LocalizedText
    short: LocalizedText  # for narrow spots such as a pad key
    sign: str | None  # the symbol `sign-<sign>` of static/signs.svg, None for numbers
    points: int | None  # None if the card lies aside
    count: int | None  # the most copies in the box, None if unknown
    is_own: bool  # not in base.toml
    spoken: tuple[str, ...]
    plurals: tuple[str, ...]  # irregular ones only
    lines: Mapping[str, Lines]  # of `count` and `points`
    printed: str = ""  # its name in the leaflet, if different

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
    """Name of a pile in the leaflet's own language."""

    word: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class Note:
    """One reminder; without lines the leaflet is silent, and the words say so."""

    words: LocalizedText
    lines: Lines


@dataclass(frozen=True, slots=True)
class Start:
    """Start of rounds and games; `lines` has the keys `hand_size`, `dealer` and `target`."""

    hand_size: int
    dealer: LocalizedText
    target: int | None
    lines: Mapping[str, Lines]


@dataclass(frozen=True)
class Edition:
    """One box; `cards` (by id) and `colours` are in display order."""

    edition: str
    name: LocalizedText
    recognise: LocalizedText
    group: BoxGroup
    lid: str | None  # card whose sign is the box's icon, None: its number of cards
    box_count: int | None  # None if unknown
    colours: tuple[Colour, ...]  # of the first side, then of the second
    cards: Mapping[str, CardFace]
    deck: Deck
    lexicon: Lexicon
    piles: Mapping[str, Pile]  # `draw` and `discard`
    start: Start
    last_card: tuple[Note, ...]
    lines: Mapping[str, Lines]  # of `box_count`
    leaflet: Leaflet | None = None  # None if nobody has read it
    rulings_from: str = ""  # box whose rulings apply: itself, a lender, or empty for none
    is_own: bool = False  # a table made it
    players: tuple[int, int] | None = None  # printed range, not enforced
    printed_scorings: tuple[str, ...] = ()  # of a box without leaflet
    sources: tuple[Source, ...] = ()  # of the values, where no leaflet proves them
    confidence: Confidence | None = None
    is_unmistakable: bool = False  # `recognise` alone identifies the box
    disputed: tuple[LocalizedText, ...] = ()  # where other texts disagree
    called: tuple[str, ...] = ()  # other names of the box, certain wherever they are said
    theme: str = ""  # class of its pages, for colours of their own
    side_themes: Mapping[str, str] = field(default_factory=dict)  # of a side with other colours
    side_names: Mapping[str, LocalizedText] = field(default_factory=dict)
    # Second names by side and card id, where an own box names an id differently on each side.
    turned_names: Mapping[tuple[str | None, str], str] = field(default_factory=dict)

    @property
    def sheet(self) -> SheetKind:
        return "own" if self.is_own else "read" if self.leaflet else "unread"

    @property
    def described(self) -> Mapping[str, int | None]:
        """Leaflet lines by format or scoring, None if another leaflet has the rule."""
        lines = self.leaflet.described if self.leaflet else {}
        return {fact: lines.get(fact) for fact in DESCRIBED}

    @property
    def scorings(self) -> tuple[str, ...]:
        """Ways of scoring in the leaflet, by default the usual one."""
        described = tuple(name for name in SCORINGS if self.described.get(name))
        return self.printed_scorings or described or tuple(SCORINGS)[:1]

    def for_side(self, side: str | None) -> "Edition":
        """Return the box reduced to one side of its cards, unchanged if `side` is None."""
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
    def faces_up(self) -> "tuple[Edition, ...]":
        """The box once for each side of its cards, itself if they have only one."""
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
    """Return boxes by the heading of their group, in display order."""
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
    # Facts unknown of an own box are filled in from the box that lends it rulings.
    known = {fact: number for fact, number in numbers.items() if number is not None}
    facts |= {fact: LocalizedText.same(str(number)) for fact, number in known.items()}
    # The leaflet has one word for a pile, so all languages use it.
    facts |= {f"word:{name}": LocalizedText.same(pile.word) for name, pile in box.piles.items()}
    return facts
