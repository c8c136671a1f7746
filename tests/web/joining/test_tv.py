"""A television shows a code, and a phone that has a game open sends it the board."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.store.rows import televisions as codes
from companion.web.http.rate_limits import Limit, Limits
from tests.web.paper import Paper
from tests.web.running import exchange, parts_of


class Television(Paper):
    """A screen that asks again by itself, as its page tells it to."""

    @property
    def code(self) -> str | None:
        found = re.search(r'"tv-code"[^>]*>(\w{4})<', self.page)
        return found.group(1) if found else None

    @property
    def board(self) -> str:
        """Where it is by now, without what is said besides."""
        return self.client.get("/tv").headers.get("Location", "").partition("?")[0]

    def ask_again(self) -> "Television":
        answer = self.client.get("/tv", follow_redirects=True)
        self.shown(answer)
        return self


Screens = Callable[..., Television]


@pytest.fixture
def screen(app: Flask) -> Screens:
    def new(address: str = "203.0.113.7") -> Television:
        television = Television(app.test_client())
        television.client.environ_base["REMOTE_ADDR"] = address
        return television.ask_again()

    return new


@pytest.fixture
def phone(paper: Paper) -> Paper:
    return paper.start("hello-kitty", "Ana", "Bo", "Cy")


def watch_of(phone: Paper) -> str:
    key = phone.game.rpartition("/")[2]
    games = parts_of(phone.client.application).games
    return f"/watch/{games.key_of(games.open_game(key, 'score').game_id, 'watch')}"


def test_four_signs_typed_on_the_phone_bring_the_board(phone: Paper, screen: Screens) -> None:
    television = screen()
    assert television.has("Show your game here", str(television.code))
    assert television.client.get("/tv").headers["Refresh"] == "4"
    game, watch = phone.game, watch_of(phone)
    phone.send(f"{game}/tv", [("code", f" {str(television.code).lower()} ")])
    assert phone.has("The board is on the television now.", "This game is on 1 television.")
    assert television.board == watch
    assert television.ask_again().has("Ana", "Bo", "Cy", "Disconnect")


def test_a_scan_asks_which_game_and_a_tap_sends_it(phone: Paper, screen: Screens) -> None:
    television = screen()
    first, second = phone.game, phone.start("classic-108", "Dee", "Eve").game
    phone.open(f"/tv/{television.code}")
    assert phone.has("Show on the television", "Ana, Bo, Cy", "Dee, Eve")
    assert television.ask_again().code  # looking sends nothing
    phone.send(f"/tv/{television.code}", [("key", first.rpartition("/")[2])])
    assert television.ask_again().has("Ana", "Bo", "Cy")
    assert second != first


def test_a_phone_without_a_game_is_told_what_to_do(app: Flask, screen: Screens) -> None:
    stranger = Paper(app.test_client()).open(f"/tv/{screen().code}")
    assert stranger.has("No game is open on this phone.")


def test_a_code_is_used_up_by_one_phone(phone: Paper, screen: Screens) -> None:
    code = str(screen().code)
    other = phone.another().start("classic-108", "Dee", "Eve")
    for each, said in ((phone, "The board is on"), (other, "No television is showing this code")):
        assert each.send(f"{each.game}/tv", [("code", code)]).has(said)
    assert other.open(f"/tv/{code}").status == 404


def test_the_television_follows_the_rematch(phone: Paper, screen: Screens) -> None:
    television, game = screen(), phone.game
    phone.send(f"{game}/tv", [("code", str(television.code))])
    first = television.board
    phone.client.patch(f"/api{game}", json={"finish": True})
    phone.send(f"{game}/rematch", [])
    # An open board that asks for what is new is led on as well.
    old = television.client.get(f"{first}?tv=1&since=1")
    assert old.headers["HX-Redirect"] == "/tv"
    assert television.board == watch_of(phone) != first
    assert phone.open(f"{phone.game}/share").has("This game is on 1 television.")


def test_it_is_ended_from_the_phone_and_from_the_screen(phone: Paper, screen: Screens) -> None:
    television, game = screen(), phone.game
    ends: list[Callable[[], Paper]] = [
        lambda: phone.send(f"{game}/tv", [("end", "1")]),
        lambda: television.send("/tv/end", []),
    ]
    for end in ends:
        phone.send(f"{game}/tv", [("code", str(television.ask_again().code))])
        board = television.board
        assert board
        end()
        asked = f"{board}?tv=1&since=1"
        led = television.client.get(asked)
        assert (led.status_code, led.headers["HX-Redirect"]) == (204, "/tv")
        assert television.ask_again().code


@pytest.mark.parametrize("kind", ["watch", "deleted"])
def test_it_shows_no_board_that_nobody_may_see_any_more(
    phone: Paper, screen: Screens, kind: str
) -> None:
    television, game = screen(), phone.game
    phone.send(f"{game}/tv", [("code", str(television.code))])
    if kind == "watch":
        phone.send(f"{game}/share", [("kind", "watch")])
    else:
        phone.send(f"{game}/delete", [])
    assert television.ask_again().code


def test_the_television_is_given_the_key_to_watch_and_no_other(
    phone: Paper, screen: Screens
) -> None:
    television, key = screen(), phone.game.rpartition("/")[2]
    phone.send(f"{phone.game}/tv", [("code", str(television.code))])
    page = television.ask_again().page
    cookie = television.client.get_cookie("session")
    assert cookie
    assert key not in page + cookie.value


def test_who_watches_or_records_at_a_table_sends_nothing_by_typing(
    phone: Paper, screen: Screens
) -> None:
    code = str(screen().code)
    key = watch_of(phone).rpartition("/")[2]
    assert phone.client.post(f"/games/{key}/tv", data={"code": code}).status_code == 404


# strangers


def test_one_address_cannot_use_up_the_codes(screen: Screens) -> None:
    codes_shown = {screen("198.51.100.1").code for _ in range(20)}
    assert len(codes_shown - {None}) == codes.MOST_CODES_AN_ADDRESS
    full = screen("198.51.100.1")
    assert full.status == 429
    assert full.has("No code right now", "on this network", "there may be one in 10 minutes")
    assert screen("198.51.100.2").code


def test_whoever_has_all_addresses_of_a_network_has_them_as_one(screen: Screens) -> None:
    shown = [screen(f"2001:db8::{number:x}").code for number in range(6)]
    assert [code is None for code in shown] == [False] * 5 + [True]
    assert screen("2001:db8:0:1::1").code


def test_a_home_with_all_its_networks_cannot_use_up_the_codes(screen: Screens) -> None:
    shown = [screen(f"2001:db8:0:{number:x}::1").code for number in range(30)]
    assert sum(code is not None for code in shown) == codes.MOST_CODES_A_SITE
    assert screen("2001:db8:1::1").code


def test_who_asks_for_codes_all_day_is_slowed_down(app: Flask, screen: Screens) -> None:
    exchange(app, limits=Limits(new_codes=Limit(2, 3600)))
    assert [screen().status for _ in range(3)] == [200, 200, 429]


def test_nobody_finds_codes_by_trying(phone: Paper, screen: Screens) -> None:
    code = str(screen().code)
    stranger = phone.another().client
    stranger.environ_base["REMOTE_ADDR"] = "198.51.100.3"
    wrong = [f"2{a}{b}C" for a in codes.SIGNS for b in codes.SIGNS if f"2{a}{b}C" != code]
    answers = [stranger.get(f"/tv/{each}").status_code for each in wrong[:70]]
    assert answers == [404] * 60 + [429] * 10
    typed = phone.client.post(f"{phone.game}/tv", data={"code": wrong[0]})
    assert typed.status_code == 303  # by somebody else, who may go on
    assert stranger.get(f"/tv/{code}").status_code == 200  # a right one is never refused
