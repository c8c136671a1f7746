"""The box of a game when its file is gone or has changed: what the game itself knows of it."""

from collections.abc import Mapping
from dataclasses import replace

from companion.datafiles.text import LocalizedText
from companion.editions.edition import CardFace, Edition
from companion.editions.own_boxes import bare, edition_of_box
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
    in_hand = {card: face for card, face in faces.items() if face.points is not None}
    lexicon = Lexicon.of(
        one={card: face.spoken for card, face in in_hand.items()},
        many={card: face.plurals for card, face in in_hand.items()},
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
        lexicon=lexicon,
    )
