"""Points beside the rounds: requests, reports, and lines of score sheets."""

import pytest

from companion.game.faults import ValidationError
from companion.game.reports.rivalry import result_of
from companion.game.reports.story import other_scoring, story_of
from companion.game.requests.adjustment import read_adjustment
from companion.game.scoresheet import write_sheet
from tests.game.tournament.hall import Hall
from tests.rows import cases, expected_faults
from tests.table import Table, faults, read_game

SHEET = """edition: hello-kitty
format: individual
scoring: winner-collects
target: 100
players: Ana, Bo, Cy

adjust Bo +5 late start
Ana: Bo = 20; Cy = 8
adjust Ana -10 forgot UNO
Bo: Ana = 30; Cy = 10
adjust Cy +7
"""


@pytest.fixture
def table() -> Table:
    """Return a game of 40 points for Ana and Bo, of which adjustments made 5 and 12."""
    table = Table("hello-kitty", "Ana, Bo, Cy", target=100)
    table.adjust("Bo", 5, "late start")
    table.round(out="Ana", Bo=20, Cy=8)
    table.adjust("ana", -10, " forgot\n UNO ")
    table.round(out="Bo", Ana=30, Cy=10)
    table.adjust("Cy", 7)
    return table


@cases("""values | expected
{"points": 5} | blank /player, not-a-text /player
{"player": 7, "points": 5} | not-a-text /player
{"player": "Zoe", "points": 5} | unknown-player /player
{"player": "Cy", "points": 5} | not-playing /player
{"player": "Ana", "points": 0} | no-points /points
{"player": "Ana"} | not-a-whole-number /points
{"player": "Ana", "points": "ten"} | not-a-whole-number /points
{"player": "Ana", "points": True} | not-a-whole-number /points
{"player": "Ana", "points": 1_000_001} | out-of-range /points
{"player": "Ana", "points": -1_000_001} | out-of-range /points
{"player": "Ana", "points": 5, "why": "x" * 81} | text-too-long /why
{"player": "Ana", "points": 5, "why": 7} | not-a-text /why
{"player": "Ana", "points": 5, "table": 2} | table-not-open /table
{"player": "Zoe", "points": 0, "why": "x" * 81}
| unknown-player /player, no-points /points, text-too-long /why
[] | not-an-object
""")
def test_faults_of_invalid_adjustments(values: dict[str, object], expected: str) -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy")
    table.leave("Cy")
    found = faults(lambda: read_adjustment(table.game, values))
    # A missing name is reported once, as text that is missing.
    assert set(found) <= set(expected_faults(expected))
    assert len(found) >= max(1, len(expected_faults(expected)) - 1)


def test_adjustment_is_refused_while_players_take_seats() -> None:
    table = Table("hello-kitty", "Ana, Bo", open_seats=True)
    assert faults(lambda: table.adjust("Ana", 5)) == [("seats-open", "")]


def test_adjustments_count_in_totals_but_not_in_rounds_won_or_hands(table: Table) -> None:
    assert table.totals == {"Bo": 45, "Ana": 18, "Cy": 7}
    assert table.state["adjustments"] == [
        {**each, "after_end": False}
        for each in (
            {"number": 1, "side": ["Bo"], "points": 5, "why": "late start", "after_round": 0},
            {"number": 2, "side": ["Ana"], "points": -10, "why": "forgot UNO", "after_round": 1},
            {"number": 3, "side": ["Cy"], "points": 7, "why": "", "after_round": 2},
        )
    ]
    ana = result_of(table.game).players[1]
    assert (ana.rounds_won, ana.points, ana.best, ana.worst, ana.total) == (1, 18, 28, 30, 18)
    assert {seat: each.hands for seat, each in ana.caught.items()} == {2: 1}


def test_story_totals_include_adjustments_after_their_round(table: Table) -> None:
    story = story_of(table.game)
    assert story.totals == {(1,): (0, 18, 18), (2,): (5, 5, 45), (3,): (0, 0, 7)}
    assert [each.adjustment.points for each in story.adjusted] == [5, -10, 7]
    assert (story.wins, story.best[0].points) == ({1: 1, 2: 1, 3: 0}, 40)


def test_adjusted_game_is_not_scored_the_other_way(table: Table) -> None:
    assert other_scoring(table.game) is None
    for _ in range(3):
        table.remove_adjustment(1)
    assert other_scoring(table.game)


def test_adjustment_can_reach_the_target_and_end_the_game() -> None:
    table = Table("hello-kitty", "Ana, Bo", target=100)
    table.adjust("Bo", 100)
    assert (table.winners, table.termination) == (["Bo"], "target-reached")
    table.undo()
    assert table.winners == []


