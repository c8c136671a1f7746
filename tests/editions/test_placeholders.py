"""What texts about a box take from it."""

from companion.datafiles.text import LocalizedText
from companion.editions import facts_of
from tests.table import BOXES


def test_numbers_names_and_words_of_the_sheet() -> None:
    facts = facts_of(BOXES["classic-108"])
    assert facts["name"]["fr"] == "UNO, 108 cartes"
    assert facts["points:wild"] == LocalizedText({"en": "50", "fr": "50"})
    assert facts["count:draw-two"]["en"] == "8"
    assert facts["name:wild"] == LocalizedText({"en": "Wild", "fr": "Joker"})
    assert (facts["word:draw"]["fr"], facts["word:discard"]["en"]) == ("talon", "écart")
    assert (facts["fact:box"]["en"], facts["fact:target"]["fr"]) == ("108", "500")


def test_a_card_that_lies_aside_is_counted_but_scores_nothing() -> None:
    facts = facts_of(BOXES["power-colours"])
    assert facts["count:power"]["en"] == "4"
    assert "points:power" not in facts
    assert (facts["fact:box"]["en"], facts["fact:deck"]["en"]) == ("112", "108")
    assert "name:wild" not in facts
