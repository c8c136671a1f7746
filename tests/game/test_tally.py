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


def test_who_goes_out_collects_what_all_others_hold() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy")
    table.round(out="Bo", Ana="lotso 9", Cy="+2 reverse 3")
    assert table.credited == [{"Bo": 102}]


def test_with_keep_own_everyone_is_credited_and_who_went_out_with_nothing() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy", scoring="keep-own")
    table.round(out="Bo", Ana="lotso 9", Cy="+2 reverse 3")
    assert table.credited == [{"Ana": 59, "Bo": 0, "Cy": 43}]
    assert table.totals == {"Bo": 0, "Cy": 43, "Ana": 59}


def test_a_pile_is_collected_like_hands() -> None:
    table = Table("classic-108", "Ana, Bo, Cy")
    table.round(out="Cy", pile="wild 9 8")
    table.round(out="Ana", pile=30)
    assert table.credited == [{"Cy": 67}, {"Ana": 30}]


def test_the_target_itself_is_enough_to_win() -> None:
    table = Table("classic-108", "Ana, Bo", target=100)
    table.round(out="Ana", Bo=99)
    assert table.winners == []
    table.round(out="Ana", Bo=1)
    assert (table.winners, table.termination) == (["Ana"], "target-reached")


def test_past_the_target_wins_as_well() -> None:
    table = Table("classic-108", "Ana, Bo", target=100)
    table.round(out="Bo", Ana=140)
    assert (table.winners, table.termination) == (["Bo"], "target-reached")
    assert table.state["status"] == "finished"
    assert table.state["next"] is None


def test_with_keep_own_the_lowest_total_wins_when_somebody_reaches_the_target() -> None:
    table = Table("power-colours", "Ana, Bo, Cy", scoring="keep-own", target=100)
    table.round(out="Ana", Bo=60, Cy=99)
    assert table.winners == []
    table.round(out="Cy", Ana=59, Bo=40)
    assert (table.winners, table.termination) == (["Ana"], "lowest-at-target")
    assert table.totals == {"Ana": 59, "Cy": 99, "Bo": 100}


def test_equal_lowest_totals_share_the_win() -> None:
    table = Table("power-colours", "Ana, Bo, Cy", scoring="keep-own", target=100)
    table.round(out="Bo", Ana=100, Cy=0)
    assert table.winners == ["Bo", "Cy"]
    assert table.ranks == {"Bo": 1, "Cy": 1, "Ana": 3}


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


def test_they_are_kept_with_all_that_was_written_down() -> None:
    rounds = ended_after_two().state["rounds"]
    assert rounds[2]["hands"] == {"Ana": {"points": 25}, "Cy": {"points": 25}}


def test_they_count_again_when_a_correction_moves_the_end_behind_them() -> None:
    table = ended_after_two()
    table.correct(2, out="Ana", Bo=59, Cy=0)
    assert table.after_end == []
    assert table.winners == []
    assert table.totals == {"Ana": 99, "Bo": 50, "Cy": 3}


def test_they_count_again_when_a_removal_moves_the_end_behind_them() -> None:
    table = ended_after_two()
    table.remove(1)
    assert table.after_end == []
    assert table.totals == {"Ana": 60, "Bo": 50, "Cy": 3}


def test_they_count_again_when_the_lowered_target_is_taken_back() -> None:
    table = ended_after_two()
    table.undo()
    assert table.after_end == []
    assert table.totals == {"Ana": 100, "Bo": 50, "Cy": 3}


def test_they_count_again_when_the_target_is_raised() -> None:
    table = ended_after_two()
    table.target(101)
    assert table.after_end == []
    assert table.winners == []


def test_the_end_moves_to_a_later_round_and_the_ones_behind_it_stay_behind() -> None:
    table = ended_after_two()
    table.correct(3, out="Ana", Bo=1, Cy=1)
    table.target(101)
    assert table.winners == ["Ana"]
    assert table.after_end == [4]


def test_a_correction_may_bring_the_end_forward_and_change_who_has_won() -> None:
    table = ended_after_two()
    table.correct(1, out="Bo", Ana=50, Cy=50)
    assert table.winners == ["Bo"]
    assert table.after_end == [2, 3, 4]


def test_after_the_end_rounds_are_corrected_and_removed_like_any_other() -> None:
    table = ended_after_two()
    table.correct(4, out="Bo", Ana=7, Cy=7)
    table.remove(3)
    assert table.after_end == [3]
    table.target(500)
    assert table.totals == {"Ana": 100, "Bo": 14, "Cy": 0}


# agreeing to stop


def test_a_table_may_agree_to_stop_and_all_with_rank_1_win() -> None:
    table = Table("classic-112", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=10, Cy=10)
    table.round(out="Cy", Ana=15, Bo=5)
    table.finish()
    assert (table.winners, table.termination) == (["Ana", "Cy"], "by-agreement")
    assert table.ranks == {"Ana": 1, "Cy": 1, "Bo": 3}


def test_with_keep_own_the_lowest_totals_win_by_agreement() -> None:
    table = Table("classic-112", "Ana, Bo, Cy", scoring="keep-own")
    table.round(out="Ana", Bo=10, Cy=20)
    table.finish()
    assert table.winners == ["Ana"]


def test_going_on_after_all() -> None:
    table = Table("classic-112", "Ana, Bo")
    table.finish()
    assert table.winners == ["Ana", "Bo"]
    table.go_on()
    assert (table.winners, table.state["status"]) == ([], "playing")
    assert table.seated == ["Ana", "Bo"]


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


def test_the_agreement_stays_behind_the_rounds_that_were_played() -> None:
    table = Table("classic-112", "Ana, Bo")
    table.round(out="Bo", Ana=20)
    table.round(out="Ana", Bo=30)
    table.finish()
    table.round(out="Ana", Bo=60)
    table.remove(1)
    assert table.credited == [{"Ana": 30}, {}]


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
