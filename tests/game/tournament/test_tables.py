"""Tests of tournaments: options, rounds at several tables, stand-ins, refusals."""

import pytest

from tests.game.tournament.hall import EIGHT, Hall
from tests.table import faults


@pytest.fixture
def hall() -> Hall:
    """Return a new tournament of eight players."""
    return Hall()


# starting


def test_tournament_of_eight_has_28_rounds_per_player_as_in_leaflet(hall: Hall) -> None:
    assert hall.state["rotations"] == 7
    assert hall.game.rounds_planned == 2 * 28
    assert hall.state["target"] is None
    assert hall.state["fairness"] == {"partners": (1, 1), "opponents": (2, 2), "rests": (0, 0)}


def test_new_tournament_opens_first_rotation_with_all_players() -> None:
    following = Hall("Ana, Bo, Cy, Dee, Eve").state["next"]
    assert [t["rounds_left"] for t in following["tables"]] == [4]
    seated = {name for side in following["tables"][0]["sides"] for name in side}
    assert seated | set(following["resting"]) == {"Ana", "Bo", "Cy", "Dee", "Eve"}
    assert following["dealer"] is None


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"players": "Ana, Bo, Cy"}, "/players"),
        ({"players": ", ".join(f"P{n}" for n in range(41))}, "/players"),
        ({"target": 500}, "/target"),
        ({"dealer": "Ana"}, "/dealer"),
        ({"scoring": "keep-own"}, "/scoring"),
        ({"rotations": 8}, "/rotations"),
        ({"rotations": 0}, "/rotations"),
        ({"rounds_per_partnership": 21}, "/rounds_per_partnership"),
        ({"seating": "by-strength"}, "/seating"),
        ({"format": "teams", "players": "Ana, Bo, Cy, Dee", "rotations": 2}, "/rotations"),
    ],
)
def test_invalid_options_of_a_tournament_are_refused(options: dict[str, object], path: str) -> None:
    asked = {"players": EIGHT, **options}
    assert [where for _, where in faults(lambda: Hall(**asked))] == [path]  # type: ignore[arg-type]


# recording


def test_both_partners_get_points_of_opponents_hands(hall: Hall) -> None:
    (first, partner), (left, right) = hall.sits(1)[0]
    hall.round(first, table=1, **{left: 20, right: 7})
    assert hall.totals[first] == hall.totals[partner] == 27
    assert sum(hall.totals.values()) == 54
    assert hall.state["rounds"][0]["points"] == [
        {"side": [first], "points": 27},
        {"side": [partner], "points": 27},
    ]
    row = next(row for row in hall.state["standings"] if row["side"] == [first])
    assert (row["rounds_played"], row["per_round"]) == (1, 27)
    assert {r["per_round"] for r in hall.state["standings"] if not r["rounds_played"]} == {None}


def test_tournament_round_needs_exactly_both_opponents_hands(hall: Hall) -> None:
    (first, partner), (left, right) = hall.sits(1)[0]
    elsewhere = hall.sits(1)[1][0][0]
    tell = {left: 5, right: 5}
    assert faults(lambda: hall.round(first, **{left: 5})) == [("hand-missing", f"/hands/{right}")]
    assert faults(lambda: hall.round(first, **tell, **{partner: 1})) == [
        ("hand-of-partner", f"/hands/{partner}")
    ]
    assert faults(lambda: hall.round(first, **tell, **{elsewhere: 1})) == [
        ("not-playing", f"/hands/{elsewhere}")
    ]
    assert faults(lambda: hall.round(elsewhere, **tell)) == [("not-playing", "/went_out")]


def test_round_must_name_its_table_if_several_are_open(hall: Hall) -> None:
    assert faults(lambda: hall.round("Ana", table=None)) == [("which-table", "/table")]


def test_undo_at_one_table_does_not_affect_other_tables(hall: Hall) -> None:
    hall.play(table=1)
    hall.play(table=2)
    hall.undo(table=1)
    assert [round_.table for round_ in hall.game.rounds] == [2]
    assert faults(lambda: hall.undo(table=1)) == [("nothing-to-undo", "")]


# leaving and stand-ins


def test_points_stay_with_seat_when_a_stand_in_plays(hall: Hall) -> None:
    name = hall.sits(1)[0][0][0]
    seat = hall.game.seat(name)
    hall.play(table=1)
    hall.request(seat=seat, name="Zoe")
    label = f"{name} / Zoe"
    assert hall.totals[label] == 20
    assert hall.game.seat("zoe") == hall.game.seat(label) == hall.game.seat(name) == seat
    _, (left, right) = hall.sits(1)[0]
    hall.round("Zoe", table=1, **{left: 1, right: 1})
    assert hall.totals[label] == 22
    assert faults(lambda: hall.request(join=[{"name": "Zoe"}])) == [("name-twice", "/join/0/name")]
    other = hall.sits(1)[1][0][0]
    assert faults(lambda: hall.request(seat=seat, name=other)) == [("name-twice", "/name")]


def test_second_stand_in_replaces_first_and_owner_can_return() -> None:
    hall = Hall()
    hall.request(seat=3, name="Zoe")
    hall.request(seat=3, name="Max")
    assert hall.game.name(3) == "Cy / Max"
    assert hall.game.seat("Zoe") is None
    hall.request(seat=3, name="Cy")
    assert hall.game.name(3) == "Cy"


def test_long_stand_in_label_survives_renaming_others(hall: Hall) -> None:
    hall.request(seat=1, name="Wilhelmina van der Berg")
    hall.request(players=[hall.game.name(1), "Bea", *hall.state["players"][2:]])
    assert hall.game.name(1) == "Ana / Wilhelmina van der Berg"
    assert hall.game.seat("wilhelmina van der berg") == 1
    renamed = ["Ann", "Bea", *hall.state["players"][2:]]
    hall.request(players=renamed)
    assert hall.game.seat("Wilhelmina van der Berg") is None
    hall.request(seat=1, name="Zoe")
    taken = [hall.game.name(1), "Zoe", *renamed[2:]]
    assert faults(lambda: hall.request(players=taken)) == [("name-twice", "/players/1")]


def test_tournament_needs_four_remaining_players() -> None:
    hall = Hall("Ana, Bo, Cy, Dee")
    assert faults(lambda: hall.request(leave=["Cy"])) == [("too-few-for-a-table", "/leave")]


@pytest.mark.parametrize("asked", [{"target": 300}, {"dealer": "Ana"}])
def test_tournament_refuses_target_and_dealer(asked: dict[str, object]) -> None:
    hall = Hall()
    assert [code for code, _ in faults(lambda: hall.request(**asked))] == ["not-in-a-tournament"]


@pytest.mark.parametrize("asked", [{"seat": 1, "name": "Zoe"}, {"rotations": 2}])
def test_other_formats_refuse_stand_ins_and_rotations(asked: dict[str, object]) -> None:
    hall = Hall("Ana, Bo, Cy", format="individual")
    assert [code for code, _ in faults(lambda: hall.request(**asked))] == ["only-in-a-tournament"]
