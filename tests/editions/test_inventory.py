"""Is every card there? Piles held against what the sheet says."""

from collections.abc import Mapping

import pytest

from companion.editions import Inventory, inventory
from tests.rows import cases
from tests.table import BOXES

Piles = Mapping[str, int]

NUMBERS = "0123456789"


def count(box: str, **other: int) -> Inventory:
    """Count every pile of a box: all there, 0 the number that is there once a colour."""
    edition = BOXES[box]
    once = "0" if "0" in edition.cards else "5"
    piles = {card: face.count or 0 for card, face in edition.cards.items()} | {once: 4}
    if box == "classic-112":
        piles |= {"wild": 4, "wild-draw-four": 4}
    return inventory(edition, piles | {card.replace("_", "-"): n for card, n in other.items()})


@pytest.mark.parametrize("box", BOXES)
def test_a_whole_box_is_complete(box: str) -> None:
    assert count(box).is_complete
    assert count(box).uncounted == 0
    assert count(box).counted == BOXES[box].box_count


@cases("""counted | missing
{"skip": 7} | {"skip": 1}
{"7": 6, "wild_draw_four": 3} | {"7": 2, "wild-draw-four": 1}
{"0": 3} | {"0": 1}
{"0": 8, "6": 4} | {}  # then 6 is the number that is there only once
{"0": 8, "6": 3} | {"6": 1}
""")
def test_a_kind_that_is_missing_is_named(counted: Piles, missing: Piles) -> None:
    assert count("hello-kitty", **counted).missing == missing


@pytest.mark.parametrize(
    ("counted", "uncounted"), [({}, 112), ({"7": 7}, 104), ({"0": 4}, 108), ({"skip": 9}, 104)]
)
def test_what_was_counted_is_compared_and_the_rest_is_still_to_count(
    counted: Piles, uncounted: int
) -> None:
    found = inventory(BOXES["hello-kitty"], counted)
    assert found.missing == ({"7": 1} if "7" in counted else {})
    assert found.surplus == ({"skip": 1} if "skip" in counted else {})
    assert (found.counted, found.uncounted) == (sum(counted.values()), uncounted)


def test_cards_of_another_box_are_too_many() -> None:
    assert count("hello-kitty", wild=5).surplus == {"wild": 1}
    assert count("hello-kitty", **{"0": 8}).surplus  # eight of every number are four too many


def test_where_the_sheet_counts_two_kinds_together_the_smaller_pile_lacks() -> None:
    found = count("classic-112", wild=3)
    assert found.missing == {"wild": 1}
    assert inventory(BOXES["classic-112"], {"wild": 3}).is_complete  # nobody can tell


def test_what_lies_aside_is_counted_too() -> None:
    assert count("power-colours", power=3).missing == {"power": 1}
