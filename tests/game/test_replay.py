"""Tests of undo, redo, and folding (applying one entry) instead of replaying all."""

from dataclasses import replace

import pytest

from companion.game.entries import RoundRemoved, Undone
from companion.game.replay import fold, replay
from tests.table import Table, faults


@pytest.fixture
def table() -> Table:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo=10, Cy=5)
    table.round(out="Bo", Ana=20, Cy=8)
    table.settle("stack.2on2", "we stack")
    return table


def test_new_game_has_nothing_to_undo_or_redo() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    assert faults(table.undo) == [("nothing-to-undo", "")]
    assert faults(table.redo) == [("nothing-to-redo", "")]


def test_undo_and_redo_increment_version(table: Table) -> None:
    assert table.state["version"] == 4
    table.undo()
    table.redo()
    assert table.state["version"] == 6


def test_one_redo_restores_several_entries_undone_together() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    for points in (1, 2, 3):
        table.round(out="Ana", Bo=points)
    table.change(Undone((3, 4)))
    assert table.totals["Ana"] == 1
    table.redo()
    assert table.totals["Ana"] == 6


def test_undoing_versions_not_yet_recorded_does_not_affect_them() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    table.change(Undone((1, 2, 3)))
    table.round(out="Ana", Bo=7)
    assert table.totals["Ana"] == 7


def test_folding_a_round_into_a_game_reuses_scored_rounds(table: Table) -> None:
    cached = table.game
    earlier = cached.tally.played
    table.round(out="Cy", Ana=1, Bo=1)
    folded = fold(cached, table.journal[-1])
    assert folded is not None
    assert all(now is before for now, before in zip(folded.tally.played, earlier, strict=False))


def test_outcome_is_computed_again_if_target_is_replaced(table: Table) -> None:
    cached = table.game
    table.round(out="Cy", Ana=1, Bo=1)
    folded = fold(cached, table.journal[-1])
    assert folded is not None
    table.target(1)
    lower = replace(folded, target=1)
    assert lower.tally.played == table.game.tally.played
    assert lower.outcome == table.game.outcome != folded.outcome


def test_undo_entry_and_skipped_versions_cannot_be_folded(table: Table) -> None:
    cached = table.game
    table.undo()
    assert fold(cached, table.journal[-1]) is None
    table.target(300)
    assert fold(cached, table.journal[-1]) is None


def test_journal_must_begin_with_game_started() -> None:
    with pytest.raises(TypeError):
        replay([(1, RoundRemoved(1))])
