"""Data model of a box: its facts with their leaflet lines, and the names of its cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.datafiles.text import Lines, LocalizedText
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.scoring import SCORINGS

Kind = Literal["number", "action", "wild", "aside"]  # aside: lies on the table, never in a hand

# Whether the box's leaflet was read; cards of an unread box are known from other texts.
SheetKind = Literal["read", "unread", "own"]
Confidence = Literal["leaflet", "two-texts"]


@dataclass(frozen=True, slots=True)
class Source:
    """Text that documents the values of an unread box, and its content in short."""

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
    lid: str | None  # card whose sign is the box's icon, None: its number of cards
    box_count: int | None  # None if unknown
    colours: tuple[Colour, ...]
    cards: Mapping[str, CardFace]
    deck: Deck
    lexicon: Lexicon
    described: Mapping[str, int | None]  # by format or scoring; None if taken from another leaflet
    piles: Mapping[str, Pile]  # `draw` and `discard`
    start: Start
    last_card: tuple[Note, ...]
    rulings_like: str  # box whose rulings apply, itself if built-in
    lines: Mapping[str, Lines]  # of `box_count`
    sheet: SheetKind = "read"
    players: tuple[int, int] | None = None  # printed range, not enforced
    printed_scorings: tuple[str, ...] = ()  # of an unread box
    turned_colours: tuple[LocalizedText, ...] = ()  # colour names of the second side
    sources: tuple[Source, ...] = ()  # of an unread box's values
    confidence: Confidence | None = None
    is_unmistakable: bool = False  # `recognise` alone identifies the box
    disputed: tuple[LocalizedText, ...] = ()  # where other texts disagree
    side_names: Mapping[str, LocalizedText] = field(default_factory=dict)
    # Second names by side and card id, where an own box names an id differently on each side.
    turned_names: Mapping[tuple[str | None, str], str] = field(default_factory=dict)

    @property
    def scorings(self) -> tuple[str, ...]:
        """Ways of scoring in the leaflet, by default the usual one."""
        described = tuple(name for name in SCORINGS if self.described.get(name))
        return self.printed_scorings or described or tuple(SCORINGS)[:1]

    def on(self, side: str | None) -> "Edition":
        """Return the box reduced to one side of its cards, unchanged if `side` is None."""
        if side is None:
            return self
        deck = self.deck.on(side)
        faces = {
            each.card: replace(self.cards[each.card], points=each.points, count=each.count)
            for each in deck.cards
        }
        for (turned, card), name in self.turned_names.items():
            if turned == side:
                text = LocalizedText.same(name)
                faces[card] = replace(faces[card], name=text, short=text)
        lexicon = self.lexicon.on(side)
        return replace(self, cards=faces, deck=deck, lexicon=lexicon, turned_names={})

    def side_name(self, side: str) -> LocalizedText:
        return self.side_names.get(side) or LocalizedText.same(side)

    @property
    def is_pink(self) -> bool:
        return any(colour.colour == "pink" for colour in self.colours)

    @property
    def deck_count(self) -> int | None:
        return self.deck.size

    @property
    def target(self) -> int | None:
        return self.start.target


def facts_of(box: Edition) -> Mapping[str, LocalizedText]:
    """Return the values for placeholders in texts, such as `points:lotso` or `word:draw`."""
    facts = {"name": box.name}
    numbers = {
        "fact:hand-size": box.start.hand_size,
        "fact:target": box.start.target,
        "fact:deck": box.deck_count,
        "fact:box": box.box_count,
    }
    for card, face in box.cards.items():
        facts[f"name:{card}"] = face.name
        numbers[f"count:{card}"] = face.count
        if face.points is not None:
            numbers[f"points:{card}"] = face.points
    # Facts unknown of an own box are filled in from the box named by `rulings_like`.
    known = {fact: number for fact, number in numbers.items() if number is not None}
    facts |= {fact: LocalizedText.same(str(number)) for fact, number in known.items()}
    # The leaflet has one word for a pile, so all languages use it.
    facts |= {f"word:{name}": LocalizedText.same(pile.word) for name, pile in box.piles.items()}
    return facts
