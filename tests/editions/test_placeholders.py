"""Tests of facts of a box that replace placeholders like `{points:wild}` in texts."""

from companion.datafiles.text import LocalizedText
from companion.editions.edition import facts_of
from tests.table import BOXES


def test_box_facts_include_points_counts_names_and_pile_words() -> None:
    facts = facts_of(BOXES["classic-108"])
    assert facts["name"]["fr"] == "UNO, 108 cartes"
    assert facts["points:wild"] == LocalizedText({"en": "50", "fr": "50"})
    assert facts["count:draw-two"]["en"] == "8"
    assert facts["name:wild"] == LocalizedText({"en": "Wild", "fr": "Joker"})
    assert (facts["word:draw"]["fr"], facts["word:discard"]["en"]) == ("talon", "écart")
    assert (facts["fact:box"]["en"], facts["fact:target"]["fr"]) == ("108", "500")


def test_card_lying_aside_has_count_but_no_points() -> None:
    facts = facts_of(BOXES["power-colours"])
    assert facts["count:power"]["en"] == "4"
    assert "points:power" not in facts
    assert (facts["fact:box"]["en"], facts["fact:deck"]["en"]) == ("112", "108")
    assert "name:wild" not in facts
