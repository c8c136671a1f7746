"""Who comes to the table with a phone of their own is asked who they are, and asked once."""

import pytest
from flask import Flask

from tests.web.paper import Paper

QUESTION = "Whose phone is this?"


@pytest.fixture
def host(paper: Paper) -> Paper:
    return paper.start("classic-108", "Ana", "Bo", "Cy")


@pytest.fixture
def guest(app: Flask, host: Paper) -> Paper:
    guest = Paper(app.test_client())
    guest.game = host.game
    return guest.open(host.game)


def is_asked_first(phone: Paper) -> bool:
    """Tell whether the question stands above the table; further down it stands folded."""
    return "who-are-you" in phone.page


def test_who_comes_by_the_link_is_asked_until_they_have_said_it(guest: Paper) -> None:
    assert is_asked_first(guest)
    assert is_asked_first(guest.open(guest.game))
    guest.send(f"{guest.game}/phone", [("seat", "3")])
    assert guest.has("This is Cy’s phone")
    assert not guest.has(QUESTION)
    assert not guest.open(guest.game).has(QUESTION)


def test_nobody_is_asked_twice_on_one_page(host: Paper, guest: Paper) -> None:
    for phone in (host, guest):
        assert phone.text.count(QUESTION) == 1


def test_who_does_not_play_is_asked_no_more_either(guest: Paper) -> None:
    assert not is_asked_first(guest.send(f"{guest.game}/phone", [("seat", "")]))
    assert guest.has(QUESTION)


def test_who_starts_the_game_or_only_watches_is_not_asked(host: Paper) -> None:
    assert not is_asked_first(host)
    watch = host.open(f"{host.game}/share").text.rpartition("/watch/")[2].split()[0]
    assert not host.another().open(f"/watch/{watch}").has(QUESTION)


def test_after_a_rematch_everybody_is_known(host: Paper, guest: Paper) -> None:
    guest.send(f"{guest.game}/phone", [("seat", "3")])
    host.send(f"{host.game}/rematch", [])
    assert not is_asked_first(host)
    guest.open(host.game)
    assert not guest.has(QUESTION)
    assert guest.has("This is Cy’s phone")
