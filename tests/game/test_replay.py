"""Taking back and bringing back, and folding instead of replaying."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.game.entries import RoundRemoved, TakenBack
from companion.game.replay import fold, replay
from tests.table import Table, faults


def played() -> Table:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo=10, Cy=5)
    table.round(out="Bo", Ana=20, Cy=8)
    table.settle("stack.2on2", "we stack")
    return table


def shown(table: Table) -> dict[str, object]:
    """All that is shown, but for the version, which only ever rises."""
    return {key: value for key, value in table.state.items() if key != "version"}


CHANGES: dict[str, Callable[[Table], None]] = {
    "a round": lambda table: table.round(out="Cy", Ana=1, Bo=1),
    "a correction": lambda table: table.correct(1, out="Cy", Ana=1, Bo=1),
    "a removal": lambda table: table.remove(1),
    "new names": lambda table: table.rename("Ada, Bob, Cyd"),
    "a target": lambda table: table.target(25),
    "a dealer": lambda table: table.deals("Ana"),
    "stopping": lambda table: table.finish(),
    "leaving": lambda table: table.leave("Cy"),
    "joining": lambda table: table.join(Zoe=20),
    "settling": lambda table: table.settle("uno.caught", "2 cards"),
    "settling anew": lambda table: table.settle("stack.2on2", "no"),
    "no longer settling": lambda table: table.unsettle("stack.2on2"),
    "several at once": lambda table: table.request(target=30, leave=["Cy"], finish=True),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_kind_of_change_is_taken_back_and_brought_back(
    change: Callable[[Table], None],
) -> None:
    table = played()
    before = shown(table)
    change(table)
    after = shown(table)
    assert after != before
    table.undo()
    assert shown(table) == before
    table.redo()
    assert shown(table) == after


def test_a_new_change_forgets_the_redo() -> None:
    table = played()
    table.undo()
    table.undo()
    table.redo()
    table.target(300)
    assert faults(table.redo) == [("nothing-to-redo", "")]


def test_at_the_start_there_is_nothing_to_take_back() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    assert faults(table.undo) == [("nothing-to-undo", "")]
    assert faults(table.redo) == [("nothing-to-redo", "")]


def test_every_entry_raises_the_version_a_taking_back_too() -> None:
    table = played()
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


def test_a_folded_round_adds_to_what_is_known_instead_of_adding_up_again() -> None:
    table = played()
    kept = table.game
    earlier = kept.tally.played
    table.round(out="Cy", Ana=1, Bo=1)
    folded = fold(kept, table.journal[-1])
    assert folded is not None
    assert all(now is before for now, before in zip(folded.tally.played, earlier, strict=False))


def test_a_copy_under_another_target_is_judged_anew() -> None:
    table = played()
    kept = table.game
    table.round(out="Cy", Ana=1, Bo=1)
    folded = fold(kept, table.journal[-1])
    assert folded is not None
    table.target(1)
    lower = replace(folded, target=1)
    assert lower.tally.played == table.game.tally.played
    assert lower.outcome == table.game.outcome != folded.outcome


def test_what_can_not_be_folded_is_replayed() -> None:
    table = played()
    kept = table.game
    table.undo()
    assert fold(kept, table.journal[-1]) is None
    table.target(300)
    assert fold(kept, table.journal[-1]) is None


def test_what_does_not_begin_with_a_start_is_no_game() -> None:
    with pytest.raises(TypeError):
        replay([(1, RoundRemoved(1))])
