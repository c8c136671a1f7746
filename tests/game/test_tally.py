"""Tests of recounts after changes of the players present, and of the lead."""

import pytest

from companion.game.entries import RoundRecorded, Undone
from companion.game.standings import lead
from tests.table import Table, round_values


def test_undone_leave_makes_missing_hand_a_recount() -> None:
    """As his leave is undone, Cy played the round, so his hand is missing."""
    table = Table("hello-kitty", "Ana, Bo, Cy")
    table.leave("Cy")
    table.round(out="Ana", Bo=20)
    table.change(Undone((2,)))
    assert table.state["rounds"][0]["recount"] == ["Cy"]
    assert table.credited == [{"Ana": 20}]


def round_after_cy_left(out: str, **hands: int) -> Table:
    """Return a game whose journal has Cy's leave before a round that includes Cy."""
    table = Table("hello-kitty", "Ana, Bo, Cy")
    played = table.read(round_values(out=out, hands=hands))
    table.leave("Cy")
    table.change(RoundRecorded(played))
    return table


def test_hands_and_wins_of_players_who_left_do_not_count() -> None:
    table = round_after_cy_left("Ana", Bo=20, Cy=8)
    assert table.state["rounds"][0]["recount"] == ["Cy"]
    assert table.credited == [{"Ana": 20}]
    # A round won by a player who had left credits no player.
    assert round_after_cy_left("Cy", Ana=9, Bo=20).credited == [{}]


def test_player_who_left_earns_no_knock_out_bonus() -> None:
    box = {"name": "Ours", "cards": [{"name": "7", "points": 7}], "knock_out": {"bonus": 250}}
    table = Table(None, "Ana, Bo, Cy", box=box)
    played = table.read({"went_out": "Ana", "hands": {"Bo": {"cards": "7"}}, "knocked_out": ["Cy"]})
    table.leave("Cy")
    table.change(RoundRecorded(played))
    assert table.state["rounds"][0]["recount"] == ["Cy"]
    assert table.credited == [{"Ana": 7}]


def test_game_has_no_winner_while_a_hand_must_be_recounted() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", target=20)
    table.leave("Cy")
    table.round(out="Ana", Bo=20)
    table.finish()
    assert table.winners == ["Ana"]
    table.change(Undone((2,)))
    assert (table.winners, table.state["status"]) == ([], "playing")
    table.correct(1, out="Ana", Bo=20, Cy=0)
    assert table.winners == ["Ana"]


def test_game_without_players_after_correction_can_be_shown() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="challenge", target=100, dealer="Ana")
    table.round(out="Cy", Ana=10, Bo=10, Dee=10)
    table.leave("Cy", "Dee")
    table.round(out="Ana", Bo=5)
    table.correct(1, out="Cy", Ana=100, Bo=100, Dee=10)
    assert (table.winners, table.seated, table.dealer) == ([], [], None)
    table.join("Cy", "Dee")
    assert (table.seated, table.dealer) == (["Cy", "Dee"], "Cy")


@pytest.mark.parametrize(("scoring", "by"), [("winner-collects", 17), ("keep-own", 12)])
def test_lead_names_leader_and_margin_to_second_player(scoring: str, by: int) -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", scoring=scoring, target=500)
    assert lead(table.game) is None
    table.round(out="Ana", Bo=20, Cy=17)
    table.round(out="Bo", Ana=8, Cy=12)
    found = lead(table.game)
    assert found
    assert [table.game.name(each.side[0]) for each in found.leaders] == ["Ana"]
    assert found.by == by
