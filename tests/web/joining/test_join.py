"""The page of a player who scans the organiser's code, on a phone without any script."""

import re

import pytest

from tests.web.paper import Paper


@pytest.fixture
def organiser(paper: Paper) -> Paper:
    """Start a game on a phone, in which players type their own names."""
    paper.open("/games/new")
    return paper.send("/games", [("edition", "hello-kitty"), ("open_seats", "1")])


@pytest.fixture
def join(organiser: Paper) -> str:
    """Read the address behind the code on the organiser's page."""
    return organiser.find(r"/join/[\w-]{22}")


def take(phone: Paper, join: str, name: str) -> Paper:
    """Open the link, type a name, tap the button."""
    phone.open(join)
    fields = [("seat_key", phone.typed["seat_key"]), ("name", name)]
    return phone.send(join, fields)


def test_whoever_scans_the_code_types_a_name_and_has_a_seat(organiser: Paper, join: str) -> None:
    ana, bo = organiser.another(), organiser.another()
    assert take(ana, join, "Ana").has("You have a seat, Ana.", "1 player is here")
    assert take(bo, join, "Bo").has("You have a seat, Bo.", "2 players are here")
    assert ana.open(join).has("You have a seat, Ana.")
    assert organiser.open(organiser.game).has("2 players are here", "Start with 2 players")
    assert ana.open("/").has("Players are taking their seats")


def test_two_of_the_same_name_are_told_apart_by_one_more_tap(organiser: Paper, join: str) -> None:
    take(organiser.another(), join, "Ana")
    second = take(organiser.another(), join, "ana")
    assert second.status == 422
    assert second.has("Somebody here is already called Ana; “ana 2” is free.")
    offered = second.typed
    assert offered["name"] == "ana 2"
    second.send(join, [("seat_key", offered["seat_key"]), ("name", offered["name"])])
    assert second.has("You have a seat, ana 2.")


def test_a_second_tap_takes_no_second_seat_even_without_cookies(paper: Paper, join: str) -> None:
    phone = paper.another().open(join)
    fields = [("seat_key", phone.typed["seat_key"]), ("name", "Ana")]
    for client in (paper.another(), paper.another()):  # each has forgotten what the other was given
        assert client.send(join, fields).has("You have a seat, Ana.")
    assert paper.another().open(join).has("1 player is here")


def test_the_name_is_changed_and_the_seat_given_up(organiser: Paper, join: str) -> None:
    phone = take(organiser.another(), join, "Ana")
    phone.send(join, [("name", "Zoe")])
    assert phone.has("You have a seat, Zoe.", "1 player is here")
    phone.send(f"{join}/leave", [])
    assert phone.has("Take a seat")
    assert not phone.has("is here")


def test_when_the_game_has_begun_the_link_says_where_everybody_sits(
    organiser: Paper, join: str
) -> None:
    phones = {name: take(organiser.another(), join, name) for name in ("Ana", "Bo", "Cy")}
    organiser.send(f"{organiser.game}/seats/start", [])
    assert organiser.has("Round 1: who went out?", "Ana deals")
    bo = phones["Bo"].open(join)
    assert bo.has("You’re in seat 2", "On your left: Cy", "On your right: Ana", "Watch the game")
    assert bo.has("The score is kept on the phone that started the game.", "scan the first code")
    codes = re.findall(r"http://[^/]+(/[\w/-]+)", organiser.open(f"{organiser.game}/share").text)
    assert bo.open(codes[0]).has("Round 1: who went out?")
    stranger = organiser.another().open(join)
    assert stranger.has("The game has begun", "Ask whoever’s keeping score")
    assert not stranger.has("The score is kept")


def test_a_tournament_says_at_which_table_and_takes_late_ones(paper: Paper) -> None:
    paper.open("/games/new")
    wishes = {"format": "tournament", "open_seats": "1", "rounds_per_partnership": "1"}
    paper.send("/games", [("edition", "hello-kitty")], **wishes)
    join = paper.find(r"/join/[\w-]{22}")
    phones = [take(paper.another(), join, name) for name in ("Ana", "Bo", "Cy", "Dee")]
    paper.send(f"{paper.game}/seats/start", [])
    assert phones[3].open(join).has("You’re at table 1", "Your partner:", "Against:")
    assert phones[3].has("One phone per table keeps the score.")
    late = paper.another().open(join)
    assert late.has("The tournament has begun", "you’ll play from the next rotation on")
    assert take(late, join, "Late").has("Late")
    assert paper.open(f"{paper.game}/history").has("Late joined")


def test_the_link_dies_with_the_game(organiser: Paper, join: str) -> None:
    organiser.send(f"{organiser.game}/delete", [])
    assert organiser.another().open(join).status == 404


def test_the_link_can_be_renewed(organiser: Paper, join: str) -> None:
    ana = take(organiser.another(), join, "Ana")
    organiser.open(f"{organiser.game}/share")
    table = organiser.game.removesuffix("/share")
    organiser.send(f"{table}/share", [("kind", "join")])
    assert organiser.another().open(join).status == 404
    new = re.findall(r"/join/[\w-]{22}", organiser.open(table).text)
    assert new != [join]
    assert ana.open(new[0]).has("You have a seat, Ana.")
