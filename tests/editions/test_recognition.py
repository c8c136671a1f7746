"""Which box is it? Whatever is answered truly leads there, in three questions at most."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.editions import NONE, Edition, candidates, question
from tests.table import BOXES


def ask(boxes: Mapping[str, Edition], own: Edition, chosen: int = 0) -> tuple[list[str], int]:
    """Answer as somebody does who has this box in hand; give what is left, and after how many."""
    answers: dict[str, str] = {}
    seen = {*own.cards, *(each.colour for each in own.colours), str(own.box_count)}
    while asked := question(found := candidates(boxes.values(), answers), answers):
        here = [answer for answer in asked.answers if answer in seen] or [NONE]
        answers[asked.feature] = here[chosen % len(here)]
        assert answers[asked.feature] in asked.answers
    return [box.edition for box in found], len(answers)


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("chosen", range(3))
def test_every_box_is_found(box: str, chosen: int) -> None:
    found, questions = ask(BOXES, BOXES[box], chosen)
    assert found == [box]
    assert questions <= 3


def test_a_box_without_cards_of_its_own_is_found_by_having_none() -> None:
    assert [box.edition for box in candidates(BOXES.values(), {"card": NONE})] == ["classic-108"]


def test_boxes_with_the_same_cards_are_told_apart_by_colour_and_lid() -> None:
    kitty = BOXES["hello-kitty"]
    red = replace(kitty, edition="red", colours=BOXES["classic-108"].colours)
    small = replace(kitty, edition="small", box_count=100)
    boxes = {**BOXES, "red": red, "small": small}
    for box in (kitty, red, small):
        found, questions = ask(boxes, box)
        assert found == [box.edition]
        assert questions <= 3


def test_boxes_that_nothing_tells_apart_are_all_named() -> None:
    twin = replace(BOXES["toy-story-3"], edition="twin")
    found, _ = ask({**BOXES, "twin": twin}, twin)
    assert found == ["toy-story-3", "twin"]