def test_adjustment_belongs_to_the_side_of_a_player() -> None:
    table = Table("classic-112", "Ana, Bo, Cy, Dee", format="teams")
    table.adjust("Cy", -10)
    assert table.state["adjustments"][0]["side"] == ["Ana", "Cy"]
    assert table.totals == {"Bo": 0, "Ana": -10}


def test_removed_round_moves_later_adjustments_up(table: Table) -> None:
    table.remove(1)
    assert [each["after_round"] for each in table.state["adjustments"]] == [0, 0, 1]


def test_tournament_adjustment_names_table_of_the_player() -> None:
    hall = Hall(rounds_per_partnership=1)
    table = hall.game.tables_open[1]
    name, fairness = hall.game.name(table.seated[0]), hall.game.fairness
    hall.adjust(name, 25, table=2)
    assert hall.totals == dict.fromkeys(hall.state["players"], 0) | {name: 25}
    assert hall.game.fairness == fairness
    assert faults(lambda: hall.adjust(name, 25, table=1)) == [("not-playing", "/player")]
    assert faults(lambda: hall.adjust(name, 25, table=9)) == [("table-not-open", "/table")]
    hall.play_rotation()
    hall.adjust(name, 25, table=2)
    assert hall.totals[name] in {50, 70}


def test_adjustments_are_lines_of_the_score_sheet(table: Table) -> None:
    assert write_sheet(table.game) == SHEET
    assert write_sheet(read_game(SHEET)) == SHEET


@cases("""line | why | points
adjust Ana 5 | "" | 5
ADJUST ana, +5 drinks # a comment | drinks | 5
adjust Ana -5 "no # comment" | "no # comment" | -5
adjust Ana -5 ""quoted"" | '""quoted""' | -5
adjust Ana -5 Bo: 7 | "Bo: 7" | -5
""")
def test_accepted_forms_of_an_adjustment_line(line: str, why: str, points: int) -> None:
    game = read_game(f"edition: hello-kitty\nplayers: Ana, Bo\n{line}")
    assert [(each.why, each.points) for each in game.adjustments] == [(why, points)]


@cases("""line | expected
adjust Zoe -10 forgot UNO | unknown-player /3/player
adjust Zoe | unknown-player /3/player, not-a-whole-number /3/points
adjust Ana ten | not-a-whole-number /3/points
adjust Ana 0 | no-points /3/points
adjust Ana 1000001 | out-of-range /3/points
""")
def test_faults_of_invalid_adjustment_lines(line: str, expected: str) -> None:
    text = f"edition: hello-kitty\nplayers: Ana, Bo\n{line}"
    assert faults(lambda: read_game(text)) == expected_faults(expected)


def test_player_called_like_an_adjustment_keeps_rounds_and_adjustments() -> None:
    table = Table("hello-kitty", "Ana, adjust Ana -10 x, Ana -10")
    table.round(out="adjust Ana -10 x", hands={"Ana": 5, "Ana -10": 6})
    table.adjust("Ana", -10, "x: Ana = 7")
    table.adjust("Ana -10", 3, "4")
    again = read_game(write_sheet(table.game))
    assert [(a.seat, a.points, a.why) for a in again.adjustments] == [
        (1, -10, "x: Ana = 7"),
        (3, 3, "4"),
    ]
    with pytest.raises(ValidationError):
        table.adjust("adjust", 5)


def test_returning_player_may_be_given_a_total() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", target=100)
    table.round(out="Cy", Ana=20, Bo=8)
    table.leave("Cy")
    table.round(out="Bo", Ana=30)
    table.join(Cy=12)
    assert table.totals == {"Bo": 30, "Cy": 12, "Ana": 0}
    assert table.state["adjustments"] == []
    assert story_of(table.game).totals[(3,)] == (0, 28, 12)
    # The total stays, whatever is corrected in the rounds before.
    table.correct(1, out="Cy", Ana=1, Bo=1)
    table.round(out="Cy", Ana=5, Bo=5)
    assert table.totals["Cy"] == 22
    sheet = write_sheet(table.game)
    assert "join: Cy = 12\n" in sheet
    assert write_sheet(read_game(sheet)) == sheet
    table.leave("Cy")
    table.join("Cy")
    assert table.totals["Cy"] == 22


def test_eliminated_player_is_back_in_with_a_lower_total() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", format="challenge", target=50)
    table.round(out="Ana", Bo=60, Cy=10)
    table.leave("Bo")
    table.join("Bo")
    assert table.seated == ["Ana", "Cy"]
    table.leave("Bo")
    table.join(Bo=10)
    assert table.seated == ["Ana", "Bo", "Cy"]
    assert table.state["standings"][1]["eliminated_in_round"] is None
