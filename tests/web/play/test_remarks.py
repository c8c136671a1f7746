"""Remarks of the table's own on rounds."""

import html
import re

import pytest

from companion.game.scoresheet import write_sheet
from tests.rows import cases
from tests.table import Table, faults, read_game
from tests.web.paper import Paper
from tests.web.script import Script

SAID = "Grandpa cheated"


def test_remark_is_saved_shown_and_corrected(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo").round("1", points_2="20", remark=SAID)
    assert paper.has(f"“{SAID}”")
    paper.open(f"{paper.game}/rounds/1")
    assert (paper.has(f"“{SAID}”"), paper.typed["remark"]) == (True, SAID)
    paper.press(f"{paper.game}/rounds/1", [], remark="He did not")
    assert paper.state["rounds"][0]["remark"] == "He did not"
    paper.open(f"{paper.game}/history")
    assert paper.has(f"Bo 20. “{SAID}”", "Round 1 corrected: a word on it: “He did not”.")
    paper.open(f"{paper.game}/rounds/1").press(f"{paper.game}/rounds/1", [("remark", " ")])
    assert paper.state["rounds"][0]["remark"] is None
    assert paper.open(f"{paper.game}/history").has("Round 1 corrected: the word on it removed.")


def test_history_has_remark_on_a_line_below_its_round(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo").round("1", points_2="20", remark=SAID)
    paper.round("2", points_1="7")
    paper.open(f"{paper.game}/history")
    rows = re.findall("<tr.*?</tr>", paper.page, re.DOTALL)
    said = [html.unescape(re.sub("<.*?>", "", row)).strip() == f"“{SAID}”" for row in rows]
    assert said == [False, False, False, True]  # the header, round 2, round 1
    assert rows[-1].startswith('<tr class="note"><td colspan="3">')  # as wide as the table


def test_long_remark_is_refused_beside_its_field(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo").round("1", points_2="20", remark="x" * 81)
    assert paper.status == 422
    assert paper.has("This is too long: at most 80 characters.")
    assert paper.typed["remark"] == "x" * 81


@cases("""language | said
en | at most 80 characters
fr | 80 caractères
""")
def test_json_refuses_long_remark_in_both_languages(
    table: Script, language: str, said: str
) -> None:
    values = {"went_out": "Ana", "pile": {"points": 7}, "remark": "x" * 81}
    table.write("POST", f"/rounds?lang={language}", **values)
    assert said in table.assert_refused()["/remark"]
    table.record_round(**{**values, "remark": "é" * 80})
    assert table.state["rounds"][0]["remark"] == "é" * 80
    table.correct(1, "Ana", Bo=3, Cy=4)
    assert table.state["rounds"][0]["remark"] is None


def test_csv_has_remarks_in_a_column_if_there_are_any(table: Script) -> None:
    table.record_round(went_out="Ana", pile={"points": 7}, remark="-1 for him")
    header, row = table.read(".csv").text.splitlines()
    assert header.endswith(",total,remark")
    assert row.endswith(",7,,'-1 for him")


@pytest.mark.parametrize("remark", [SAID, 'a "b; c" # d', '"', "remark", '; remark "x"', "a: b"])
def test_remark_survives_the_score_sheet(remark: str) -> None:
    table = Table("classic-112", 'Ana, remark "x", Cy', scoring="rounds-won")
    table.round(out="Ana", remark=remark)
    table.leave('remark "x"')
    table.round(out="Cy")
    game = read_game(write_sheet(table.game))
    assert [each.remark for each in game.rounds] == [remark, ""]
    assert write_sheet(game) == write_sheet(table.game)


def test_remark_of_a_score_sheet_comes_after_the_hands() -> None:
    game = read_game(
        'edition: hello-kitty\nplayers: Ana, Bo\nAna: Bo = 7;  Remark  "a ""b"" # c" # d'
    )
    assert game.rounds[0].remark == 'a "b" # c'
    long = f'edition: hello-kitty\nplayers: Ana, Bo\nAna: Bo = 7; remark "{"x" * 81}"'
    assert faults(lambda: read_game(long)) == [("text-too-long", "/3/remark")]
