"""Cached pages: none is shown with another's key, language, input or flash message."""

import re

import pytest
from flask import Flask

from tests.web.cookies import cookie_name
from tests.web.hall import EIGHT
from tests.web.paper import Paper
from tests.web.running import game_of, registry_of

FLASH = '<p class="flash'


def other_links(app: Flask, paper: Paper) -> list[Paper]:
    """Return new phones, each of which has opened one watch or table link of the game."""
    links = re.findall(r"/(?:watch|tables)/[\w-]+", paper.open(f"{paper.game}/share").page)
    return [Paper(app.test_client()).open(link) for link in links]


def test_flash_message_is_shown_once_on_a_cached_page(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    assert FLASH not in paper.open(paper.game).page
    paper.client.post("/nickname", data={"nickname": "Bo & Co"})
    assert paper.open(paper.game).page.count(FLASH) == 1
    assert paper.has("This phone is now called Bo & Co.")
    assert "Bo &amp; Co" in paper.page
    for phone in (paper.another_phone(), paper):
        assert FLASH not in phone.open(paper.game).page


def test_long_flash_message_fits_into_cookie(paper: Paper) -> None:
    paper.start("classic-108", *(f"{'🐈' * 20} {n}" for n in range(10)))
    change = {"change": "players", "players": [f"{'😺' * 20} {n}" for n in range(10)]}
    answer = paper.client.post(f"{paper.game}/settings", data=change)
    assert answer.status_code == 303
    (cookie,) = (c for c in answer.headers.getlist("Set-Cookie") if "-flash=" in c)
    assert len(cookie) <= 4096
    assert paper.open(paper.game).has("…")


@pytest.mark.parametrize("forged", ["Ana%20wins", "Ana%20wins.", "Ana%20wins.c2ln", "", "é", "%"])
def test_forged_flash_cookie_is_ignored_and_deleted(paper: Paper, forged: str) -> None:
    paper.start("classic-108", "Ana", "Bo")
    name = cookie_name(paper.client.application, "flash")
    for path in (paper.game, "/"):
        paper.client.set_cookie(name, forged)
        assert FLASH not in paper.open(path).page
        assert paper.client.get_cookie(name) is None


def test_cached_page_contains_no_key_with_more_rights(app: Flask, paper: Paper) -> None:
    paper.start("classic-108", *EIGHT, format="tournament")
    shared = paper.open(f"{paper.game}/share").page
    others = re.findall(r"/(?:watch|tables)/([\w-]+)", shared)
    pages = dict(zip(others, other_links(app, paper), strict=True))
    pages[paper.game.rpartition("/")[2]] = paper.open(f"{paper.game}/plan")
    (watch,) = re.findall(r"/watch/([\w-]+)", shared)
    pages[f"{watch}/plan"] = Paper(app.test_client()).open(f"/games/{watch}/plan")
    assert len(pages) == 5
    for own, phone in pages.items():
        shown = {key for key in pages if key in phone.page}
        linked = {watch} if own in others else set()  # a table's page links to the board
        assert shown == {own.partition("/")[0]} | linked


def test_cached_page_is_separate_for_each_language(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    for lang, sentence in (("en", "who went out?"), ("fr", "qui a fini\u202f?")) * 2:
        phone = paper.another_phone().open(f"{paper.game}?lang={lang}")
        assert sentence in phone.open(paper.game).page
        assert f'<html lang="{lang}">' in phone.page


def test_refused_input_is_not_shown_on_other_phones(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    paper.open(paper.game).round("1", points_2="nonsense")
    assert paper.status == 422
    assert "nonsense" in paper.page
    assert "nonsense" not in paper.another_phone().open(paper.game).page


def test_renewed_table_link_is_shown_at_once(app: Flask, paper: Paper) -> None:
    paper.start("classic-108", *EIGHT, format="tournament")
    old = set(re.findall(r"/tables/[\w-]+", paper.open(paper.game).page))
    game = game_of(app, paper.game.rpartition("/")[2])
    new = registry_of(app).games.store.keys.renew(game, "table", 1)
    shown = set(re.findall(r"/tables/[\w-]+", paper.open(paper.game).page))
    assert f"/tables/{new}" in shown
    assert len(shown & old) == 1
