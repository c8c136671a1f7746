"""Box of a game, also if it is the game's own or its box file is missing or has changed."""

from collections.abc import Mapping
from dataclasses import replace

from companion.datafiles.text import LocalizedText
from companion.editions.edition import CardFace, Edition
from companion.game.cards.box import OWN, BoxValues, lexicon_of, with_sides
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.entries import GameStarted


def edition_of_game(start: GameStarted, editions: Mapping[str, Edition]) -> Edition:
    """Return the box of a game, with the game's own name if it has one."""
    box = _box_of_game(start, editions)
    return replace(box, name=LocalizedText.same(start.title)) if start.title else box


def _box_of_game(start: GameStarted, editions: Mapping[str, Edition]) -> Edition:
    """Return the box of a game, even if its box file is missing or has changed.

    Points stay those of the game's start. A missing box is rebuilt from the game's deck, an own box
    from the values stored in the game. Other facts that pages need come from a fallback box: the
    one named by `like`, or the first installed one.
    """
    edition, deck = start.edition, start.deck
    if start.box is not None:
        return edition_of_box(start.box, deck, editions)
    box = editions.get(edition)
    if box and box.deck == deck:
        return box
    if box and all(card.card in box.cards for card in deck.cards):
        return replace(box, deck=deck)
    fallback = box or next(iter(editions.values()))
    faces = {
        card.card: replace(
            fallback.cards.get(card.card) or CardFace.unknown(card.card),
            points=card.points,
            count=card.count,
        )
        for card in deck.cards
    }
    if box:  # the box is known, but its file lacks cards of this game
        return replace(box, cards={**faces, **box.cards}, deck=deck)

    def names(side: str | None) -> Lexicon:
        held = deck.for_side(side).by_id
        return Lexicon.of(
            singulars={card: faces[card].typed for card in held},
            plurals={card: faces[card].plurals for card in held},
            counts=fallback.lexicon.counts,
            foreign={},
        )

    return replace(
        without_leaflet(fallback),
        edition=edition,
        name=LocalizedText.same(edition),
        box_count=deck.size,
        cards=faces,
        deck=deck,
        lexicon=with_sides(names(None), {side: names(side) for side in deck.sides}),
    )


def edition_of_box(box: BoxValues, deck: Deck, editions: Mapping[str, Edition]) -> Edition:
    """Return the edition of an own box, with more names of cards from the box it is like."""
    like = editions.get(box["like"] or "")
    names = like.cards if like else {}
    faces: dict[str, CardFace] = {}
    turned: dict[tuple[str | None, str], str] = {}
    for card in box["cards"]:
        known = names.get(card["card"]) or CardFace.unknown(card["card"], card["name"])
        face = replace(known, points=card["points"], count=card["count"])
        if faces.setdefault(card["card"], face).name != face.name:
            turned[card["side"], card["card"]] = card["name"]
    return replace(
        without_leaflet(like or next(iter(editions.values()))),
        edition=OWN,
        name=LocalizedText.same(box["name"]),
        box_count=deck.size,
        colours=tuple(replace(c, side=None) for c in like.by_side[0].colours) if like else (),
        rulings_from="",
        is_own=True,
        cards=faces,
        deck=deck,
        lexicon=lexicon_of(box, editions),
        turned_names=turned,
    )


def without_leaflet(fallback: Edition) -> Edition:
    """Return a copy of a box without the facts that come from its leaflet and lid."""
    return replace(
        fallback,
        recognise=LocalizedText.same(""),
        lid=None,
        leaflet=None,
        start=replace(fallback.start, target=None),
        last_card=(),
        lines={},
        players=None,
        printed_scorings=(),
        sources=(),
        confidence=None,
        disputed=(),
    )
