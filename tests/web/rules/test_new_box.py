"""A new built-in box with a leaflet like another's, added by data files alone.

It consists of a box file and an entry in sheets.toml, and inherits the other box's rulings.
"""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.web.new_box import DataFiles, running_with
from tests.web.paper import Paper
from tests.web.running import registry_of

LIKE = "hello-kitty"
SHEET = '[sheets.snow.like]\nbox = "hello-kitty"\nlines = { 1-118 = 1 }\n'


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Run an app with the new box, in a copy of the data files."""
    data = DataFiles(tmp_path_factory.mktemp("snow"))
    named = data.read(f"editions/{LIKE}.toml").replace("UNO Hello Kitty & Friends", "UNO Snow")
    own = data.read("rulings/sheets.toml").partition(f"[sheets.{LIKE}]\n")[2]
    own = own.partition("[sheets.power-colours]")[0]
    data.add_box("snow", named, after="power-colours", sheet=f"\n[sheets.snow]\n{own}{SHEET}")
    with running_with(data) as app:
        yield app


def test_new_box_inherits_all_rulings_of_the_box_it_is_like(app: Flask) -> None:
    rulings = registry_of(app).rulebook.rulings
    own, other = (
        [(each.rule, each.verdict, each.text, each.basis, each.sheet) for each in rulings.of(box)]
        for box in ("snow", LIKE)
    )
    assert own == other
    assert len(own) > 150


def test_rules_of_new_box_can_be_read_and_searched_in_both_languages(paper: Paper) -> None:
    assert paper.open("/rules/snow").has("Rules: UNO Snow", "Badtz-Maru")
    assert paper.open("/rules/snow/skip?lang=fr").has("Le joueur suivant perd son tour")
    assert paper.open("/rules/snow/search?lang=en&q=May I answer a %2B2 with a %2B2").has(
        "Can I answer a +2 with a +2", "No A +2 makes you draw 2 cards"
    )
    assert paper.open("/rules/classic-108/badtz-maru").has(
        "There is no such card in UNO, 108 cards.", "UNO Snow"
    )


def test_new_box_can_be_used_for_a_game(paper: Paper) -> None:
    paper.start("snow", "Ana", "Bo", format="individual")
    assert paper.round("1", words_2="a penguin and a 7").has("= 57")
    assert paper.round("1", words_2="a penguin and a 7").has("Round 1: Ana +57.")
