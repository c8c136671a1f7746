"""The settings of a game: what is used most comes first, and one change at most is open."""

import re
from html import unescape

import pytest

from tests.web.paper import Paper


@pytest.fixture
def table(paper: Paper) -> Paper:
    paper.start("classic-108", "Ana", "Bo", "Cy", dealer="1")
    return paper.round("1", points_2="7", points_3="0")


def opened(paper: Paper) -> list[str]:
    return re.findall(r'<details class="fold" id="([\w-]+)" open>', paper.page)


def test_the_end_and_the_target_come_first_and_nothing_is_open(table: Paper) -> None:
    settings = table.open(f"{table.game}/settings")
    folds = re.findall(r'<details class="fold" id="([\w-]+)"', settings.page)
    assert folds == ["finish", "target", "join", "leave", "dealer", "players", "stop", "group"]
    assert opened(settings) == []


def test_who_deals_leads_to_the_open_choice(table: Paper) -> None:
    found = re.search(r'<a class="dealer" href="([^"]+)#dealer"', table.open(table.game).page)
    assert found
    assert opened(table.open(unescape(found[1]))) == ["dealer"]


def test_a_game_that_was_ended_has_the_way_on_open(table: Paper) -> None:
    address = f"{table.game}/settings"
    table.open(address).send_form(address, [("change", "finish")])
    assert opened(table.open(address)) == ["go-on"]


def test_a_tournament_opens_nothing_either(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy", "Dee", format="tournament")
    assert opened(paper.open(f"{paper.game}/settings")) == []


def test_before_the_first_round_there_is_nothing_to_stop(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    assert not paper.open(f"{paper.game}/settings").has("Stop here")
    assert paper.has("Delete this game")
    paper.open(paper.game).round("1", points_2="7")
    assert paper.open(f"{paper.game}/settings").has("Stop here")
