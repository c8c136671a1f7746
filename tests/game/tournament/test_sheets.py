"""Tests of score sheets of tournaments: tables, rotations, faults, removed rounds."""

import pytest

from companion.game.game import Game
from companion.game.reports.state import state
from tests.rows import expected_faults
from tests.table import faults, read_game

HEADER = """
edition: classic-108
format: tournament
rounds per partnership: 1
players: Ana, Bo, Cy, Dee
"""


def without_version(game: Game) -> dict[str, object]:
    return {name: value for name, value in state(game).items() if name != "version"}


def test_score_sheet_states_table_and_rotation_of_rounds() -> None:
    game = read_game(
        HEADER
        + """
table 1, rotation 1 | Dee: Bo 7 skip; Ana = 0
Table 1 , Rotation 2|Dee: Bo = 5; Cy = 6   # spoken at the table
table 1, rotation 3 | Ana: pile = 12
"""
    )
    assert [r.rotation for r in game.rounds] == [1, 2, 3]
    outcome = state(game)["outcome"]
    assert outcome
    assert outcome["termination"] == "all-rotations-played"


# Invalid lines with their first fault, also `removed` rounds of tables that do not exist.
FAULTY = {
    "table 2, rotation 1 | Dee: Bo = 1; Ana = 1": "table-not-open /6/table",
    "table 1, rotation 2 | Dee: Bo = 1; Ana = 1": "rotation-not-open /6/rotation",
    "target: 300": "not-in-a-tournament /6/target",
    "rotations: 4": "out-of-range /6/rotations",
    "stand-in: Max = Zoe": "unknown-player /6/seat",
    "table 1, rotation 4 | removed": "rotation-not-open /6/rotation",
    "table 1, rotation 0 | removed": "rotation-not-open /6/rotation",
    "table 2, rotation 1 | Removed": "table-not-open /6/table",
    "removed": "not-a-round /6",
}


@pytest.mark.parametrize(("line", "fault"), FAULTY.items())
def test_first_fault_of_invalid_score_sheet_line_of_tournament(line: str, fault: str) -> None:
    assert faults(lambda: read_game(HEADER + line))[:1] == expected_faults(fault)


def test_removed_rounds_at_end_of_score_sheet_have_no_effect() -> None:
    game = read_game(f"{HEADER}table 1, rotation 1 | removed\ntable 1, rotation 2 | removed\n")
    assert without_version(game) == without_version(read_game(HEADER))


HEATS = """edition: classic-108
format: heats
table size: 3
rounds per table: 1
players: Ana, Bo, Cy, Dee, Eve, Flo
"""
ROUNDS = """
table 1, stage 1 | Ana: Bo = 5; Cy = 9
table 2, stage 1 | Dee: Eve = 5; Flo = 9
"""


@pytest.mark.parametrize("before", [HEATS, HEATS + ROUNDS])
@pytest.mark.parametrize(
    "draw",
    [
        "stage 2: Ana, Bo, Dee, Ana",
        "stage 2: Ana, Bo, , ",
        "stage 3: Ana, Bo, Dee, Eve",
        "stage 1: Ana, Bo, Dee / Cy, Eve, Eve",
        "stage 0: Ana, Bo, Dee",
    ],
)
def test_sheet_with_impossible_draw_of_a_stage_is_refused(before: str, draw: str) -> None:
    ((code, _),) = faults(lambda: read_game(before + draw))
    assert code == "not-a-draw"


def test_sheet_gives_any_draw_of_players_of_the_stage_before() -> None:
    drawn = state(read_game(f"{HEATS}{ROUNDS}stage 2: Ana, Bo, Cy, Dee"))["stages"][1]
    assert drawn["tables"][0]["seats"] == ["Ana", "Bo", "Cy", "Dee"]
    after_final = f"{HEATS}{ROUNDS}stage 2: Ana, Bo, Cy, Dee\nstage 3: Ana, Bo"
    assert faults(lambda: read_game(after_final))
