"""Tests of requests to change a running game: faults, joins, names, house rules."""

from typing import Any

import pytest

from companion.game.requests.change import read_change, read_settlement, unsettle
from tests.rows import cases, expected_faults
from tests.table import Table, faults


@pytest.fixture
def table() -> Table:
    """Return a game of Ana, Bo and Dee, which Cy left after the first round."""
    table = Table("hello-kitty", "Ana, Bo, Cy, Dee")
    table.round(out="Ana", Bo=1, Cy=2, Dee=3)
    table.leave("Cy")
    return table


@cases(r"""values | expected
{} | nothing-to-change
{"taget": 300} | nothing-to-change
{"target": None} | nothing-to-change
{"target": 0} | out-of-range /target
{"target": 10_001} | out-of-range /target
{"target": "300"} | not-a-whole-number /target
{"target": 300.5} | not-a-whole-number /target
{"players": ["A", "B", "C"]} | every-seat-a-name /players
{"players": list("ABCDE")} | every-seat-a-name /players
{"players": ["A", "B", "a", "D"]} | name-twice /players/2
{"players": ["A", "", "C", "D;"]} | name-blank /players/1, name-sign /players/3
{"players": "A, B, C, D"} | not-a-list /players, every-seat-a-name /players
{"dealer": "Zoe"} | unknown-player /dealer
{"dealer": "Cy"} | not-playing /dealer
{"dealer": 2} | not-a-text /dealer
{"finish": "yes"} | not-true-or-false /finish
{"finish": 1} | not-true-or-false /finish
{"leave": []} | nobody-named /leave
{"leave": "Bo"} | not-a-list /leave
{"leave": ["Zoe"]} | unknown-player /leave/0
{"leave": [None]} | unknown-player /leave/0
{"leave": ["Bo", "Cy"]} | not-playing /leave/1
{"leave": ["Ana", "Bo"]} | too-few-play /leave
{"join": []} | nobody-named /join
{"join": {"name": "Zoe"}} | not-a-list /join
{"join": ["Zoe"]} | not-an-object /join/0
{"join": [{}]} | not-a-text /join/0/name
{"join": [{"name": "Z" * 25}]} | name-too-long /join/0/name
{"join": [{"name": "\uff22\uff2f"}]} | name-twice /join/0/name
{"join": [{"name": "Zoe"}, {"name": "zoe"}]} | name-twice /join/1/name
{"join": [{"name": "Zoe", "total": -1}]} | out-of-range /join/0/total
{"join": [{"name": "Zoe", "total": "0"}]} | not-a-whole-number /join/0/total
{"join": [{"name": "Zoe", "total": 500}]} | total-at-target /join/0/total
{"join": [{"name": "Cy", "total": 500}]} | total-at-target /join/0/total
{"join": [{"name": c} for c in "EFGHIJKL"]} | too-many-play /join
{"target": 0, "dealer": "Zoe", "leave": ["Zoe"], "finish": 0}
| out-of-range /target, unknown-player /leave/0, unknown-player /dealer, not-true-or-false /finish
{"leave": ["Bo"], "dealer": "Bo"} | not-playing /dealer
{"target": 0, "join": [{"name": "Zoe"}], "dealer": "Zoe"} | out-of-range /target
{"players": ["Ana", "Bo", "Cy", "Zoe"], "join": [{"name": "Zoe"}]} | name-twice /join/0/name
{"target": 100, "join": [{"name": "E", "total": 100}]} | total-at-target /join/0/total
""")
def test_faults_of_invalid_game_changes(
    table: Table, values: dict[str, Any], expected: str
) -> None:
    assert faults(lambda: read_change(table.game, values)) == expected_faults(expected)


def test_refused_change_has_no_effect(table: Table) -> None:
    before = table.state
    faults(lambda: table.request(target=300, leave=["Zoe"]))
    assert table.state == before


@pytest.mark.parametrize("values", [None, [], "finish", 7])
def test_change_request_must_be_an_object(table: Table, values: object) -> None:
    assert faults(lambda: read_change(table.game, values)) == [("not-an-object", "")]


def test_changes_accept_any_spelling_of_player_names(table: Table) -> None:
    table.request(dealer="\uff24EE", leave=[" bo "], join=[{"name": "CY"}])
    assert table.dealer == "Dee"
    assert table.seated == ["Ana", "Cy", "Dee"]
    assert table.state["players"] == ["Ana", "Bo", "Cy", "Dee"]


def test_renaming_before_first_round_matches_names_in_any_spelling() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Bo")
    table.rename("Cy, Ana, bo")
    assert table.dealer == "bo"


def test_same_player_may_be_named_twice_in_leave(table: Table) -> None:
    table.leave("Bo", "bo")
    assert table.seated == ["Ana", "Dee"]


def test_game_has_at_most_ten_players_at_a_time_but_more_seats() -> None:
    table = Table("hello-kitty", "A, B, C, D, E, F, G, H, I, J")
    assert faults(lambda: table.join("K")) == [("too-many-play", "/join")]
    table.leave("A", "B")
    table.join(K=0, L=0)
    assert faults(lambda: table.join("A")) == [("too-many-play", "/join")]
    assert table.seated == list("CDEFGHIJKL")


def test_number_of_seats_in_a_game_is_limited_to_forty() -> None:
    table = Table("hello-kitty", "P1, P2")
    for number in range(3, 41):
        table.join(**{f"P{number}": 0})
        table.leave(f"P{number}")
    assert faults(lambda: table.join("P41")) == [("too-many-play", "/join")]
    table.join("P40")


@cases("""values | expected
{} | not-a-text /text
{"text": " "} | blank /text
{"text": "x" * 201} | text-too-long /text
{"text": 7, "from_round": 0} | not-a-text /text, out-of-range /from_round
{"text": "x", "from_round": 10_000} | out-of-range /from_round
{"text": "x", "from_round": "1"} | not-a-whole-number /from_round
""")
def test_faults_of_invalid_house_rules(table: Table, values: dict[str, Any], expected: str) -> None:
    assert faults(lambda: read_settlement(table.game, "stack.2on2", values)) == expected_faults(
        expected
    )


def test_house_rule_applies_from_next_round_by_default(table: Table) -> None:
    table.settle("stack.2on2", " we stack ")
    table.settle("uno.caught", "x" * 200, from_round=1)
    assert table.state["settled"] == [
        {"rule": "stack.2on2", "text": "we stack", "custom": False, "from_round": 2},
        {"rule": "uno.caught", "text": "x" * 200, "custom": False, "from_round": 1},
    ]


def test_removing_unknown_house_rule_raises_lookup_error(table: Table) -> None:
    with pytest.raises(LookupError):
        unsettle(table.game, "stack.2on2")
