"""The end of a game, and what becomes of the rounds behind it."""

from companion.game.entries import RoundRecorded, TakenBack
from tests.table import Table, round_values


def test_example_of_the_promises() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo="7 skip wild", Cy=8)
    assert table.credited == [{"Ana": 85}]
    assert table.totals == {"Ana": 85, "Bo": 0, "Cy": 0}
    assert table.ranks == {"Ana": 1, "Bo": 2, "Cy": 2}
    assert table.rounds_played == {"Ana": 1, "Bo": 1, "Cy": 1}
    assert table.dealer == "Bo"
    assert table.state["status"] == "playing"


def test_the_target_itself_is_enough_to_win() -> None:
    table = Table("classic-108", "Ana, Bo", target=100)
    table.round(out="Ana", Bo=99)
    assert table.winners == []
    table.round(out="Ana", Bo=1)
    assert (table.winners, table.termination) == (["Ana"], "target-reached")


def test_with_keep_own_the_lowest_total_wins_when_somebody_reaches_the_target() -> None:
    table = Table("power-colours", "Ana, Bo, Cy", scoring="keep-own", target=100)
    table.round(out="Ana", Bo=60, Cy=99)
    assert table.winners == []
    table.round(out="Cy", Ana=59, Bo=40)
    assert (table.winners, table.termination) == (["Ana"], "lowest-at-target")
    assert table.totals == {"Ana": 59, "Cy": 99, "Bo": 100}


def test_who_rests_is_still_in_and_can_win() -> None:
    table = Table("power-colours", "Ana, Bo, Cy", scoring="keep-own", target=100)
    table.round(out="Bo", Ana=100, resting=["Cy"])
    assert table.winners == ["Bo", "Cy"]
    assert table.rounds_played == {"Bo": 1, "Cy": 0, "Ana": 1}


# rounds after the end


def ended_after_two() -> Table:
    """Ana has won after the second of four rounds, as the target was lowered in the end."""
    table = Table("hello-kitty", "Ana, Bo, Cy", target=200)
    table.round(out="Ana", Bo=30, Cy=10)
    table.round(out="Ana", Bo=60, Cy=0)
    table.round(out="Bo", Ana=25, Cy=25)
    table.round(out="Cy", Ana=1, Bo=2)
    table.target(100)
    return table


def test_rounds_after_the_end_credit_nobody_and_count_nowhere() -> None:
    table = ended_after_two()
    assert table.winners == ["Ana"]
    assert table.after_end == [3, 4]
    assert table.credited == [{"Ana": 40}, {"Ana": 60}, {}, {}]
    assert table.totals == {"Ana": 100, "Bo": 0, "Cy": 0}
    assert table.rounds_played == {"Ana": 2, "Bo": 2, "Cy": 2}


def test_they_count_again_when_the_target_is_raised() -> None:
    table = ended_after_two()
    table.target(101)
    assert table.after_end == []
    assert table.winners == []


# agreeing to stop


def test_a_table_may_agree_to_stop_and_all_with_rank_1_win() -> None:
    table = Table("classic-112", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=10, Cy=10)
    table.round(out="Cy", Ana=15, Bo=5)
    table.finish()
    assert (table.winners, table.termination) == (["Ana", "Cy"], "by-agreement")
    assert table.ranks == {"Ana": 1, "Cy": 1, "Bo": 3}


def test_what_play_decided_before_is_not_undone_by_agreement() -> None:
    table = Table("classic-112", "Ana, Bo", target=50)
    table.round(out="Bo", Ana=50)
    table.finish()
    assert table.termination == "target-reached"


def test_rounds_after_the_table_agreed_to_stop_count_nowhere() -> None:
    table = Table("classic-112", "Ana, Bo", target=50)
    table.round(out="Bo", Ana=20)
    table.finish()
    table.round(out="Ana", Bo=60)
    table.round(out="Ana", Bo=60)
    assert table.after_end == [2, 3]
    assert (table.winners, table.termination) == (["Bo"], "by-agreement")
    table.go_on()
    assert (table.winners, table.after_end) == (["Ana"], [3])


# who was in, when that turns out otherwise


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


def test_a_round_won_by_somebody_who_was_out_credits_nobody() -> None:
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
