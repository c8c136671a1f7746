"""Televisions: their codes, boards sent from a phone, and limits on codes."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.store.rows import televisions as codes
from companion.web.http.rate_limits import Limit, Limits
from tests.web.cookies import cookie_name
from tests.web.paper import Paper
from tests.web.running import registry_of, replace_services


class Television(Paper):
    """A television, whose page reloads itself."""

    @property
    def code(self) -> str | None:
        found = re.search(r'"tv-code"[^>]*>(\w{4})<', self.page)
        return found.group(1) if found else None

    @property
    def board(self) -> str:
        """Address of the board that `/tv` redirects to, without its query, empty if none."""
        return self.client.get("/tv").headers.get("Location", "").partition("?")[0]

    def reload(self) -> "Television":
        answer = self.client.get("/tv", follow_redirects=True)
        self.shown(answer)
        return self


NewScreen = Callable[..., Television]


@pytest.fixture
def screen(app: Flask) -> NewScreen:
    def new(address: str = "203.0.113.7") -> Television:
        television = Television(app.test_client())
        television.client.environ_base["REMOTE_ADDR"] = address
        return television.reload()

    return new


@pytest.fixture
def phone(paper: Paper) -> Paper:
    return paper.start("hello-kitty", "Ana", "Bo", "Cy")


def watch_address(phone: Paper) -> str:
    key = phone.game.rpartition("/")[2]
    games = registry_of(phone.client.application).games
    return f"/watch/{games.key_of(games.open_game(key, 'score').game_id, 'watch')}"


def test_typed_code_sends_board_to_television(phone: Paper, screen: NewScreen) -> None:
    television = screen()
    assert television.has("Show your game here", str(television.code))
    assert television.client.get("/tv").headers["Refresh"] == "4"
    game, watch = phone.game, watch_address(phone)
    phone.send(f"{game}/tv", [("code", f" {str(television.code).lower()} ")])
    assert phone.has("The board is on the television now.", "This game is on 1 television.")
    assert television.board == watch
    assert television.reload().has("Ana", "Bo", "Cy", "Disconnect")


def test_scanned_television_code_asks_which_game_to_send(phone: Paper, screen: NewScreen) -> None:
    television = screen()
    first, second = phone.game, phone.start("classic-108", "Dee", "Eve").game
    phone.open(f"/tv/{television.code}")
    assert phone.has("Show on the television", "Ana, Bo, Cy", "Dee, Eve")
    assert television.reload().code  # opening the code's page sends no board
    phone.send(f"/tv/{television.code}", [("key", first.rpartition("/")[2])])
    assert television.reload().has("Ana", "Bo", "Cy")
    assert second != first


def test_scanned_tv_code_shows_hint_on_phone_without_game(app: Flask, screen: NewScreen) -> None:
    visitor = Paper(app.test_client()).open(f"/tv/{screen().code}")
    assert visitor.has("No game is open on this phone.")


def test_television_code_can_be_used_only_once(phone: Paper, screen: NewScreen) -> None:
    code = str(screen().code)
    other = phone.another_phone().start("classic-108", "Dee", "Eve")
    for each, said in ((phone, "The board is on"), (other, "No television is showing this code")):
        assert each.send(f"{each.game}/tv", [("code", code)]).has(said)
    assert other.open(f"/tv/{code}").status == 404


def test_television_follows_rematch(phone: Paper, screen: NewScreen) -> None:
    television, game = screen(), phone.game
    phone.send(f"{game}/tv", [("code", str(television.code))])
    first = television.board
    phone.client.patch(f"/api{game}", json={"finish": True})
    phone.send(f"{game}/rematch", [])
    # A board that polls is redirected as well.
    old = television.client.get(f"{first}?tv=1&since=1")
    assert old.headers["HX-Redirect"] == "/tv"
    assert television.board == watch_address(phone) != first
    assert phone.open(f"{phone.game}/share").has("This game is on 1 television.")


def test_board_on_television_is_ended_from_tv_or_phone(phone: Paper, screen: NewScreen) -> None:
    television, game = screen(), phone.game
    ends: list[Callable[[], Paper]] = [
        lambda: phone.send(f"{game}/tv", [("end", "1")]),
        lambda: television.send("/tv/end", []),
    ]
    for end in ends:
        phone.send(f"{game}/tv", [("code", str(television.reload().code))])
        board = television.board
        assert board
        end()
        asked = f"{board}?tv=1&since=1"
        answer = television.client.get(asked)
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, "/tv")
        assert television.reload().code


@pytest.mark.parametrize("kind", ["watch", "deleted"])
def test_television_shows_code_after_new_watch_key_or_deleted_game(
    phone: Paper, screen: NewScreen, kind: str
) -> None:
    television, game = screen(), phone.game
    phone.send(f"{game}/tv", [("code", str(television.code))])
    if kind == "watch":
        phone.send(f"{game}/share", [("kind", "watch")])
    else:
        phone.send(f"{game}/delete", [])
    assert television.reload().code


def test_television_never_gets_scoring_key(phone: Paper, screen: NewScreen) -> None:
    television, key = screen(), phone.game.rpartition("/")[2]
    phone.send(f"{phone.game}/tv", [("code", str(television.code))])
    page = television.reload().page
    cookie = television.client.get_cookie(cookie_name(television.client.application))
    assert cookie
    assert key not in page + cookie.value


def test_watch_key_cannot_send_board_by_typed_code(phone: Paper, screen: NewScreen) -> None:
    code = str(screen().code)
    key = watch_address(phone).rpartition("/")[2]
    assert phone.client.post(f"/games/{key}/tv", data={"code": code}).status_code == 404


# limits on codes


def test_television_codes_are_limited_per_address(screen: NewScreen) -> None:
    codes_shown = {screen("198.51.100.1").code for _ in range(20)}
    assert len(codes_shown - {None}) == codes.MOST_CODES_AN_ADDRESS
    full = screen("198.51.100.1")
    assert full.status == 429
    assert full.has("No code right now", "on this network", "there may be one in 10 minutes")
    assert screen("198.51.100.2").code


def test_addresses_of_one_ipv6_network_share_limit_of_tv_codes(screen: NewScreen) -> None:
    shown = [screen(f"2001:db8::{number:x}").code for number in range(6)]
    assert [code is None for code in shown] == [False] * 5 + [True]
    assert screen("2001:db8:0:1::1").code


def test_networks_of_one_ipv6_site_share_limit_of_tv_codes(screen: NewScreen) -> None:
    shown = [screen(f"2001:db8:0:{number:x}::1").code for number in range(30)]
    assert sum(code is not None for code in shown) == codes.MOST_CODES_A_SITE
    assert screen("2001:db8:1::1").code


def test_new_television_codes_are_rate_limited(app: Flask, screen: NewScreen) -> None:
    replace_services(app, limits=Limits(new_codes=Limit(2, 3600)))
    assert [screen().status for _ in range(3)] == [200, 200, 429]


def test_guessing_television_codes_is_rate_limited(phone: Paper, screen: NewScreen) -> None:
    code = str(screen().code)
    visitor = phone.another_phone().client
    visitor.environ_base["REMOTE_ADDR"] = "198.51.100.3"
    wrong = [
        f"2{a}{b}C"
        for a in codes.CODE_CHARACTERS
        for b in codes.CODE_CHARACTERS
        if f"2{a}{b}C" != code
    ]
    answers = [visitor.get(f"/tv/{each}").status_code for each in wrong[:70]]
    assert answers == [404] * 60 + [429] * 10
    typed = phone.client.post(f"{phone.game}/tv", data={"code": wrong[0]})
    assert typed.status_code == 303  # from another address, which is not limited
    assert visitor.get(f"/tv/{code}").status_code == 200  # a valid code is never limited
