"""Who comes to the table with a phone of their own is asked who they are, and asked once."""

import pytest

from tests.web.paper import Paper

QUESTION = "Who are you?"


@pytest.fixture
def host(paper: Paper) -> Paper:
    return paper.start("classic-108", "Ana", "Bo", "Cy")


@pytest.fixture
def guest(host: Paper) -> Paper:
    return host.beside()


def test_who_comes_by_the_link_is_asked_until_they_have_said_it(guest: Paper) -> None:
    assert guest.has(QUESTION, "I’m not playing")
    assert guest.open(guest.game).has(QUESTION)
    guest.send(f"{guest.game}/phone", [("seat", "3")])
    assert guest.has("This is Cy’s phone")
    assert not guest.has(QUESTION)
    assert not guest.open(guest.game).has(QUESTION)


def test_nobody_is_asked_twice_on_one_page(host: Paper, guest: Paper) -> None:
    assert guest.has("Who are you?")
    assert not guest.has("Whose phone is this?")
    assert host.has("Whose phone is this?")


def test_who_does_not_play_is_asked_no_more_either(guest: Paper) -> None:
    assert not guest.send(f"{guest.game}/phone", [("seat", "")]).has(QUESTION)
    assert guest.has("Whose phone is this?")


def test_who_starts_the_game_or_only_watches_is_not_asked(host: Paper) -> None:
    assert not host.has(QUESTION)
    assert not host.another().open(host.board).has(QUESTION)


def test_after_a_rematch_everybody_is_known(host: Paper, guest: Paper) -> None:
    guest.send(f"{guest.game}/phone", [("seat", "3")])
    host.send(f"{host.game}/rematch", [])
    assert not host.has(QUESTION)
    guest.open(host.game)
    assert not guest.has(QUESTION)
    assert guest.has("This is Cy’s phone")
