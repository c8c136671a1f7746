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


def test_everyone_keeps_their_own(script: Script) -> None:
    script.start(scoring="keep-own").round("Ana", Bo=30, Cy=0)
    assert script.totals == {"Ana": 0, "Cy": 0, "Bo": 30}
    assert {each["side"][0]: each["points"] for each in script.state["rounds"][0]["points"]} == {
        "Ana": 0,
        "Bo": 30,
        "Cy": 0,
    }


def test_a_hand_as_people_say_it(table: Script) -> None:
    table.round("Ana", Bo="two sevens and a plus four", Cy="un joker, deux passer, 3")
    hands = table.state["rounds"][0]["hands"]
    assert hands["Bo"] == {"cards": ["7", "7", "wild-draw-four"], "points": 64}
    assert hands["Cy"]["cards"] == ["wild", "skip", "skip", "3"]


def test_names_are_found_however_they_are_written(table: Script) -> None:
    hands = {"bO": {"points": 1}, " \uff23y ": {"points": 2}}
    assert table.asked_round(went_out="ANA ", hands=hands).status_code == 201
    assert table.totals["Ana"] == 3


def test_all_opponents_in_one_pile(table: Script) -> None:
    table.asked_round(went_out="Ana", pile={"cards": "9 9 +4"})
    round_ = table.state["rounds"][0]
    assert (round_["hands"], round_["pile"]["points"]) == ({}, 68)
    assert table.totals["Ana"] == 68


def test_somebody_sits_a_round_out(table: Script) -> None:
    table.asked_round(went_out="Ana", hands={"Bo": {"points": 5}}, resting=["Cy"])
    round_ = table.state["rounds"][0]
    assert (round_["resting"], round_["sides"]) == (["Cy"], [["Ana"], ["Bo"]])


def test_a_ruling_is_noted_in_the_round(table: Script) -> None:
    note = {"rule": "ch.guilty", "text": "+4 challenged, guilty, drew 4"}
    table.asked_round(went_out="Ana", pile={"points": 5}, notes=[note])
    assert table.state["rounds"][0]["notes"] == [note]


def test_a_hand_worth_nothing_is_a_hand(table: Script) -> None:
    assert table.round("Ana", Bo=0, Cy=0).status_code == 201


BOTH = {"Bo": {"points": 7}, "Cy": {"points": 8}}

NO_HANDS: dict[str, tuple[object, str]] = {
    "blank": ({}, ""),
    "null": (None, ""),
    "a bare number": (7, ""),
    "blank points": ({"points": None}, ""),
    "points as text": ({"points": "7"}, "/points"),
    "negative points": ({"points": -1}, "/points"),
    "fractional points": ({"points": 7.5}, "/points"),
    "true points": ({"points": True}, "/points"),
    "no cards": ({"cards": []}, "/cards"),
    "no words": ({"cards": " , and "}, "/cards"),
    "cards are a number": ({"cards": 7}, "/cards"),
    "cards as numbers": ({"cards": ["7", 7]}, "/cards/1"),
    "a card of another box": ({"cards": ["7", "lotso"]}, "/cards/1"),
    "words of another box": ({"cards": "7 lotso"}, "/cards"),
    "cards and points": ({"cards": ["7"], "points": 7}, ""),
    "501 cards": ({"cards": ["7"] * 501}, "/cards"),
}


@pytest.mark.parametrize("what", NO_HANDS)
def test_a_hand_that_is_no_hand(table: Script, what: str) -> None:
    hand, place = NO_HANDS[what]
    before = table.state
    table.asked_round(went_out="Ana", hands={**BOTH, "Bo": hand})
    assert list(table.refused()) == [f"/hands/Bo{place}"]
    assert table.state == before


