"""A box that a table made itself: a plain document, and what it comes to as a deck and as words."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypedDict

from companion.game.cards.deck import Card, Deck
from companion.game.cards.lexicon import Lexicon, plurals, spelling, words

OWN = "own"  # stands where a game names its box


class BoxCardValues(TypedDict):
    """A card of a table's own box; `side` is null where it is on both, `count` where unknown."""

    name: str
    card: str
    points: int
    count: int | None
    side: str | None


class KnockOutValues(TypedDict):
    """What somebody knocked out of a round is worth to whoever goes out."""

    bonus: int


class BoxValues(TypedDict):
    """A table's own box, with every field filled in: a game carries it, and starts the next."""

    name: str
    cards: list[BoxCardValues]
    sides: list[str] | None
    knock_out: KnockOutValues | None
    like: str | None


class Box(Protocol):
    """What the game needs to know of a box."""

    @property
    def deck(self) -> Deck:
        """One box's deck."""

    @property
    def lexicon(self) -> Lexicon:
        """What its cards are called."""

    @property
    def target(self) -> int | None:
        """What its sheet plays to."""


def deck_of(box: BoxValues) -> Deck:
    sides = box["sides"] or ()
    return Deck(
        tuple(
            Card(each["card"], each["points"], each["count"], side)
            for side in sides or (None,)
            for each in box["cards"]
            if each["side"] in {None, side}
        ),
        sides=tuple(sides),
        knock_out=box["knock_out"] and box["knock_out"]["bonus"],
    )


def with_known_like(box: BoxValues, boxes: Container[str]) -> BoxValues:
    """Return a box that may be from elsewhere, like one that is not here: it has its own names."""
    return box if box["like"] in boxes else {**box, "like": None}


def lexicon_of(box: BoxValues, boxes: Mapping[str, Box]) -> Lexicon:
    """Return what the cards are called: by their names, and by those of the box it is like."""
    like = boxes.get(box["like"] or "")
    lender = (like or next(iter(boxes.values()))).lexicon
    if like is None:  # number words and colours are the same in every box
        lender = replace(lender, one={}, many={})
    names = {
        side: [(c["card"], c["name"]) for c in box["cards"] if c["side"] in {None, side}]
        for side in box["sides"] or ()
    }
    whole = named_cards([(c["card"], c["name"]) for c in box["cards"]], lender)
    return turnable(whole, {side: named_cards(each, lender) for side, each in names.items()})


def named_cards(cards: Sequence[tuple[str, str]], lender: Lexicon) -> Lexicon:
    """Return the lexicon of cards, given by id and name, with what else a lender calls the same."""
    # The first one to bear a name keeps it; an id comes before all names.
    named = [*((card, card) for card, _ in cards), *((name, card) for card, name in cards)][::-1]
    ids = {card for card, _ in cards}
    one = _of(lender.one, ids) | {words(name): card for name, card in named}
    one.pop((), None)  # a name without any letter is only read as it is written
    many = {plural: card for spoken, card in one.items() for plural in plurals(spoken)}
    return replace(
        lender,
        one=one,
        many={s: card for s, card in (_of(lender.many, ids) | many).items() if s not in one},
        elsewhere={},
        aside=frozenset(),
        written_so={spelling(name): card for name, card in named},
    )


def _of(names: Mapping[tuple[str, ...], str], ids: Iterable[str]) -> dict[tuple[str, ...], str]:
    return {spoken: card for spoken, card in names.items() if card in ids}


def turnable(whole: Lexicon, sides: Mapping[str, Lexicon]) -> Lexicon:
    """Return the lexicon of two-sided cards; each side refuses by name what is on the other."""
    turned = {
        side: {s: () for s in (*whole.one, *whole.many) if s not in own.one and s not in own.many}
        for side, own in sides.items()
    }
    return replace(
        whole,
        sides={
            side: replace(
                own, elsewhere={**own.elsewhere, **turned[side]}, turned=frozenset(turned[side])
            )
            for side, own in sides.items()
        },
    )
