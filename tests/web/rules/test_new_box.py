"""A box that only this test knows, with a leaflet much like another: no Python is written for it.

It brings its file and its sheet, and inherits the rulings of the box that it is like.
"""

import shutil
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.editions.house import HOUSE
from tests.serving import ROOT
from tests.web.paper import Paper
from tests.web.running import parts_of, running

LIKE = "hello-kitty"
SHEET = '[sheets.snow.like]\nbox = "hello-kitty"\nlines = { 1-118 = 1 }\n'


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Run a companion to which the box was added, in a copy of the data."""
    folder = tmp_path_factory.mktemp("snow")
    with pytest.MonkeyPatch.context() as patch:
        for room in "editions", "rulings":
            shutil.copytree(ROOT / "companion" / room, folder / room)
            patch.setattr(f"companion.{room}.loader.files", lambda _, r=room: folder / r)
        box = (folder / f"editions/{LIKE}.toml").read_text("utf-8")
        named = box.replace("UNO Hello Kitty & Friends", "UNO Snow")
        (folder / "editions/snow.toml").write_text(named, encoding="utf-8")
        sheets = folder / "rulings/sheets.toml"
        own = sheets.read_text("utf-8").partition(f"[sheets.{LIKE}]\n")[2]
        own = own.partition("[sheets.power-colours]")[0]
        with sheets.open("a", encoding="utf-8") as file:
            file.write(f"\n[sheets.snow]\n{own}{SHEET}")
        # With a box of the table's own nothing is taken from what is kept of the built-in ones.
        house = folder / "games/boxes/house.toml"
        house.parent.mkdir(parents=True)
        house.write_text(HOUSE, encoding="utf-8")
        with running(folder / "games") as app:
            yield app


def test_its_rules_are_those_of_the_box_that_it_is_like(app: Flask) -> None:
    rulings = parts_of(app).boxes.rulings
    own, other = (
        [(each.rule, each.verdict, each.text, each.basis, each.sheet) for each in rulings.of(box)]
        for box in ("snow", LIKE)
    )
    assert own == other
    assert len(own) > 150


def test_its_rules_are_read_and_asked_in_both_languages(paper: Paper) -> None:
    assert paper.open("/rules/snow").has("Rules: UNO Snow", "Badtz-Maru")
    assert paper.open("/rules/snow/skip?lang=fr").has("Le joueur suivant perd son tour")
    assert paper.open("/rules/snow/search?lang=en&q=May I answer a %2B2 with a %2B2").has(
        "Can I answer a +2 with a +2", "No A +2 makes you draw 2 cards"
    )
    assert paper.open("/rules/classic-108/badtz-maru").has(
        "There is no such card in UNO, 108 cards.", "UNO Snow"
    )


def test_a_game_is_played_with_it(paper: Paper) -> None:
    paper.start("snow", "Ana", "Bo", format="individual")
    assert paper.round("1", words_2="a penguin and a 7").has("= 57")
    assert paper.round("1", words_2="a penguin and a 7").has("Round 1: Ana +57.")