WRONG: dict[str, tuple[dict[str, object], list[str]]] = {
    "nobody went out": ({"went_out": None}, ["/went_out"]),
    "a stranger went out": ({"went_out": "Zoe"}, ["/went_out"]),
    "a number went out": ({"went_out": 1}, ["/went_out"]),
    "half a name went out": ({"went_out": "An"}, ["/went_out"]),
    "a hand is missing": ({"hands": {"Bo": {"points": 1}}}, ["/hands/Cy"]),
    "all hands are missing": ({"hands": None}, ["/hands/Bo", "/hands/Cy"]),
    "hands are a text": ({"hands": "7"}, ["/hands", "/hands/Bo", "/hands/Cy"]),
    "who went out has a hand": ({"hands": {**BOTH, "Ana": {"points": 1}}}, ["/hands/Ana"]),
    "a stranger has a hand": ({"hands": {**BOTH, "Zoe": {"points": 1}}}, ["/hands/Zoe"]),
    "one hand twice": ({"hands": {**BOTH, "bo": {"points": 1}}}, ["/hands/bo"]),
    "pile and hands": ({"pile": {"points": 1}}, ["/pile"]),
    "resting and a hand": ({"resting": ["Cy"]}, ["/hands/Cy"]),
    "resting and out": ({"resting": ["Ana"]}, ["/went_out"]),
    "too many rest": ({"resting": ["Bo", "Cy"]}, ["/hands/Bo", "/hands/Cy", "/resting"]),
    "a stranger rests": ({"resting": ["Zoe"]}, ["/resting/0"]),
    "resting is a text": ({"resting": "Cy"}, ["/resting"]),
    "keep is a text": ({"keep_anyway": "yes"}, ["/keep_anyway"]),
    "notes are a text": ({"notes": "drew 4"}, ["/notes"]),
    "a note without a rule": ({"notes": [{"text": "drew 4"}]}, ["/notes/0/rule"]),
    "a note too long": ({"notes": [{"rule": "uno", "text": "x" * 201}]}, ["/notes/0/text"]),
    "a note on no ruling": (
        {"notes": [{"rule": "ch.guilty", "text": "x"}, {"rule": "uno", "text": "x"}]},
        ["/notes/1/rule"],
    ),
    "another table": ({"table": 2}, ["/table"]),
    "another rotation": ({"rotation": 0}, ["/rotation"]),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_round_that_can_not_be(table: Script, what: str) -> None:
    changed, places = WRONG[what]
    before = table.state
    table.asked_round(**({"went_out": "Ana", "hands": BOTH} | changed))
    assert sorted(table.refused()) == places
    assert table.state == before


def test_a_name_with_a_slash_is_pointed_at(script: Script) -> None:
    script.start("A/B~C", "Bo").round("Bo", **{"A/B~C": -1})
    assert list(script.refused()) == ["/hands/A~1B~0C/points"]


def test_a_pile_needs_the_winner_to_collect(script: Script) -> None:
    script.start(scoring="keep-own").asked_round(went_out="Ana", pile={"points": 5})
    assert list(script.refused()) == ["/pile"]


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


def test_an_impossible_count_is_kept_if_the_table_insists(table: Script) -> None:
    hands = {"Bo": {"cards": ["wild"] * 5}, "Cy": {"points": 0}}
    assert table.asked_round(went_out="Ana", hands=hands, keep_anyway=True).status_code == 201
    assert table.state["rounds"][0]["marked"]
    assert table.totals["Ana"] == 250


def test_keeping_anyway_what_is_possible_marks_nothing(table: Script) -> None:
    table.asked_round(went_out="Ana", pile={"points": 5}, keep_anyway=True)
    assert not table.state["rounds"][0]["marked"]


def test_a_slip_of_the_finger_is_never_kept(table: Script) -> None:
    table.asked_round(went_out="Ana", pile={"points": 1_000_001}, keep_anyway=True)
    table.refused(code="impossible-count")


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


def test_a_wrong_correction_changes_nothing(table: Script) -> None:
    table.round("Ana", Bo=7, Cy=8)
    before = table.state
    table.correct(1, "Ana", Bo=7)
    assert list(table.refused()) == ["/hands/Cy"]
    assert table.state == before
