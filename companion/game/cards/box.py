"""Boxes made by a table itself: their JSON document, deck and lexicon."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypedDict, TypeVar

from companion.game.cards.deck import Card, Deck
from companion.game.cards.lexicon import Lexicon, regular_plurals, spelling, words

OWN = "own"  # instead of an edition id

Name = TypeVar("Name")


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
    """Interface of a box as needed by the game."""

    @property
    def deck(self) -> Deck:
        """Deck of one box."""

    @property
    def lexicon(self) -> Lexicon:
        """Spoken names of its cards."""

    @property
    def target(self) -> int | None:
        """Target printed in the leaflet, or None."""


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
    """Return the box without `like` if that names an unknown box, as in imports."""
    return box if box["like"] in boxes else {**box, "like": None}


def lexicon_of(box: BoxValues, boxes: Mapping[str, Box]) -> Lexicon:
    """Return the lexicon of a box: its own card names and those of the box in `like`."""
    like = boxes.get(box["like"] or "")
    fallback = (like or next(iter(boxes.values()))).lexicon
    if like is None:  # use only number words and colours, which are the same in every box
        fallback = replace(fallback, singulars={}, plurals={})
    names = {
        side: [(c["card"], c["name"]) for c in box["cards"] if c["side"] in {None, side}]
        for side in box["sides"] or ()
    }
    whole = card_lexicon([(c["card"], c["name"]) for c in box["cards"]], fallback)
    return with_sides(whole, {side: card_lexicon(each, fallback) for side, each in names.items()})


def card_lexicon(cards: Sequence[tuple[str, str]], fallback: Lexicon) -> Lexicon:
    """Return the lexicon of cards given as (id, name), plus names of equal ids in `fallback`."""
    # Reversed, so that ids win over names, and the first card of a name over later ones.
    named = [*((card, card) for card, _ in cards), *((name, card) for card, name in cards)][::-1]
    ids = {card for card, _ in cards}
    one = _of(fallback.singulars, ids) | {words(name): card for name, card in named}
    one.pop((), None)  # a name without words can only be looked up by its spelling
    many = {plural: card for spoken, card in one.items() for plural in regular_plurals(spoken)}
    return replace(
        fallback,
        singulars=one,
        plurals={
            s: card for s, card in (_of(fallback.plurals, ids) | many).items() if s not in one
        },
        foreign={},
        never_in_hand=frozenset(),
        by_spelling={
            **_of(fallback.by_spelling, ids),
            **{spelling(name): card for name, card in named},
        },
    )


def _of(names: Mapping[Name, str], ids: Iterable[str]) -> dict[Name, str]:
    return {spoken: card for spoken, card in names.items() if card in ids}


def with_sides(whole: Lexicon, sides: Mapping[str, Lexicon]) -> Lexicon:
    """Return the lexicon of two-sided cards; each side knows the names on the other side."""

    def of_side(side: str, own: Lexicon) -> Lexicon:
        others = {
            spoken: other
            for other, lexicon in sides.items()
            for spoken in (*lexicon.singulars, *lexicon.plurals)
            if spoken not in own.singulars and spoken not in own.plurals
        }
        foreign = {**own.foreign, **dict.fromkeys(others, ())}
        return replace(own, side=side, foreign=foreign, other_side=others)

    return replace(whole, sides={side: of_side(side, own) for side, own in sides.items()})
