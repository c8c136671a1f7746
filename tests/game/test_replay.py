"""Taking back and bringing back, and folding instead of replaying."""

from dataclasses import replace

import pytest

from companion.game.entries import RoundRemoved, TakenBack
from companion.game.replay import fold, replay
from tests.table import Table, faults


@pytest.fixture
def table() -> Table:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo=10, Cy=5)
    table.round(out="Bo", Ana=20, Cy=8)
    table.settle("stack.2on2", "we stack")
    return table


def test_at_the_start_there_is_nothing_to_take_back() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    assert faults(table.undo) == [("nothing-to-undo", "")]
    assert faults(table.redo) == [("nothing-to-redo", "")]


def test_every_entry_raises_the_version_a_taking_back_too(table: Table) -> None:
    assert table.state["version"] == 4
    table.undo()
    table.redo()
    assert table.state["version"] == 6


def test_stepping_back_several_at_once_is_one_change_to_bring_back() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    for points in (1, 2, 3):
        table.round(out="Ana", Bo=points)
    table.change(TakenBack((3, 4)))
    assert table.totals["Ana"] == 1
    table.redo()
    assert table.totals["Ana"] == 6


def test_a_taking_back_only_reaches_back() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    table.change(TakenBack((1, 2, 3)))
    table.round(out="Ana", Bo=7)
    assert table.totals["Ana"] == 7


def test_a_folded_round_adds_to_what_is_known_instead_of_adding_up_again(table: Table) -> None:
    kept = table.game
    earlier = kept.tally.played
    table.round(out="Cy", Ana=1, Bo=1)
    folded = fold(kept, table.journal[-1])
    assert folded is not None
    assert all(now is before for now, before in zip(folded.tally.played, earlier, strict=False))


def test_a_copy_under_another_target_is_judged_anew(table: Table) -> None:
    kept = table.game
    table.round(out="Cy", Ana=1, Bo=1)
    folded = fold(kept, table.journal[-1])
    assert folded is not None
    table.target(1)
    lower = replace(folded, target=1)
    assert lower.tally.played == table.game.tally.played
    assert lower.outcome == table.game.outcome != folded.outcome


def test_what_can_not_be_folded_is_replayed(table: Table) -> None:
    kept = table.game
    table.undo()
    assert fold(kept, table.journal[-1]) is None
    table.target(300)
    assert fold(kept, table.journal[-1]) is None


def test_what_does_not_begin_with_a_start_is_no_game() -> None:
    with pytest.raises(TypeError):
        replay([(1, RoundRemoved(1))])
