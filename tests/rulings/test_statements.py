"""Tests of the maker's public statements, which are shown with rulings they concern."""

import re
import tomllib
from pathlib import Path

from companion import rulings as package
from companion.rulings import Rulings
from tests.rulings.conftest import Folder, Refusal
from tests.rulings.test_rulings import BANNED, IN_FRENCH, STRAIGHT, card_names
from tests.table import BOXES

FILE = Path(package.__file__).parent / "statements.toml"
STATED = tomllib.loads(FILE.read_text(encoding="utf-8"))["statements"]
STATEMENT = """[[statements]]
who = "The maker"
date = "{date}"
says = {{ en = "The {{name:bear}} rests.", fr = "L’{{name:bear}} se repose." }}
rules = ["{rule}"]
differ = ["blue-box"]
source = ["https://example.org/said"]
"""


def test_statements_are_attached_to_rulings_oldest_first(rulings: Rulings) -> None:
    for box in BOXES:
        for ruling in rulings.of(box):
            dates = [said.date for said in ruling.elsewhere]
            assert dates == sorted(dates)
            on_it = [said for said in STATED if ruling.rule in said["rules"]]
            assert len(dates) == len(on_it)
    stacking = rulings.by_edition["hello-kitty"]["stack.2on2"].elsewhere
    assert [said.date for said in stacking][:2] == ["2019", "2019-05-06"]
    assert not rulings.by_edition["hello-kitty"]["lo.effect"].elsewhere


def test_statement_agrees_differs_or_neither_by_box(rulings: Rulings) -> None:
    agreed = {
        box: [said.agrees for said in rulings.by_edition[box]["two.reverse"].elsewhere]
        for box in BOXES
    }
    # Only these leaflets have rules for two players.
    two = {"classic-108", "classic-112", "no-mercy"}
    assert agreed == {box: [False, True] if box in two else [None, None] for box in BOXES}


def test_silent_rulings_neither_agree_nor_differ_with_statements(rulings: Rulings) -> None:
    silent = [r for box in BOXES for r in rulings.of(box) if r.basis == "silent"]
    heard = [said for ruling in silent for said in ruling.elsewhere]
    assert heard
    assert {said.agrees for said in heard} == {None}


def test_statement_about_one_day_exception_says_one_day(rulings: Rulings) -> None:
    day, asked = rulings.by_edition["hello-kitty"]["stack.escape2_skiprev"].elsewhere
    assert "for one day only" in day.says["en"]
    assert "pour un seul jour" in day.says["fr"]
    assert "just one day" in asked.says["en"]
    assert (day.agrees, asked.agrees) == (False, True)


def test_statements_use_card_names_of_the_box(rulings: Rulings) -> None:
    for box in ("hello-kitty", "classic-112"):
        (said,) = rulings.by_edition[box]["skip.escape_skip"].elsewhere
        assert "une carte Passer " in said.says["fr"]


def test_statements_follow_style_of_ruling_texts() -> None:
    for stated in STATED:
        said = {code: re.sub(r"\{[^}]*\}", "", text) for code, text in stated["says"].items()}
        for language, text in said.items():
            assert not STRAIGHT.search(text)
            assert not BANNED[language].search(text)
            assert not card_names()[language].search(text), text
        assert not any(rule.search(said["fr"]) for rule in IN_FRENCH), said
        assert len({*stated["source"]}) == len(stated["source"]) > 0


def test_faults_in_statements_are_reported(folder: Folder, refusal: Refusal) -> None:
    wrong = STATEMENT.format(date="May 2019", rule="dance.cat")
    (date, unknown) = refusal(folder(("statements = []", wrong)))
    assert "statements.1.date: must be a day, a month or a year" in date
    assert "statements.toml: names dance.cat, which is no ruling" in unknown
