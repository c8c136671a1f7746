"""Tests that a new game format needs only a class to be played, stored and shown."""

import pytest

from companion.game.entries import as_values, from_values
from companion.game.replay import replay
from companion.game.reports.rivalry import People, result_of, rivalry_of
from companion.game.reports.state import state
from companion.game.reports.story import other_scoring, story_of
from companion.game.scoresheet import read_sheet, write_sheet
from tests.game.formats.race import race
from tests.table import BOXES, Table, read_game

__all__ = ["race"]

pytestmark = pytest.mark.usefixtures("race")

SHEET = """edition: hello-kitty
format: race
scoring: winner-collects
target: 2
dealer: Bo
players: Ana, Bo, Cy

Ana: Bo 7, skip; Cy = 20
Bo: Ana wild; Cy 9
leave: Cy
Bo: Ana = 12
"""


def race_of(players: str = "Ana, Bo, Cy", **options: object) -> Table:
    return Table("hello-kitty", players, format="race", **options)


def test_new_format_ends_when_a_player_has_won_three_rounds() -> None:
    table = race_of()
    for winner in ("Ana", "Bo", "Ana", "Bo"):
        others = {name: 200 for name in ("Ana", "Bo", "Cy") if name != winner}
        table.round(out=winner, hands=others)
    assert (table.totals, table.winners) == ({"Ana": 2, "Bo": 2, "Cy": 0}, [])
    table.round(out="Bo", Ana="7 skip", Cy=8)
    assert (table.totals["Bo"], table.winners) == (3, ["Bo"])
    assert table.termination == "target-reached"


def test_new_format_round_trips_in_journal_and_score_sheet() -> None:
    entries = read_sheet(SHEET, BOXES)
    game = replay(enumerate(entries, start=1))
    assert write_sheet(game) == SHEET
    again = [from_values(as_values(entry)) for entry in entries]
    assert replay(enumerate(again, start=1)) == game


def test_new_format_appears_in_state_and_reports() -> None:
    game = read_game(SHEET)
    shown = state(game)
    assert (shown["format"], shown["status"], shown["next"]) == ("race", "finished", None)
    assert shown["outcome"] == {"winners": ["Bo"], "termination": "target-reached"}
    assert [row["total"] for row in shown["standings"]] == [2, 1, 0]
    assert "per_round" not in shown["standings"][0]
    assert "rotations" not in shown
    assert story_of(game).totals[(2,)] == (0, 0, 1, 2)
    first, *_ = rivalry_of([People().played(result_of(game))], People()).records
    assert (first.name, first.won) == ("Bo", 1)
    assert other_scoring(game) is None
