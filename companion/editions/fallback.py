"""The box of a game as far as the game carries it: for when its file is gone or has changed."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.datafiles.text import LocalizedText
from companion.editions.edition import CardFace, Edition
from companion.game.cards.deck import Card, Deck
from companion.game.cards.lexicon import Lexicon


def carried(edition: str, deck: Deck, editions: Mapping[str, Edition]) -> Edition:
    """Give the box that a game with this deck is played with, whatever became of the box's file.

    Its deck is the game's: what cards are worth never changes while a game is played. A card that
    no box here names is called by its id. Of a box that is not here any more nothing is known but
    its deck; what else pages need is lent by the first one that is.
    """
    box = editions.get(edition)
    if box and all(card.card in box.cards for card in deck.cards):
        return replace(box, deck=deck)
    lender = box or next(iter(editions.values()))
    faces = {card.card: _face(card, lender.cards.get(card.card)) for card in deck.cards}
    if box:
        return replace(box, cards={**faces, **box.cards}, deck=deck)
    return _lost(edition, deck, faces, lender)


def _lost(edition: str, deck: Deck, faces: Mapping[str, CardFace], lender: Edition) -> Edition:
    return replace(
        lender,
        edition=edition,
        name=LocalizedText.same(edition),
        recognise=LocalizedText.same(""),
        box_count=deck.size,
        cards=faces,
        deck=deck,
        lexicon=_lexicon(faces.values(), lender.lexicon.counts),
        described=dict.fromkeys(lender.described),
        last_card=(),
        lines={},
    )


def _lexicon(faces: Iterable[CardFace], counts: Mapping[str, int]) -> Lexicon:
    in_hand = [face for face in faces if face.points is not None]
    return Lexicon.of(
        one={face.card: face.spoken for face in in_hand},
        many={face.card: face.plurals for face in in_hand},
        counts=counts,
        elsewhere={},
    )


def _face(card: Card, known: CardFace | None) -> CardFace:
    face = known or CardFace(
        card=card.card,
        kind="action",
        name=LocalizedText.same(card.card),
        sign="special",
        points=None,
        count=0,
        is_own=True,
        spoken=(),
        plurals=(),
        lines={},
    )
    return replace(face, points=card.points, count=card.count)
