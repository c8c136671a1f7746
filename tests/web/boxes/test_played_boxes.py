"""Boxes played on a phone: listed first, own ones too, and preset for a question."""

import re

import pytest
from flask import Flask

from tests.game.boxes import KNOCK_OUT_BOX, NEGATIVE_POINTS
from tests.web.paper import Paper
from tests.web.script import Script

PLAYED = ("attack", "flip", "classic-112", "toy-story-3", "dos")


@pytest.fixture
def phone(paper: Paper) -> Paper:
    """Return a phone that has played five boxes and then two own ones, one of them twice."""
    for edition in PLAYED:
        paper.start(edition, "Ana", "Bo")
    for box in (KNOCK_OUT_BOX, NEGATIVE_POINTS, KNOCK_OUT_BOX):
        open_own(paper, box)
    return paper


def open_own(paper: Paper, box: dict[str, object]) -> str:
    """Open a new game with an own box on a phone, and return its score key."""
    key: str = Script(paper.client.application, "203.0.113.1").start("Ana", "Bo", box=box).score_key
    paper.open(f"/games/{key}")
    return key


def last_used(page: str) -> list[str]:
    """Return the names of the boxes below the heading Last used."""
    shown = page.partition("Last used<")[2].partition('class="of-boxes"')[0]
    return re.findall(r'<b dir="auto">(.*?)</b>', shown)


@pytest.mark.parametrize("address", ["/", "/games/new", "/rules"])
def test_all_played_boxes_are_listed_first(phone: Paper, address: str) -> None:
    names = last_used(phone.open(address).page)
    assert names[:3] == [KNOCK_OUT_BOX["name"], NEGATIVE_POINTS["name"], "DOS (first edition)"]
    assert len(names) == len(PLAYED) + 2
    assert last_used(phone.another_phone().open(address).page) == []


def test_game_starts_with_an_own_box_of_an_earlier_game(phone: Paper) -> None:
    page = phone.open("/games/new").page
    keys = re.findall(r'name="edition" value="([\w-]{22})"', page)
    assert len(keys) == 1  # the other one is in the form
    phone.send("/games", [("edition", keys[0]), ("players", "Ana"), ("players", "Bo")])
    assert phone.state["box"]["name"] == NEGATIVE_POINTS["name"]
    assert last_used(phone.open("/").page)[0] == NEGATIVE_POINTS["name"]


def test_own_box_is_listed_even_if_its_game_is_no_longer_among_the_games(phone: Paper) -> None:
    key = open_own(phone, {**NEGATIVE_POINTS, "name": "Third"})
    phone.client.post("/forget", data={"key": key})
    assert "Third" in last_used(phone.open("/").page)


# questions typed on the home page


def test_question_of_new_phone_asks_for_the_box(app: Flask) -> None:
    paper = Paper(app.test_client())
    assert 'action="/rules"' in paper.open("/").page
    paper.open("/rules?q=can+I++stack")
    assert paper.has("Which box?", "can I stack")
    assert 'href="/rules/hello-kitty/search?q=can+I+stack"' in paper.page


def test_question_of_phone_with_one_box_goes_straight_to_its_answer(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    page = paper.open("/").page
    assert 'action="/rules/hello-kitty/search?q="' in page
    assert '<select name="edition">' not in page


def test_question_of_phone_with_several_boxes_is_about_the_last_unless_changed(
    phone: Paper,
) -> None:
    phone.start("flip", "Ana", "Bo")
    phone.open("/")
    assert phone.typed["edition"] == "flip"
    answer = phone.client.get("/rules?q=can+I+stack&edition=flip")
    assert answer.location == "/rules/flip/search?q=can+I+stack"
    (own,) = set(re.findall(r'<option value="([\w-]{22})">Gardens<', phone.page))
    answer = phone.client.get(f"/rules?q=can+I+stack&edition={own}")
    assert answer.location == f"/games/{own}/rules/search?q=can+I+stack"
    assert "the rules are yours" in phone.client.get(answer.location).text
