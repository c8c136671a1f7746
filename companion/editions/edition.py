"""What an edition is: the facts of one box, each with its line, and what people call its cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.datafiles.text import Lines, LocalizedText
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.scoring import SCORINGS

Kind = Literal["number", "action", "wild", "aside"]  # aside: lies on the table, never in a hand

# Whether the box's own leaflet was read: of an unread one its cards are known from other texts.
SheetKind = Literal["read", "unread", "own"]
Confidence = Literal["leaflet", "two-texts"]


@dataclass(frozen=True, slots=True)
class Source:
    """A text from which the values of a box are, and what it says."""

    says: str
    address: str


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of the cards: never shown by `css` alone, but by `letter` and `mark` as well."""

    colour: str
    name: LocalizedText
    letter: LocalizedText
    css: str  # readable on a light page (#rrggbb)
    mark: str  # the symbol `mark-<mark>` of static/signs.svg
    lines: Lines


@dataclass(frozen=True, slots=True)
class CardFace:
    """One kind of card as people see and name it."""

    card: str
    kind: Kind
    name: LocalizedText
    short: LocalizedText  # where there is little room, as on a key
    sign: str | None  # the symbol `sign-<sign>` of static/signs.svg; None: a number
    points: int | None  # None: it lies aside
    count: int | None  # the most of it the box can hold; None: nobody says
    is_own: bool  # base.toml does not have it
    spoken: tuple[str, ...]
    plurals: tuple[str, ...]  # that do not just take an s
    lines: Mapping[str, Lines]  # of `count` and `points`
    printed: str = ""  # what the sheet calls it, where that is something else

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
    """What the sheet calls a pile, in the sheet's own language."""

    word: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence to remember; without lines the sheet is silent, and the sentence says so."""

    words: LocalizedText
    lines: Lines


@dataclass(frozen=True, slots=True)
class Start:
    """How a round and a game begin; `lines` has the keys `hand_size`, `dealer` and `target`."""

    hand_size: int
    dealer: LocalizedText
    target: int | None
    lines: Mapping[str, Lines]


@dataclass(frozen=True)
class Edition:
    """One box; `cards` (by id) and `colours` stand in the order they are shown."""

    edition: str
    name: LocalizedText
    recognise: LocalizedText
    lid: str | None  # the card whose sign stands for the box; None: the number of cards does
    box_count: int | None  # None: nobody says
    colours: tuple[Colour, ...]
    cards: Mapping[str, CardFace]
    deck: Deck
    lexicon: Lexicon
    described: Mapping[str, int | None]  # formats and scorings; None: another sheet lends the rule
    piles: Mapping[str, Pile]  # `draw` and `discard`
    start: Start
    last_card: tuple[Note, ...]
    rulings_like: str  # whose rulings hold: its own, but for a table's own box
    lines: Mapping[str, Lines]  # of `box_count`
    sheet: SheetKind = "read"
    players: tuple[int, int] | None = None  # as printed; it refuses nobody
    printed_scorings: tuple[str, ...] = ()  # of a box without a sheet
    turned_colours: tuple[LocalizedText, ...] = ()  # of the second side, by name
    sources: tuple[Source, ...] = ()  # where the values are from, of a box whose sheet was not read
    confidence: Confidence | None = None
    tells: bool = False  # nobody can mistake what it is recognised by
    disputed: tuple[LocalizedText, ...] = ()  # what other texts say otherwise
    side_names: Mapping[str, LocalizedText] = field(default_factory=dict)
    # Of a table's own box, by side and card: the second name of an id that has one on each side.
    turned_names: Mapping[tuple[str | None, str], str] = field(default_factory=dict)

    @property
    def scorings(self) -> tuple[str, ...]:
        """The ways of scoring that the box describes, in its order; else the usual one."""
        described = tuple(name for name in SCORINGS if self.described.get(name))
        return self.printed_scorings or described or tuple(SCORINGS)[:1]

    def on(self, side: str | None) -> "Edition":
        """Return the box with this side of its cards up, as if it had no other; None: as it is."""
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
    """Return what texts take from it: `points:lotso`, `name:wild`, `word:draw`, `fact:target`."""
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
    # What nobody says of a table's own box is lent by the one that its rulings are from.
    known = {fact: number for fact, number in numbers.items() if number is not None}
    facts |= {fact: LocalizedText.same(str(number)) for fact, number in known.items()}
    # The sheet calls a pile by one word, whatever language a text is in.
    facts |= {f"word:{name}": LocalizedText.same(pile.word) for name, pile in box.piles.items()}
    return facts
