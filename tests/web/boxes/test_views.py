"""The page of a box, and a pile that is added up with no game at all."""

import re

import pytest
from flask.testing import FlaskClient

from companion.web.ui.registry import Registry
from tests.table import BOXES
from tests.web.conftest import Run
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
    row = paper.send(COUNT, [], cards="7, skip")
    assert row.status == 200
    assert 'data-cards autocomplete="off" value="7 skip"' in row.page
    assert paper.send(COUNT, [], cards="pinguins").status == 422
    assert paper.send(COUNT, [], cards="").status == 204  # the pad keeps what was tapped


@pytest.mark.parametrize("box", BOXES)
def test_every_card_of_a_box_is_one_tap_from_its_rule(
    phone: FlaskClient, parts: Registry, box: str
) -> None:
    page = phone.get(f"/box/{box}").text
    keys = re.findall(r'<a class="key(?: any)?" href="#([\w-]+)">', page)
    assert len(keys) == len(parts.editions[box].cards)
    for to in keys:
        (section,) = re.findall(rf'<section class="short" id="{to}".*?</section>', page, re.DOTALL)
        assert re.search(r'<p class="verdict">[^<]+</p>\n<p>\w', section), to
        assert section.index("?") < section.index("verdict"), "the question comes first"


def test_a_box_leads_to_a_game_a_count_and_its_rules(phone: FlaskClient) -> None:
    page = phone.get("/box/hello-kitty").text
    for link in ("/games/new?edition=hello-kitty", "/box/hello-kitty/count", "/rules/hello-kitty"):
        assert f'href="{link}"' in page
    assert phone.get("/games/new?edition=hello-kitty").status_code == 200
    assert 'href="/box/hello-kitty"' in phone.get("/").text


@pytest.mark.usefixtures("house")
def test_a_card_of_ones_own_without_a_ruling_has_its_points(run: Run) -> None:
    page = run().test_client().get("/box/house")
    assert page.status_code == 200
    (section,) = re.findall(
        r'<section class="short" id="thunder".*?</section>', page.text, re.DOTALL
    )
    assert "30 points" in section
    assert "verdict" not in section
