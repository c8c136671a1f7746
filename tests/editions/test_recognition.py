"""Tests of recognising a box by questions about its cards, colours and lid."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.editions import Edition
from companion.editions.recognition import NONE, candidates, question
from tests.table import BOXES


def ask(boxes: Mapping[str, Edition], own: Edition, chosen: int = 0) -> tuple[list[str], int]:
    """Answer all questions for box `own`; return the boxes left and the number of questions."""
    answers: dict[str, str] = {}
    seen = {own.edition, *own.cards, *(each.colour for each in own.colours), str(own.box_count)}
    while asked := question(found := candidates(boxes.values(), answers), answers):
        here = [answer for answer in asked.answers if answer in seen] or [NONE]
        answers[asked.feature] = here[chosen % len(here)]
        assert answers[asked.feature] in asked.answers
    return [box.edition for box in found], len(answers)


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("chosen", range(3))
def test_each_box_is_identified_in_at_most_three_questions(box: str, chosen: int) -> None:
    found, questions = ask(BOXES, BOXES[box], chosen)
    assert found == [box]
    assert questions <= 3


def test_answer_none_keeps_boxes_without_special_cards_or_with_single_one() -> None:
    found = candidates(BOXES.values(), {"card": NONE})
    assert [box.edition for box in found] == ["classic-108", "classic-112", "classic-shuffle"]


def test_overlooked_single_card_leaves_both_classic_boxes_of_112_cards() -> None:
    found = candidates(BOXES.values(), {"card": NONE, "lid": "112"})
    assert [box.edition for box in found] == ["classic-112", "classic-shuffle"]


def test_boxes_with_same_cards_are_distinguished_by_colour_and_lid() -> None:
    kitty = BOXES["hello-kitty"]
    red = replace(kitty, edition="red", colours=BOXES["classic-108"].colours)
    small = replace(kitty, edition="small", box_count=100)
    boxes = {**BOXES, "red": red, "small": small}
    for box in (kitty, red, small):
        found, questions = ask(boxes, box)
        assert found == [box.edition]
        assert questions <= 3


def test_indistinguishable_boxes_all_remain_candidates() -> None:
    twin = replace(BOXES["toy-story-3"], edition="twin")
    found, _ = ask({**BOXES, "twin": twin}, twin)
    assert found == ["toy-story-3", "twin"]
