"""Rounds are written down, corrected and removed; what is wrong is told by its place."""

import pytest

from tests.web.script import Script


def test_who_goes_out_collects(table: Script) -> None:
    answer = table.round("Ana", Bo=["7", "skip", "wild"], Cy=8)
    assert answer.status_code == 201
    game = answer.json["game"]
    assert game["rounds"] == [
        {
            "number": 1,
            "table": 1,
            "rotation": 1,
            "sides": [["Ana"], ["Bo"], ["Cy"]],
            "went_out": "Ana",
            "hands": {"Bo": {"cards": ["7", "skip", "wild"], "points": 77}, "Cy": {"points": 8}},
            "points": [{"side": ["Ana"], "points": 85}],
            "resting": [],
            "marked": False,
            "after_end": False,
            "recount": [],
            "notes": [],
        }
    ]
    assert game["standings"][0] == {
        "rank": 1,
        "side": ["Ana"],
        "total": 85,
        "rounds_played": 1,
        "eliminated_in_round": None,
    }
    assert (game["version"], game["rounds_total"]) == (2, 1)


def test_all_that_is_wrong_is_told_by_its_place_and_changes_nothing(script: Script) -> None:
    before = script.start("Ana", "A/B~C", "Cy").state
    hands = {"A/B~C": {"points": -1}, "Cy": {"cards": ["7", "lotso"]}}
    script.asked_round(went_out="Ana", hands=hands, resting=["Zoe"])
    assert sorted(script.refused()) == ["/hands/A~1B~0C/points", "/hands/Cy/cards/1", "/resting/0"]
    note = {"rule": "uno", "text": "There is no such rule."}
    script.asked_round(went_out="Ana", pile={"points": 5}, notes=[note])
    assert list(script.refused()) == ["/notes/0/rule"]
    assert script.state == before


def test_a_count_that_no_deck_can_hold_has_a_code_of_its_own_and_may_be_kept(table: Script) -> None:
    hands = {"Bo": {"cards": ["badtz-maru"] * 5}, "Cy": {"points": 0}}
    table.asked_round(went_out="Ana", hands=hands)
    assert "Badtz-Maru" in table.refused(code="impossible-count")["/hands/Bo/cards"]
    assert table.asked_round(went_out="Ana", hands=hands, keep_anyway=True).status_code == 201
    assert table.state["rounds"][0]["marked"]


def test_a_round_is_corrected(table: Script) -> None:
    table.round("Ana", Bo=7, Cy=8)
    assert table.correct(1, "Bo", Ana=50, Cy=8).status_code == 200
    assert table.totals == {"Bo": 58, "Ana": 0, "Cy": 0}
    assert table.state["rounds_total"] == 1


def test_a_round_is_removed_and_the_others_close_up(table: Script) -> None:
    for points in (1, 2, 3):
        table.round("Ana", Bo=points, Cy=0)
    assert table.remove(2).status_code == 200
    rounds = table.state["rounds"]
    assert [(each["number"], each["points"][0]["points"]) for each in rounds] == [(1, 1), (2, 3)]


@pytest.mark.parametrize("number", ["0", "2", "9" * 9, "9" * 5000, "-1", "1.0", "one", "\uff11"])
def test_there_is_no_such_round(table: Script, number: str) -> None:
    table.round("Ana", Bo=7, Cy=8)
    before = table.state
    path = f"/games/{table.score_key}/rounds/{number}"
    table.ask("DELETE", path)
    assert table.refused(404, "not-found") == {}
    values = {"went_out": "Ana", "pile": {"points": 1}}
    table.ask("PUT", path, json=values)
    table.refused(404, "not-found")
    assert table.state == before


def test_a_wrong_correction_changes_nothing(table: Script) -> None:
    table.round("Ana", Bo=7, Cy=8)
    before = table.state
    table.correct(1, "Ana", Bo=7)
    assert list(table.refused()) == ["/hands/Cy"]
    assert table.state == before
