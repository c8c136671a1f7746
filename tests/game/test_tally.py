"""Who was in, when that turns out otherwise, and who leads; the naive model judges all else."""

import pytest

from companion.game.entries import RoundRecorded, TakenBack
from companion.game.standings import lead
from tests.table import Table, round_values


def test_a_hand_nobody_asked_for_at_the_time_is_called_for() -> None:
    """A journal may take back more than the last change: had Cy not left, his hand is missing."""
    table = Table("hello-kitty", "Ana, Bo, Cy")
    table.leave("Cy")
    table.round(out="Ana", Bo=20)
    table.change(TakenBack((2,)))
    assert table.state["rounds"][0]["recount"] == ["Cy"]
    assert table.credited == [{"Ana": 20}]


def without_cy(out: str, **hands: int) -> Table:
    """A round that was read with Cy at the table, after which it turned out that he had left."""
    table = Table("hello-kitty", "Ana, Bo, Cy")
    played = table.read(round_values(out=out, hands=hands))
    table.leave("Cy")
    table.change(RoundRecorded(played))
    return table


def test_the_hand_of_somebody_who_was_out_counts_nothing_and_is_named() -> None:
    table = without_cy("Ana", Bo=20, Cy=8)
    assert table.state["rounds"][0]["recount"] == ["Cy"]
    assert table.credited == [{"Ana": 20}]
    # A round that was won by somebody who was out credits nobody.
    assert without_cy("Cy", Ana=9, Bo=20).credited == [{}]


def test_while_something_must_be_recounted_nobody_has_won() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", target=20)
    table.leave("Cy")
    table.round(out="Ana", Bo=20)
    table.finish()
    assert table.winners == ["Ana"]
    table.change(TakenBack((2,)))
    assert (table.winners, table.state["status"]) == ([], "playing")
    table.correct(1, out="Ana", Bo=20, Cy=0)
    assert table.winners == ["Ana"]


def test_where_a_correction_leaves_nobody_in_the_game_can_still_be_shown() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="challenge", target=100, dealer="Ana")
    table.round(out="Cy", Ana=10, Bo=10, Dee=10)
    table.leave("Cy", "Dee")
    table.round(out="Ana", Bo=5)
    table.correct(1, out="Cy", Ana=100, Bo=100, Dee=10)
    assert (table.winners, table.seated, table.dealer) == ([], [], None)
    table.join("Cy", "Dee")
    assert (table.seated, table.dealer) == (["Cy", "Dee"], "Cy")


@pytest.mark.parametrize(("scoring", "by"), [("winner-collects", 17), ("keep-own", 12)])
def test_who_leads_is_ahead_of_the_next_by_what_lies_between(scoring: str, by: int) -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", scoring=scoring, target=500)
    assert lead(table.game) is None
    table.round(out="Ana", Bo=20, Cy=17)
    table.round(out="Bo", Ana=8, Cy=12)
    found = lead(table.game)
    assert found
    assert [table.game.name(each.side[0]) for each in found.leaders] == ["Ana"]
    assert found.by == by
