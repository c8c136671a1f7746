"""Another box than the five: what else is played with, three taps from the first page."""

import re

import pytest

from tests.web.boxes.test_unread import PLAYABLE, UNREAD
from tests.web.paper import Paper


def test_it_is_offered_where_boxes_stand(paper: Paper) -> None:
    for page in ("/", "/games/new", "/rules"):
        assert 'href="/boxes/other"' in paper.open(page).page, page


def test_every_box_that_was_not_read_is_there_once(paper: Paper) -> None:
    paper.open("/boxes/other")
    listed = re.findall(r'class="item" href="/games/new\?edition=([\w-]+)"', paper.page)
    assert listed == [edition for edition in UNREAD if edition != "just-points"]
    assert all(f'href="/box/{edition}"' in paper.page for edition in listed)
    assert paper.has("Just points", "Make it here")
    assert 'href="/boxes/new"' in paper.page


@pytest.mark.parametrize("edition", UNREAD)
def test_a_game_begins_with_nothing_but_taps(paper: Paper, edition: str) -> None:
    paper.open(f"/games/new?edition={edition}")
    shown = dict(paper.typed)
    assert shown["edition"] == edition
    box = PLAYABLE[edition]
    assert shown["scoring"] == box.scorings[0]
    kept = ("edition", "format", "scoring", "target", "rounds", "decks", "dealer")
    fields = [(name, shown[name]) for name in kept]
    paper.send("/games", [*fields, *[("players", "")] * 4])
    state = paper.client.get(f"/api{paper.game}").get_json()["game"]
    usual = 3 if box.scorings[0] == "rounds-won" else box.target or 500
    assert (state["edition"], state["scoring"]) == (edition, box.scorings[0])
    assert state["target"] == usual
    assert state["players"] == [f"Player {seat}" for seat in range(1, 5)]
