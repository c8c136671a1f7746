"""A tournament as a typed score sheet, both ways."""

import pytest

from companion.game.faults import ValidationError
from companion.game.game import Game
from companion.game.replay import replay
from companion.game.reports.state import state
from companion.game.scoresheet import read_sheet
from tests.table import BOXES

HEADER = """
edition: classic-108
format: tournament
rounds per partnership: 1
players: Ana, Bo, Cy, Dee
"""


def read(text: str) -> Game:
    return replay(enumerate(read_sheet(text, BOXES), start=1))


def as_shown(game: Game) -> dict[str, object]:
    return {name: value for name, value in state(game).items() if name != "version"}


def test_a_line_says_table_and_rotation() -> None:
    game = read(
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


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("table 2, rotation 1 | Dee: Bo = 1; Ana = 1", ("table-not-open", "/6/table")),
        ("table 1, rotation 2 | Dee: Bo = 1; Ana = 1", ("rotation-not-open", "/6/rotation")),
        ("target: 300", ("not-in-a-tournament", "/6/target")),
        ("rotations: 4", ("out-of-range", "/6/rotations")),
        ("stand-in: Max = Zoe", ("unknown-player", "/6/seat")),
    ],
)
def test_a_faulty_line_is_named(line: str, fault: tuple[str, str]) -> None:
    text = HEADER + line
    with pytest.raises(ValidationError) as refused:
        read(text)
    assert (refused.value.faults[0].code, refused.value.faults[0].path) == fault


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("table 1, rotation 4 | removed", ("rotation-not-open", "/6/rotation")),
        ("table 1, rotation 0 | removed", ("rotation-not-open", "/6/rotation")),
        ("table 2, rotation 1 | Removed", ("table-not-open", "/6/table")),
        ("removed", ("not-a-round", "/6")),
    ],
)
def test_only_a_round_that_could_have_been_was_removed(line: str, fault: tuple[str, str]) -> None:
    with pytest.raises(ValidationError) as refused:
        read(HEADER + line)
    assert (refused.value.faults[0].code, refused.value.faults[0].path) == fault


def test_what_was_removed_at_the_end_leaves_nothing_behind() -> None:
    game = read(f"{HEADER}table 1, rotation 1 | removed\ntable 1, rotation 2 | removed\n")
    assert as_shown(game) == as_shown(read(HEADER))
