"""Tests that a game format without a target works: ending, refusals, score sheet."""

import pytest

from companion.game.replay import replay
from companion.game.reports.clock import rounds_to_go
from companion.game.reports.story import other_scoring
from companion.game.requests.start import read_start
from companion.game.scoresheet import read_sheet, write_sheet
from tests.game.formats.endless import endless
from tests.rows import cases
from tests.table import BOXES, Table, faults

__all__ = ["endless"]

pytestmark = pytest.mark.usefixtures("endless")

SHEET = """edition: hello-kitty
format: endless
scoring: keep-own
players: Ana, Bo, Cy

Ana: Bo 7, skip; Cy = 20
finish
"""


def table_of(**options: object) -> Table:
    return Table("hello-kitty", "Ana, Bo, Cy", format="endless", **options)


@cases("""scoring | hands
winner-collects | {"Bo": 300, "Cy": 300}
keep-own | {"Bo": 0, "Cy": 300}
rounds-won | {}
""")
def test_game_without_target_ends_by_agreement_only(scoring: str, hands: dict[str, int]) -> None:
    table = table_of(scoring=scoring)
    for _ in range(20):
        table.round(out="Ana", hands=hands)
    assert (table.state["target"], table.state["status"]) == (None, "playing")
    assert (table.winners, table.after_end) == ([], [])
    assert rounds_to_go(table.game) is None
    other = other_scoring(table.game)
    assert other is None or other.outcome is None
    table.finish()
    assert (table.termination, table.winners[0]) == ("by-agreement", "Ana")


def test_target_is_refused_in_format_without_one() -> None:
    refused = [("not-in-this-format", "/target")]
    values = {"edition": "hello-kitty", "players": ["A", "B"], "format": "endless", "target": 9}
    assert faults(lambda: read_start(values, BOXES)) == refused
    assert faults(lambda: table_of().target(9)) == refused


def test_score_sheet_without_target_round_trips() -> None:
    assert write_sheet(replay(enumerate(read_sheet(SHEET, BOXES), start=1))) == SHEET
