"""A pile is added up with no game at all."""

import pytest

from tests.web.paper import Paper

COUNT = "/box/hello-kitty/count"


def test_a_pile_is_said_and_added_up(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=two+sevens+and+a+penguin")
    assert paper.has("What is this pile worth?", "Badtz-Maru = 64")


def test_an_empty_pile_is_only_asked_for(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=++")
    assert paper.status == 200
    assert "=" not in paper.text


def test_what_is_no_card_is_said_and_kept(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=two+pinguins")
    assert paper.has("pinguins", "Did you mean Badtz-Maru?")
    assert paper.typed["cards"] == "two pinguins"


def test_more_than_the_box_holds_is_added_up_and_pointed_out(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=5x+penguin")
    assert paper.has("= 250", "Badtz-Maru: the deck has 4, you counted 5")


def test_the_pad_is_told_as_which_cards_a_pile_was_read(paper: Paper) -> None:
    row = paper.send(COUNT, [], cards="7 skip")
    assert row.status == 200
    assert 'data-card="skip"' in row.page
    assert paper.send(COUNT, [], cards="pinguins").status == 422


@pytest.mark.parametrize("box", ["no-such-box", "compare"])
def test_only_boxes_there_are_can_be_counted(paper: Paper, box: str) -> None:
    assert paper.open(f"/box/{box}/count").status == 404
