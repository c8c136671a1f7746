"""Rounds worked out by hand from what is printed for twenty-six boxes."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.game.reports.state import state
from companion.game.scoresheet import write_sheet
from tests.table import Table, read_game

# Each box as a table would type it in, and its rounds with what everybody is credited with.
WORKED = json.loads(Path(__file__).with_name("worked.json").read_text("utf-8"))
EVERY = [(each["box"], round_) for each in WORKED for round_ in each["rounds"]]


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


@pytest.mark.parametrize(("box", "round_"), EVERY, ids=[round_["id"] for _, round_ in EVERY])
def test_a_worked_round_comes_to_what_it_was_worked_out_to(
    box: dict[str, Any], round_: dict[str, Any]
) -> None:
    table = played(box, round_)
    assert table.totals == round_["points"]
    again = state(read_game(write_sheet(table.game)))
    assert {**again, "version": 0} == {**table.state, "version": 0}


def test_there_are_rounds_of_every_kind() -> None:
    rounds = [round_ for _, round_ in EVERY]
    assert {round_["scoring"] for round_ in rounds} == {"winner-collects", "keep-own", "rounds-won"}
    assert {round_["side"] for round_ in rounds} == {None, "light", "dark"}
    assert max(len(round_["knocked_out"]) for round_ in rounds) == 2
    assert any(not round_["hands"] for round_ in rounds)
