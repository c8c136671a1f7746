"""How a game ends: after a number of rounds, at the target, or only by agreement."""

from typing import Any

import pytest

from companion.game.reports.clock import rounds_to_go
from companion.game.reports.state import state
from companion.game.scoresheet import write_sheet
from tests.rows import cases, expected_faults
from tests.table import Table, faults, read_game

THREE = "Ana, Bo, Cy"


def end_of(table: Table) -> tuple[object, ...]:
    values = table.state
    return values["target"], values["round_limit"], values["open_end"]


@cases("""scoring | winner
"winner-collects" | Ana
"keep-own" | Cy
"rounds-won" | Ana
""")
def test_best_total_wins_after_last_round(scoring: str, winner: str) -> None:
    table = Table("hello-kitty", THREE, scoring=scoring, round_limit=3)
    assert end_of(table) == (None, 3, False)
    for out, hands in (("Ana", {"Bo": 9, "Cy": 1}), ("Bo", {"Ana": 5, "Cy": 1}), ("Ana", {})):
        held = hands or {"Bo": 30, "Cy": 2}
        table.round(out=out, **({} if scoring == "rounds-won" else held))
        assert bool(table.winners) == (len(table.game.rounds) == 3)
    assert (table.winners, table.termination) == ([winner], "rounds-played")


def test_equal_totals_share_the_win_of_teams() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="teams", round_limit=2)
    table.round(out="Ana", Bo=5, Dee=6)
    table.round(out="Bo", Ana=5, Cy=6)
    assert table.winners == ["Ana", "Bo", "Cy", "Dee"]


def test_player_who_left_cannot_win_after_last_round() -> None:
    table = Table("hello-kitty", THREE, round_limit=2)
    table.round(out="Ana", Bo=50, Cy=1)
    table.leave("Ana")
    table.round(out="Bo", Cy=3)
    assert table.winners == ["Bo"]


def test_target_reached_before_last_round_ends_the_game() -> None:
    table = Table("hello-kitty", THREE, target=50, round_limit=2)
    table.round(out="Ana", Bo=50, Cy=1)
    assert (table.winners, table.termination) == (["Ana"], "target-reached")
    table.request(target=500)
    assert (end_of(table), table.winners) == ((500, 2, False), [])
    table.round(out="Bo", Ana=1, Cy=1)
    assert (table.winners, table.termination) == (["Ana"], "rounds-played")


def test_open_game_ends_only_by_agreement() -> None:
    table = Table("hello-kitty", THREE, scoring="rounds-won", open_end=True)
    assert end_of(table) == (None, None, True)
    for _ in range(130):
        table.round(out="Bo")
    assert (table.winners, table.totals["Bo"]) == ([], 130)
    table.finish()
    assert (table.winners, table.termination) == (["Bo"], "by-agreement")


@cases("""changes | expected
{"round_limit": 5} | (500, 5, False)
{"target": 300} | (300, None, False)
{"open_end": True} | (None, None, True)
{"open_end": False, "round_limit": 5} | (None, 5, False)
{"open_end": False, "target": 300, "round_limit": 5} | (300, 5, False)
""")
def test_change_of_the_end(changes: dict[str, Any], expected: tuple[object, ...]) -> None:
    table = Table("hello-kitty", THREE)
    table.request(**changes)
    assert end_of(table) == expected
    table.undo()
    assert end_of(table) == (500, None, False)


def test_target_or_limit_closes_an_open_end() -> None:
    for changes, expected in (({"target": 40}, (40, None)), ({"round_limit": 4}, (None, 4))):
        table = Table("hello-kitty", THREE, open_end=True)
        table.request(**changes)
        assert end_of(table) == (*expected, False)


@cases("""changes | expected
{"round_limit": 0} | out-of-range /round_limit
{"round_limit": 101} | out-of-range /round_limit
{"round_limit": "ten"} | not-a-whole-number /round_limit
{"open_end": True, "target": 5} | open-end-alone /open_end
{"open_end": 1} | not-true-or-false /open_end
{"open_end": False} | no-end /open_end
""")
def test_refused_changes_of_the_end(changes: dict[str, Any], expected: str) -> None:
    table = Table("hello-kitty", THREE)
    assert faults(lambda: table.request(**changes)) == expected_faults(expected)


@cases("""changes | expected
{"round_limit": 5} | no-round-limit /round_limit
{"open_end": True} | no-round-limit /open_end
{"open_end": False, "target": 5} | only-in-a-tournament /open_end
""")
def test_elimination_has_no_limit_of_rounds(changes: dict[str, Any], expected: str) -> None:
    table = Table("hello-kitty", THREE, format="challenge")
    assert faults(lambda: table.request(**changes)) == expected_faults(expected)


def test_lower_limit_and_removed_round_move_the_end() -> None:
    table = Table("hello-kitty", THREE, round_limit=5)
    for out, points in (("Ana", 30), ("Bo", 50), ("Cy", 1)):
        table.round(out=out, **{name: points for name in ("Ana", "Bo", "Cy") if name != out})
    table.request(round_limit=1)
    assert (table.winners, table.after_end) == (["Ana"], [2, 3])
    table.remove(1)
    assert (table.winners, table.after_end) == (["Bo"], [2])


@cases("""options | line
{"round_limit": 10} | round limit: 10
{"open_end": True} | open end: yes
""")
def test_score_sheet_has_the_end(options: dict[str, Any], line: str) -> None:
    table = Table("hello-kitty", THREE, **options)
    table.round(out="Ana", Bo=7, Cy=8)
    sheet = write_sheet(table.game)
    assert line in sheet.splitlines()
    assert "target" not in sheet
    assert {**state(read_game(sheet)), "version": 0} == {**table.state, "version": 0}


@pytest.mark.parametrize("line", ["round limit: 1", "open end: yes"])
def test_end_changes_between_rounds_of_a_score_sheet(line: str) -> None:
    rounds = f"Ana: Bo = 7; Cy = 8\n{line}\nBo: Ana = 9; Cy = 1\n"
    game = read_game(f"edition: hello-kitty\ntarget: 10\nplayers: {THREE}\n\n{rounds}")
    assert (game.target, game.round_limit) == ((10, 1) if "limit" in line else (None, None))


@pytest.mark.parametrize("line", ["round limit: 0", "round limit: ten", "open end: maybe"])
def test_wrong_end_in_a_score_sheet_is_reported_with_its_line(line: str) -> None:
    text = f"edition: hello-kitty\n{line}\nplayers: {THREE}\n"
    (fault,) = faults(lambda: read_game(text))
    assert fault[1].startswith("/2/")


def test_rounds_to_go_are_those_up_to_the_limit() -> None:
    table = Table("hello-kitty", THREE, round_limit=10)
    for _ in range(4):
        table.round(out="Ana", Bo=7, Cy=8)
    found = rounds_to_go(table.game)
    assert found is not None
    assert found.middle == 6
    table.request(target=10_000)
    found = rounds_to_go(table.game)
    assert found is not None
    assert found.middle <= 6
    table.request(open_end=True)
    assert rounds_to_go(table.game) is None
