"""What the maker has said in public stands with the rulings it bears on."""

import re
import tomllib
from pathlib import Path

from companion import rulings as room
from companion.rulings import Rulings
from tests.rulings.conftest import Folder, Refusal
from tests.rulings.test_rulings import IN_FRENCH, STRAIGHT, UNSAID, card_names
from tests.table import BOXES

FILE = Path(room.__file__).parent / "statements.toml"
STATED = tomllib.loads(FILE.read_text(encoding="utf-8"))["statements"]
SAID = """[[statements]]
who = "The maker"
date = "{date}"
says = {{ en = "The {{name:bear}} rests.", fr = "L’{{name:bear}} se repose." }}
rules = ["{rule}"]
differ = ["blue-box"]
source = ["https://example.org/said"]
"""


def test_they_stand_with_a_ruling_the_oldest_first(rulings: Rulings) -> None:
    for box in BOXES:
        for ruling in rulings.of(box):
            dates = [said.date for said in ruling.elsewhere]
            assert dates == sorted(dates)
            on_it = [said for said in STATED if ruling.rule in said["rules"]]
            assert len(dates) == len(on_it)
    stacking = rulings.by_edition["hello-kitty"]["stack.2on2"].elsewhere
    assert [said.date for said in stacking][:2] == ["2019", "2019-05-06"]
    assert not rulings.by_edition["hello-kitty"]["lo.effect"].elsewhere


def test_the_rules_of_a_box_say_the_same_or_otherwise_or_nothing(rulings: Rulings) -> None:
    agreed = {
        box: [said.agrees for said in rulings.by_edition[box]["two.reverse"].elsewhere]
        for box in BOXES
    }
    two = {"classic-108", "classic-112"}  # the only sheets with rules for two players
    assert agreed == {box: [False, True] if box in two else [None, None] for box in BOXES}


def test_rules_that_say_nothing_neither_agree_nor_differ(rulings: Rulings) -> None:
    silent = [r for box in BOXES for r in rulings.of(box) if r.basis == "silent"]
    heard = [said for ruling in silent for said in ruling.elsewhere]
    assert heard
    assert {said.agrees for said in heard} == {None}


def test_what_held_for_one_day_is_told_as_such(rulings: Rulings) -> None:
    day, asked = rulings.by_edition["hello-kitty"]["stack.escape2_skiprev"].elsewhere
    assert "for one day only" in day.says["en"]
    assert "pour un seul jour" in day.says["fr"]
    assert "just one day" in asked.says["en"]
    assert (day.agrees, asked.agrees) == (False, True)


def test_cards_are_called_as_on_the_pad(rulings: Rulings) -> None:
    for box in ("hello-kitty", "classic-112"):
        (said,) = rulings.by_edition[box]["skip.escape_skip"].elsewhere
        assert "une carte Passer " in said.says["fr"]


def test_they_are_retold_as_rulings_are_worded() -> None:
    for stated in STATED:
        said = {code: re.sub(r"\{[^}]*\}", "", text) for code, text in stated["says"].items()}
        for language, text in said.items():
            assert not STRAIGHT.search(text)
            assert not UNSAID[language].search(text)
            assert not card_names()[language].search(text), text
        assert not any(rule.search(said["fr"]) for rule in IN_FRENCH), said
        assert len({*stated["source"]}) == len(stated["source"]) > 0


def test_what_is_wrong_with_a_statement_is_said(folder: Folder, refusal: Refusal) -> None:
    wrong = SAID.format(date="May 2019", rule="dance.cat")
    (date, unknown) = refusal(folder(("statements = []", wrong)))
    assert "statements.1.date: must be a day, a month or a year" in date
    assert "statements.toml: names dance.cat, which is no ruling" in unknown
