"""Tests of rounds whose points were computed by hand, in twenty-six boxes."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.game.reports.state import state
from companion.game.scoresheet import write_sheet
from tests.table import Table, read_game

# Each box as an own box, with rounds and the points of all players.
WORKED = json.loads(Path(__file__).with_name("worked.json").read_text("utf-8"))
ROUNDS = [(each["box"], round_) for each in WORKED for round_ in each["rounds"]]


def played(box: dict[str, Any], round_: dict[str, Any]) -> Table:
    players = ", ".join(round_["points"])
    table = Table(None, players, box=box, scoring=round_["scoring"])
    table.round(
        out=round_["went_out"],
        **({"side": round_["side"]} if round_["side"] else {}),
        knocked_out=round_["knocked_out"],
        hands=round_["hands"],
    )
    return table


@pytest.mark.parametrize(("box", "round_"), ROUNDS, ids=[round_["id"] for _, round_ in ROUNDS])
def test_totals_equal_those_computed_by_hand(box: dict[str, Any], round_: dict[str, Any]) -> None:
    table = played(box, round_)
    assert table.totals == round_["points"]
    again = state(read_game(write_sheet(table.game)))
    assert {**again, "version": 0} == {**table.state, "version": 0}


def test_hand_computed_rounds_cover_scorings_sides_and_knock_outs() -> None:
    rounds = [round_ for _, round_ in ROUNDS]
    assert {round_["scoring"] for round_ in rounds} == {"winner-collects", "keep-own", "rounds-won"}
    assert {round_["side"] for round_ in rounds} == {None, "light", "dark"}
    assert max(len(round_["knocked_out"]) for round_ in rounds) == 2
    assert any(not round_["hands"] for round_ in rounds)
