"""The join page, on a player's phone without any script."""

import re

import pytest

from tests.web.cookies import cookie_name
from tests.web.paper import Paper


@pytest.fixture
def organiser(paper: Paper) -> Paper:
    """Return a phone that has started a game with open seats."""
    paper.open("/games/new")
    return paper.send("/games", [("edition", "hello-kitty"), ("open_seats", "1")])


@pytest.fixture
def join(organiser: Paper) -> str:
    """Return the join link on the organiser's page."""
    return organiser.find(r"/join/[\w-]{22}")


def take(phone: Paper, join: str, name: str) -> Paper:
    """Take a seat with the form of the join page, and return the phone."""
    phone.open(join)
    fields = [("seat_key", phone.typed["seat_key"]), ("name", name)]
    return phone.send(join, fields)


def test_players_take_seats_by_typing_names_on_join_page(organiser: Paper, join: str) -> None:
    ana, bo = organiser.another_phone(), organiser.another_phone()
    assert take(ana, join, "Ana").has("You have a seat, Ana.", "1 player is here")
    assert take(bo, join, "Bo").has("You have a seat, Bo.", "2 players are here")
    assert ana.open(join).has("You have a seat, Ana.")
    assert organiser.open(organiser.game).has("2 players are here", "Start with 2 players")
    assert ana.open("/").has("Players are taking their seats")


def test_taken_name_is_refused_and_free_one_offered(organiser: Paper, join: str) -> None:
    take(organiser.another_phone(), join, "Ana")
    second = take(organiser.another_phone(), join, "ana")
    assert second.status == 422
    assert second.has("Somebody here is already called Ana; “ana 2” is free.")
    offered = second.typed
    assert offered["name"] == "ana 2"
    second.send(join, [("seat_key", offered["seat_key"]), ("name", offered["name"])])
    assert second.has("You have a seat, ana 2.")


def test_second_tap_takes_no_second_seat_even_without_cookies(paper: Paper, join: str) -> None:
    phone = paper.another_phone().open(join)
    fields = [("seat_key", phone.typed["seat_key"]), ("name", "Ana")]
    for client in (
        paper.another_phone(),
        paper.another_phone(),
    ):  # two phones without common cookies
        assert client.send(join, fields).has("You have a seat, Ana.")
    assert paper.another_phone().open(join).has("1 player is here")


def test_form_loaded_again_after_lost_answer_takes_no_second_seat(
    organiser: Paper, join: str
) -> None:
    phone = organiser.another_phone().open(join)
    name = cookie_name(phone.client.application)
    before = phone.client.get_cookie(name)
    assert before
    take(phone, join, "Ana")
    phone.client.set_cookie(name, before.value)
    assert take(phone, join, "Ana").has("You have a seat, Ana.", "1 player is here")
    phone.send(f"{join}/leave", [])
    assert take(phone, join, "Ana").has("You have a seat, Ana.", "1 player is here")


def test_player_renames_and_leaves_seat_on_join_page(organiser: Paper, join: str) -> None:
    phone = take(organiser.another_phone(), join, "Ana")
    phone.send(join, [("name", "Zoe")])
    assert phone.has("You have a seat, Zoe.", "1 player is here")
    phone.send(f"{join}/leave", [])
    assert phone.has("Take a seat")
    assert not phone.has("is here")


def test_join_page_shows_seat_and_neighbours_once_game_has_begun(
    organiser: Paper, join: str
) -> None:
    phones = {name: take(organiser.another_phone(), join, name) for name in ("Ana", "Bo", "Cy")}
    organiser.send(f"{organiser.game}/seats/start", [])
    assert organiser.has("Round 1: who went out?", "Ana deals")
    bo = phones["Bo"].open(join)
    assert bo.has("You’re in seat 2", "On your left: Cy", "On your right: Ana", "Watch the game")
    assert bo.has("The score is kept on the phone that started the game.", "scan the first code")
    codes = re.findall(r"http://[^/]+(/[\w/-]+)", organiser.open(f"{organiser.game}/share").text)
    assert bo.open(codes[0]).has("Round 1: who went out?")
    seatless = organiser.another_phone().open(join)
    assert seatless.has("The game has begun", "Ask whoever’s keeping score")
    assert not seatless.has("The score is kept")


def test_join_page_of_tournament_shows_table_and_takes_late_players(paper: Paper) -> None:
    paper.open("/games/new")
    settings = {"format": "tournament", "open_seats": "1", "rounds_per_partnership": "1"}
    paper.send("/games", [("edition", "hello-kitty")], **settings)
    join = paper.find(r"/join/[\w-]{22}")
    phones = [take(paper.another_phone(), join, name) for name in ("Ana", "Bo", "Cy", "Dee")]
    paper.send(f"{paper.game}/seats/start", [])
    assert phones[3].open(join).has("You’re at table 1", "Your partner:", "Against:")
    assert phones[3].has("One phone per table keeps the score.")
    late = paper.another_phone().open(join)
    assert late.has("The tournament has begun", "you’ll play from the next rotation on")
    assert take(late, join, "Late").has("Late")
    assert paper.open(f"{paper.game}/history").has("Late joined")


def test_join_page_of_deleted_game_is_not_found(organiser: Paper, join: str) -> None:
    organiser.send(f"{organiser.game}/delete", [])
    assert organiser.another_phone().open(join).status == 404


def test_renewed_join_link_replaces_old_one_and_keeps_seats(organiser: Paper, join: str) -> None:
    ana = take(organiser.another_phone(), join, "Ana")
    organiser.open(f"{organiser.game}/share")
    table = organiser.game.removesuffix("/share")
    organiser.send(f"{table}/share", [("kind", "join")])
    assert organiser.another_phone().open(join).status == 404
    new = re.findall(r"/join/[\w-]{22}", organiser.open(table).text)
    assert new != [join]
    assert ana.open(new[0]).has("You have a seat, Ana.")
