"""Tests of comparing counted cards with the contents of a box: missing and surplus cards."""

from collections.abc import Mapping

import pytest

from companion.editions.inventory import Inventory, inventory
from tests.rows import cases
from tests.table import BOXES

Piles = Mapping[str, int]


def count(box: str, **other: int) -> Inventory:
    """Return the inventory of a complete box in which `other` changes the count of cards."""
    edition = BOXES[box].by_side[0]
    piles = {card: face.count or 0 for card, face in edition.cards.items()}
    if edition.deck.lots:
        piles |= {"0" if "0" in piles else "5": 4}
    if box == "classic-112":
        piles |= {"wild": 4, "wild-draw-four": 4}
    return inventory(edition, piles | {card.replace("_", "-"): n for card, n in other.items()})


@pytest.mark.parametrize("box", BOXES)
def test_full_count_of_each_box_is_complete(box: str) -> None:
    assert count(box).is_complete
    assert count(box).uncounted == 0
    assert count(box).counted == BOXES[box].box_count


@cases("""counted | missing
{"skip": 7} | {"skip": 1}
{"7": 6, "wild_draw_four": 3} | {"7": 2, "wild-draw-four": 1}
{"0": 3} | {"0": 1}
{"0": 8, "6": 4} | {}  # then 6 is the number that occurs once per colour
{"0": 8, "6": 3} | {"6": 1}
""")
def test_missing_cards_are_reported_by_kind(counted: Piles, missing: Piles) -> None:
    assert count("hello-kitty", **counted).missing == missing


@pytest.mark.parametrize(
    ("counted", "uncounted"), [({}, 112), ({"7": 7}, 104), ({"0": 4}, 108), ({"skip": 9}, 104)]
)
def test_partial_count_checks_counted_kinds_and_leaves_rest_uncounted(
    counted: Piles, uncounted: int
) -> None:
    found = inventory(BOXES["hello-kitty"], counted)
    assert found.missing == ({"7": 1} if "7" in counted else {})
    assert found.surplus == ({"skip": 1} if "skip" in counted else {})
    assert (found.counted, found.uncounted) == (sum(counted.values()), uncounted)


def test_excess_cards_are_surplus() -> None:
    assert count("hello-kitty", wild=5).surplus == {"wild": 1}
    assert count("hello-kitty", **{"0": 8}).surplus  # only one number may occur 4 times


def test_missing_card_of_a_lot_is_reported_as_the_card_with_fewer_cards() -> None:
    found = count("classic-112", wild=3)
    assert found.missing == {"wild": 1}
    assert inventory(BOXES["classic-112"], {"wild": 3}).is_complete  # +4 not counted


def test_cards_lying_aside_are_counted() -> None:
    assert count("power-colours", power=3).missing == {"power": 1}
