"""What changes do to the rest of a game: rounds close up, seats are labelled anew."""

from tests.table import Table


def four_rounds() -> Table:
    table = Table("classic-108", "Ana, Bo")
    for points in (1, 2, 3, 4):
        table.round(out="Ana", Bo=points)
    return table


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


def test_before_the_first_round_a_new_name_takes_the_seat_that_is_left_over() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", dealer="Bo")
    table.rename("Cy, Ana, Bea")
    assert table.dealer == "Bea"
    table.rename("Cy, Ana, bea")
    assert table.dealer == "bea"


def test_who_left_before_all_rounds_were_removed_is_still_gone() -> None:
    table = Table("classic-108", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=10, Cy=5)
    table.leave("Cy")
    table.remove(1)
    assert table.seated == ["Ana", "Bo"]
    table.rename("Cy, Bo, Ana")
    assert table.seated == ["Bo", "Ana"]
