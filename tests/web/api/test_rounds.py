"""Rounds are written down, corrected and removed; what is wrong is told by its place."""

import pytest

from tests.web.script import Script


def test_who_goes_out_collects(table: Script) -> None:
    answer = table.round("Ana", Bo=["7", "skip", "wild"], Cy=8)
    assert answer.status_code == 201
    game = answer.json["game"]  # to the letter in tests/game/reports/test_state.py
    (round_,) = game["rounds"]
    assert round_["hands"]["Bo"] == {"cards": ["7", "skip", "wild"], "points": 77}
    assert round_["points"] == [{"side": ["Ana"], "points": 85}]
    assert (game["version"], game["rounds_total"]) == (2, 1)


def test_a_hand_as_people_say_it(table: Script) -> None:
    table.round("Ana", Bo="two sevens and a plus four", Cy="un joker, deux passer, 3")
    hands = table.state["rounds"][0]["hands"]
    assert hands["Bo"] == {"cards": ["7", "7", "wild-draw-four"], "points": 64}
    assert hands["Cy"]["cards"] == ["wild", "skip", "skip", "3"]


def test_all_opponents_in_one_pile(table: Script) -> None:
    table.asked_round(went_out="Ana", pile={"cards": "9 9 +4"})
    round_ = table.state["rounds"][0]
    assert (round_["hands"], round_["pile"]["points"]) == ({}, 68)
    assert table.totals["Ana"] == 68


def test_a_ruling_is_noted_in_the_round(table: Script) -> None:
    note = {"rule": "ch.guilty", "text": "+4 challenged, guilty, drew 4"}
    table.asked_round(went_out="Ana", pile={"points": 5}, notes=[note])
    assert table.state["rounds"][0]["notes"] == [note]


BOTH = {"Bo": {"points": 7}, "Cy": {"points": 8}}


@pytest.mark.parametrize(
    ("changed", "places"),
    [
        ({"went_out": "Zoe"}, ["/went_out"]),
        ({"hands": {"Bo": {"cards": ["7", 7]}, "a/b~c": {}}, "keep_anyway": 1}, [
            "/hands/Bo/cards/1", "/hands/Cy", "/hands/a~1b~0c", "/keep_anyway",
        ]),
        ({"notes": [{"rule": "ch.guilty", "text": "x"}, {"rule": "uno", "text": "x"}]}, [
            "/notes/1/rule",
        ]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_its_place(
    played: Script, changed: dict[str, object], places: list[str]
) -> None:
    """All that can be is in `tests/game/requests`."""
    before = played.state
    values: dict[str, object] = {"went_out": "Ana", "hands": BOTH} | changed
    for method, path in (("POST", "/rounds"), ("PUT", "/rounds/1")):
        played.ask(method, f"/games/{played.score_key}{path}", json=values)
        assert sorted(played.refused()) == places
    assert played.state == before


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        ({"Bo": ["badtz-maru"] * 3, "Cy": ["badtz-maru"] * 2}, "Badtz-Maru"),
        ({"Bo": ["wild"] * 4, "Cy": ["wild"]}, "Wild"),
        ({"Bo": 900, "Cy": 900}, "1800"),
        ({"Bo": 10**40, "Cy": 10**300}, "1"),
    ],
)
def test_a_count_that_no_deck_can_hold(table: Script, hands: dict[str, object], named: str) -> None:
    before = table.state
    table.round("Ana", **hands)
    fields = table.refused(code="impossible-count")
    assert {place.split("/")[2] for place in fields} == {"Bo", "Cy"}
    assert all(named in sentence for sentence in fields.values())
    assert table.state == before


@pytest.mark.parametrize("points", [5000, 10**17])
def test_a_hand_that_no_deck_can_hold_is_no_fault_of_the_others(table: Script, points: int) -> None:
    table.round("Ana", Bo=points, Cy=1)
    assert list(table.refused(code="impossible-count")) == ["/hands/Bo/points"]


def test_two_decks_hold_twice_as_much(script: Script) -> None:
    script.start(decks=2, left_out={"wild": 1})
    assert script.round("Ana", Bo=["wild"] * 7, Cy=0).status_code == 201
    script.round("Ana", Bo=["wild"] * 8, Cy=0)
    script.refused(code="impossible-count")


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
