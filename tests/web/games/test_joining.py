"""The question which player a phone belongs to."""

import pytest

from tests.web.paper import Paper

QUESTION = "Who are you?"


@pytest.fixture
def host(paper: Paper) -> Paper:
    return paper.start("classic-108", "Ana", "Bo", "Cy")


@pytest.fixture
def guest(host: Paper) -> Paper:
    return host.phone_in_same_game()


def test_phone_that_opens_the_link_is_asked_for_player_until_answered(guest: Paper) -> None:
    assert guest.has(QUESTION, "I’m not playing")
    assert guest.open(guest.game).has(QUESTION)
    guest.send(f"{guest.game}/phone", [("seat", "3")])
    assert guest.has("This is Cy’s phone")
    assert not guest.has(QUESTION)
    assert not guest.open(guest.game).has(QUESTION)


def test_page_asks_who_uses_the_phone_with_one_question(host: Paper, guest: Paper) -> None:
    assert guest.has("Who are you?")
    assert not guest.has("Whose phone is this?")
    assert host.has("Whose phone is this?")


def test_phone_of_a_non_player_is_not_asked_for_player_again(guest: Paper) -> None:
    assert not guest.send(f"{guest.game}/phone", [("seat", "")]).has(QUESTION)
    assert guest.has("Whose phone is this?")


def test_phone_that_starts_or_watches_game_is_not_asked_for_player(host: Paper) -> None:
    assert not host.has(QUESTION)
    assert not host.another_phone().open(host.board).has(QUESTION)


def test_rematch_remembers_the_player_of_each_phone(host: Paper, guest: Paper) -> None:
    guest.send(f"{guest.game}/phone", [("seat", "3")])
    host.send(f"{host.game}/rematch", [])
    assert not host.has(QUESTION)
    guest.open(host.game)
    assert not guest.has(QUESTION)
    assert guest.has("This is Cy’s phone")
