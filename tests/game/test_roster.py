"""People rest, leave, come and come back; the deal goes round over those who play."""

from tests.table import Table

# who is in


def test_who_left_can_not_win_with_the_lowest_total_by_no_longer_playing() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy", scoring="keep-own", target=50)
    table.round(out="Cy", Ana=10, Bo=20)
    table.leave("Cy")
    assert table.ranks == {"Ana": 1, "Bo": 2, "Cy": 3}
    table.round(out="Ana", Bo=30)
    assert table.winners == ["Ana"]
    assert table.ranks == {"Ana": 1, "Bo": 2, "Cy": 3}


def test_of_those_who_left_the_latest_stands_first_and_then_the_lower_total() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy, Dee, Eve", scoring="keep-own")
    table.round(out="Ana", Bo=1, Cy=2, Dee=9, Eve=8)
    table.leave("Bo")
    table.round(out="Ana", Cy=3, Dee=9, Eve=8)
    table.leave("Dee", "Eve")
    table.round(out="Ana", Cy=90)
    assert table.ranks == {"Ana": 1, "Cy": 2, "Eve": 3, "Dee": 4, "Bo": 5}


def test_leaving_after_the_win_does_not_give_it_away() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy", scoring="keep-own", target=50)
    table.round(out="Cy", Ana=10, Bo=50)
    table.leave("Cy")
    assert table.winners == ["Cy"]
    assert table.ranks == {"Cy": 1, "Ana": 2, "Bo": 3}


def test_leaving_counts_from_its_round_on_where_the_end_moves_before_it() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy", scoring="keep-own", target=90)
    table.round(out="Cy", Ana=10, Bo=50)
    table.leave("Cy")
    table.round(out="Ana", Bo=30)
    table.target(50)
    assert table.winners == ["Cy"]
    assert table.ranks == {"Cy": 1, "Ana": 2, "Bo": 3}


def test_with_keep_own_who_joins_after_the_end_does_not_outrank_who_has_won() -> None:
    table = Table("toy-story-3", "Ana, Bo", scoring="keep-own", target=50)
    table.round(out="Ana", Bo=45)
    table.round(out="Bo", Ana=50)
    table.join(Zoe=0)
    assert table.winners == ["Bo"]
    assert table.ranks == {"Bo": 1, "Ana": 2, "Zoe": 3}


def test_coming_and_leaving_stay_between_the_same_rounds_when_one_is_removed() -> None:
    table = Table("toy-story-3", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=1, Cy=1)
    table.round(out="Ana", Bo=2, Cy=2)
    table.leave("Cy")
    table.join(Zoe=5)
    table.round(out="Ana", Bo=3, Zoe=3)
    table.remove(1)
    assert table.credited == [{"Ana": 4}, {"Ana": 6}]
    assert table.rounds_played == {"Ana": 2, "Zoe": 1, "Bo": 2, "Cy": 1}
    table.correct(1, out="Cy", Ana=1, Bo=1)
    table.correct(2, out="Zoe", Ana=1, Bo=1)
    assert table.totals == {"Zoe": 7, "Cy": 2, "Ana": 0, "Bo": 0}


def test_several_changes_asked_for_at_once_are_one_and_taken_back_as_one() -> None:
    table = Table("toy-story-3", "Ana, Bo")
    before = table.state
    table.request(leave=["Bo"], join=[{"name": "Zoe", "total": 5}], target=300, dealer="Zoe")
    assert table.seated == ["Ana", "Zoe"]
    assert (table.state["target"], table.dealer) == (300, "Zoe")
    table.undo()
    assert table.state == before | {"version": 3}


def test_at_a_full_table_one_may_take_the_place_of_another_at_once() -> None:
    table = Table("toy-story-3", "A, B, C, D, E, F, G, H, I, J")
    table.request(leave=["J"], join=[{"name": "K"}])
    assert table.seated[-1] == "K"


def test_what_is_asked_for_at_once_happens_one_after_the_other() -> None:
    """The names are those that then hold, and the target is the new one."""
    table = Table("toy-story-3", "Ana, Bo, Cy")
    table.request(players=["Cy", "Bo", "Ana"], dealer="Ana", target=600, leave=["Bo"])
    assert table.dealer == "Ana"
    table.request(target=900, join=[{"name": "Dee", "total": 800}])
    assert table.totals["Dee"] == 800


# who deals


def test_the_deal_passes_over_who_rested_and_does_not_come_twice_to_who_stepped_in() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo=1, Cy=1)
    assert table.dealer == "Bo"
    table.round(out="Ana", Cy=1, resting=["Bo"])  # so Cy dealt
    assert table.dealer == "Ana"


def test_where_the_dealer_who_was_set_leaves_the_next_one_deals_and_then_passes_on() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", dealer="Ana")
    table.leave("Ana")
    assert table.dealer == "Bo"
    table.round(out="Bo", Cy=1)
    assert table.dealer == "Cy"


def test_the_dealer_stays_set_for_the_same_round_when_one_before_is_removed() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy, Dee", dealer="Ana")
    table.round(out="Ana", Bo=1, Cy=1, Dee=1)
    table.round(out="Ana", Bo=1, Cy=1, Dee=1)
    table.deals("Dee")
    table.round(out="Ana", Bo=1, Cy=1, Dee=1)
    table.remove(2)
    assert table.dealer == "Ana"
    table.remove(2)
    assert table.dealer == "Dee"
