"""What changes do to the rest of a game: rounds close up, seats are labelled anew."""

from tests.table import Table


def four_rounds() -> Table:
    table = Table("classic-108", "Ana, Bo")
    for points in (1, 2, 3, 4):
        table.round(out="Ana", Bo=points)
    return table


def test_rounds_close_up_after_a_removal() -> None:
    table = four_rounds()
    table.remove(2)
    assert [each["number"] for each in table.state["rounds"]] == [1, 2, 3]
    assert table.credited == [{"Ana": 1}, {"Ana": 3}, {"Ana": 4}]
    assert table.state["rounds_total"] == 3
    table.correct(2, out="Bo", Ana=30)
    assert table.credited == [{"Ana": 1}, {"Bo": 30}, {"Ana": 4}]


def test_a_correction_re_decides_the_round_and_nothing_else() -> None:
    table = four_rounds()
    table.correct(1, out="Bo", Ana="skip 9")
    assert table.credited == [{"Bo": 29}, {"Ana": 2}, {"Ana": 3}, {"Ana": 4}]
    assert table.state["rounds"][0]["hands"] == {"Ana": {"cards": ["skip", "9"], "points": 29}}


def test_what_was_settled_holds_from_the_same_round_on_after_a_removal() -> None:
    table = four_rounds()
    table.settle("stack.2on2", "we stack", from_round=3)
    table.settle("uno.caught", "2 cards", from_round=1)
    table.settle("jump-in", "allowed")
    table.remove(2)
    settled = {each["rule"]: each["from_round"] for each in table.state["settled"]}
    assert settled == {"stack.2on2": 2, "uno.caught": 1, "jump-in": 4}


def test_settling_a_point_again_takes_the_place_of_what_was_settled() -> None:
    table = four_rounds()
    table.settle("stack.2on2", "we stack", from_round=1)
    table.settle("stack.2on2", " no stacking ")
    settled = [{"rule": "stack.2on2", "text": "no stacking", "custom": False, "from_round": 5}]
    assert table.state["settled"] == settled
    table.unsettle("stack.2on2")
    assert table.state["settled"] == []
    table.undo()
    assert table.state["settled"] == settled


def test_before_the_first_round_new_labels_reorder_the_seats_and_the_dealer_moves_along() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", dealer="Ana")
    table.rename("Cy, Bo, Ana")
    assert table.dealer == "Ana"
    assert table.seated == ["Cy", "Bo", "Ana"]
    table.round(out="Bo", Ana=1, Cy=1)
    assert table.dealer == "Cy"


def test_before_the_first_round_those_who_left_or_joined_move_along_too() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", dealer="Cy")
    table.leave("Bo")
    table.join(Dee=70)
    table.rename("Dee, Cy, Bo, Ana")
    assert table.seated == ["Dee", "Cy", "Ana"]
    assert table.totals == {"Dee": 70, "Cy": 0, "Bo": 0, "Ana": 0}
    assert table.state["left"] == ["Bo"]
    assert table.dealer == "Cy"


def test_before_the_first_round_a_new_name_takes_the_seat_that_is_left_over() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", dealer="Bo")
    table.rename("Cy, Ana, Bea")
    assert table.dealer == "Bea"
    table.rename("Cy, Ana, bea")
    assert table.dealer == "bea"


def test_after_the_first_round_only_the_labels_change() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo=10, Cy=5)
    table.rename("Cy, Bo, Ana")
    assert table.totals == {"Cy": 15, "Bo": 0, "Ana": 0}
    assert table.state["rounds"][0]["went_out"] == "Cy"
    assert table.dealer == "Bo"


def test_seats_are_reordered_again_once_all_rounds_are_removed() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", dealer="Ana")
    table.round(out="Ana", Bo=10, Cy=5)
    table.remove(1)
    table.rename("Cy, Bo, Ana")
    assert table.dealer == "Ana"


def test_who_left_before_all_rounds_were_removed_is_still_gone() -> None:
    table = Table("classic-108", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=10, Cy=5)
    table.leave("Cy")
    table.remove(1)
    assert table.seated == ["Ana", "Bo"]
    table.rename("Cy, Bo, Ana")
    assert table.seated == ["Bo", "Ana"]
