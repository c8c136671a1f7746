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
