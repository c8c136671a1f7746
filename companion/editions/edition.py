"""What an edition is: the facts of one box, each with its line, and what people call its cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.datafiles.text import Lines, LocalizedText
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon

Kind = Literal["number", "action", "wild", "aside"]  # aside: lies on the table, never in a hand


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of the cards: never shown by `css` alone, but by `letter` and `mark` as well.

    `css` is readable on a light page (#rrggbb); `mark` names the symbol `mark-<mark>` of
    static/signs.svg. Within a box no two colours share a letter or a mark.
    """

    colour: str
    name: LocalizedText
    letter: LocalizedText
    css: str
    mark: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class CardFace:
    """One kind of card as people see and name it.

    `short` is the name where there is little room, as on a key; `sign` names the symbol
    `sign-<sign>` of static/signs.svg (None: a number, shown by its digit); `points` is None for a
    card that lies aside; `count` is the most of it the box can hold; `is_own`: base.toml does not
    have it; `spoken` are all names of one, `plurals` those of several that do not just take an s.
    `lines` has the keys `count` and `points`.
    """

    card: str
    kind: Kind
    name: LocalizedText
    short: LocalizedText
    sign: str | None
    points: int | None
    count: int
    is_own: bool
    spoken: tuple[str, ...]
    plurals: tuple[str, ...]
    lines: Mapping[str, Lines]

    @classmethod
    def unknown(cls, card: str) -> "CardFace":
        """Return a card that no box names: it is called by its id."""
        return cls(
            card=card,
            kind="action",
            name=LocalizedText.same(card),
            short=LocalizedText.same(card),
            sign="special",
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
    target: int
    lines: Mapping[str, Lines]


@dataclass(frozen=True)
class Edition:
    """One box.

    `lid` is the card whose sign stands for the box, None where the number of cards does.
    `cards` (by id) and `colours` stand in the order they are shown. `described` has every
    format and scoring, with the line of this box's sheet or None where another sheet lends the
    rule. `piles` has the keys `draw` and `discard`. `rulings_like` is the edition whose rulings
    hold: itself, but for a table's own box. `lines` has the key `box_count`.
    """

    edition: str
    name: LocalizedText
    recognise: LocalizedText
    lid: str | None
    box_count: int
    colours: tuple[Colour, ...]
    cards: Mapping[str, CardFace]
    deck: Deck
    lexicon: Lexicon
    described: Mapping[str, int | None]
    piles: Mapping[str, Pile]
    start: Start
    last_card: tuple[Note, ...]
    rulings_like: str
    lines: Mapping[str, Lines]

    @property
    def is_pink(self) -> bool:
        """Whether its cards have pink in place of red."""
        return any(colour.colour == "pink" for colour in self.colours)

    @property
    def deck_count(self) -> int:
        """How many cards are shuffled and dealt: the box without what lies aside."""
        return self.deck.size
