"""Names printed on pad keys, typed into the words field: each is worth what its key says."""

import pytest

from companion.datafiles.text import LANGUAGES
from companion.editions import Edition, load_boxes
from companion.editions.fallback import edition_of_box
from companion.editions.own_boxes import box_of_edition
from companion.game.cards.box import deck_of
from companion.game.cards.hand import Hand
from companion.game.requests.hand import read_single_hand

_, PLAYABLE = load_boxes()
KNOWN = {edition: box for edition, box in PLAYABLE.items() if box.cards}


def check_typed_names(box: Edition) -> None:
    for up in box.by_side:
        for card in up.deck:
            face = up.cards[card.card]
            for name in (*face.name.values(), *face.short.values()):
                for text, cards in ((name, (card.card,)), (f"{name}, {name}", (card.card,) * 2)):
                    typed = read_single_hand({"cards": text}, up.deck, up.lexicon, box.deck)
                    assert typed == Hand(len(cards) * (card.points or 0), cards), text


@pytest.mark.parametrize("edition", KNOWN)
def test_name_typed_from_key_is_worth_what_key_says(edition: str) -> None:
    check_typed_names(KNOWN[edition])


@pytest.mark.parametrize("edition", KNOWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_name_typed_from_key_of_copied_box_is_worth_what_key_says(
    edition: str, language: str
) -> None:
    own = box_of_edition(KNOWN[edition], language)
    check_typed_names(edition_of_box(own, deck_of(own), PLAYABLE))
