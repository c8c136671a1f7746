"""The box of a game when its file is gone or has changed: what the game itself knows of it."""

from collections.abc import Mapping
from dataclasses import replace

from companion.datafiles.text import LocalizedText
from companion.editions.edition import CardFace, Edition
from companion.game.cards.box import OWN, BoxValues, lexicon_of, turnable
from companion.game.cards.deck import Deck
from companion.game.cards.lexicon import Lexicon
from companion.game.entries import GameStarted


def edition_of_game(start: GameStarted, editions: Mapping[str, Edition]) -> Edition:
    """Return the box that a game is played with, whatever became of the box's file.

    What cards are worth never changes while a game is played. Of a box that is not here any more
    only its deck is known, of one of the table's own what the game carries; what else pages need is
    lent by the one that it is like, or the first one that is here.
    """
    edition, deck = start.edition, start.deck
    if start.box is not None:
        return edition_of_box(start.box, deck, editions)
    box = editions.get(edition)
    if box and box.deck == deck:
        return box
    if box and all(card.card in box.cards for card in deck.cards):
        return replace(box, deck=deck)
    lender = box or next(iter(editions.values()))
    faces = {
        card.card: replace(
            lender.cards.get(card.card) or CardFace.unknown(card.card),
            points=card.points,
            count=card.count,
        )
        for card in deck.cards
    }
    if box:  # it is still here, but has lost cards: those of the game are added
        return replace(box, cards={**faces, **box.cards}, deck=deck)

    def names(side: str | None) -> Lexicon:
        held = deck.on(side).by_id
        return Lexicon.of(
            one={card: faces[card].spoken for card in held},
            many={card: faces[card].plurals for card in held},
            counts=lender.lexicon.counts,
            elsewhere={},
        )

    return replace(
        bare(lender),
        edition=edition,
        name=LocalizedText.same(edition),
        box_count=deck.size,
        cards=faces,
        deck=deck,
        lexicon=turnable(names(None), {side: names(side) for side in deck.sides}),
    )


def edition_of_box(box: BoxValues, deck: Deck, editions: Mapping[str, Edition]) -> Edition:
    """Return a table's own box; what its cards are called elsewhere is what the like are called."""
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
        bare(like or next(iter(editions.values()))),
        edition=OWN,
        name=LocalizedText.same(box["name"]),
        box_count=deck.size,
        colours=like.colours if like else (),
        rulings_like="",
        sheet="own",
        cards=faces,
        deck=deck,
        lexicon=lexicon_of(box, editions),
        turned_names=turned,
    )


def bare(lender: Edition) -> Edition:
    """Return a box without what only its own sheet and lid can say."""
    return replace(
        lender,
        recognise=LocalizedText.same(""),
        lid=None,
        described=dict.fromkeys(lender.described),
        start=replace(lender.start, target=None),
        last_card=(),
        lines={},
        players=None,
        printed_scorings=(),
        sources=(),
        confidence=None,
        disputed=(),
    )
