"""The page of a box, and counting a pile without a game."""

import re

import pytest
from flask.testing import FlaskClient

from companion.web.ui.registry import Registry
from tests.table import BOXES
from tests.web.conftest import Run
from tests.web.paper import Paper

COUNT = "/box/hello-kitty/count"


def test_typed_pile_is_counted(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=two+sevens+and+a+penguin")
    assert paper.has("What is this pile worth?", "Badtz-Maru = 64")


def test_blank_pile_shows_count_form_without_result(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=++")
    assert paper.status == 200
    assert "=" not in paper.text


def test_unknown_card_is_reported_and_stays_in_the_field(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=two+pinguins")
    assert paper.has("pinguins", "Did you mean Badtz-Maru?")
    assert paper.typed["cards"] == "two pinguins"


def test_pile_with_too_many_of_a_card_is_counted_with_a_warning(paper: Paper) -> None:
    paper.open(f"{COUNT}?cards=5x+penguin")
    assert paper.has("= 250", "Badtz-Maru: the deck has 4, you counted 5")


def test_counting_returns_parsed_cards_to_the_key_pad(paper: Paper) -> None:
    row = paper.send(COUNT, [], cards="7, skip")
    assert row.status == 200
    assert 'data-cards autocomplete="off" value="7 skip"' in row.page
    assert paper.send(COUNT, [], cards="pinguins").status == 422
    assert paper.send(COUNT, [], cards="").status == 204  # 204, so the key pad keeps its cards


@pytest.mark.parametrize("box", BOXES)
def test_each_card_on_box_page_links_to_its_summary_ruling(
    phone: FlaskClient, registry: Registry, box: str
) -> None:
    for side, up in zip(BOXES[box].deck.sides or [""], registry.editions[box].by_side, strict=True):
        page = phone.get(f"/box/{box}?side={side}").text
        keys = re.findall(r'<a class="key(?: any)?" href="#([\w-]+)">', page)
        assert len(keys) == len(up.cards)
        for to in keys:
            found = re.findall(rf'<section class="short" id="{to}".*?</section>', page, re.DOTALL)
            (section,) = found
            assert re.search(r'<p class="verdict">[^<]+</p>\n<p>\w', section), to
            assert section.index("?") < section.index("verdict"), "the question comes first"


def test_box_page_links_to_game_count_and_rules(phone: FlaskClient) -> None:
    page = phone.get("/box/hello-kitty").text
    for link in ("/games/new?edition=hello-kitty", "/box/hello-kitty/count", "/rules/hello-kitty"):
        assert f'href="{link}"' in page
    assert phone.get("/games/new?edition=hello-kitty").status_code == 200
    assert 'href="/box/hello-kitty"' in phone.get("/").text


@pytest.mark.usefixtures("own_box_file")
def test_own_card_without_ruling_shows_its_points(run: Run) -> None:
    page = run().test_client().get("/box/house")
    assert page.status_code == 200
    (section,) = re.findall(
        r'<section class="short" id="thunder".*?</section>', page.text, re.DOTALL
    )
    assert "30 points" in section
    assert "verdict" not in section
