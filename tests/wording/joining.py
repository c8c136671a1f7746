"""Pages while players join games and send boards to televisions, for tests of wording."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from flask.testing import FlaskClient

from companion.store.rows import televisions as codes
from tests.web.cookies import cookie_name
from tests.web.hall import EIGHT
from tests.web.script import round_json
from tests.wording.pages import walk

NAMES = (*EIGHT, "Ida", "Jo")
_ADDRESSES = count(1)
SEATS = {"individual": 10, "teams": 4, "tournament": 5}


def arrival_pages(phone: FlaskClient, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Yield (address or description, HTML) of pages while players join games of each format."""
    for game_format in SEATS:
        asked = {"edition": "toy-story-3", "format": game_format, "open_seats": True}
        started = phone.post("/api/games", json=asked).get_json()
        yield from _seated(phone, started, game_format, seen)
    yield from _changing_tables(phone)


def _changing_tables(phone: FlaskClient) -> Iterator[tuple[str, str]]:
    """Yield each player's page of the former table after a rotation of a tournament ended."""
    asked = {"edition": "toy-story-3", "format": "tournament", "rounds_per_partnership": 1}
    started = phone.post("/api/games", json={**asked, "open_seats": True}).get_json()
    game, join = f"/games/{started['score_key']}", f"/join/{started['join_key']}"
    names = NAMES[:9]  # nine players, of whom one sits out
    players = [in_the_same_language(phone) for _ in names]
    for player, name in zip(players, names, strict=True):
        player.post(join, data={"name": name})
    phone.patch(f"/api{game}", json={"open_seats": False})
    tables = [player.post(f"{join}/table").headers["Location"] for player in players]
    for table in phone.get(f"/api{game}").get_json()["game"]["next"]["tables"]:
        (out, _), others = table["sides"]
        where = {"table": table["table"], "rotation": 1}
        hands = dict.fromkeys(others, 9)
        phone.post(f"/api{game}/rounds", json={**round_json(out, **hands), **where})
    for player, table in zip(players, tables, strict=True):
        yield "the table before", player.get(table).text


def _seated(
    phone: FlaskClient, started: dict[str, str], game_format: str, seen: set[str]
) -> Iterator[tuple[str, str]]:
    game, join = f"/games/{started['score_key']}", f"/join/{started['join_key']}"
    board = f"/watch/{started['watch_key']}"
    players = {name: in_the_same_language(phone) for name in NAMES[: SEATS[game_format]]}
    *first, last = players

    def look() -> Iterator[tuple[str, str]]:
        yield from ((page, phone.get(page).text) for page in (game, board, join))
        yield from ((join, player.get(join).text) for player in players.values())

    yield from look()
    for name in first:
        players[name].post(join, data={"name": name})
    yield "one like another", players[last].post(join, data={"name": "Ana"}).text
    yield from look()
    players[last].post(join, data={"name": last})
    yield from look()
    full = phone.post(f"{game}/seats", data={"name": "Zoe"}, follow_redirects=True)
    yield "full", full.text
    yield "seat", phone.get(f"{game}/seats/2").text
    yield "no name", phone.post(f"{game}/seats/2", data=_seat("rename", name="Ana")).text
    for data in (_seat("move", place="1"), _seat("remove"), _seat("remove")):
        yield "changed", phone.post(f"{game}/seats/2", data=data, follow_redirects=True).text
    yield "too few", phone.post(f"{game}/seats/start", follow_redirects=True).text
    phone.post(f"{game}/seats", data={"name": "Bo"})
    yield "begun", phone.post(f"{game}/seats/start", follow_redirects=True).text
    yield from walk(phone, [f"{game}/history", f"{game}/share"], seen)
    yield from look()
    for player in (*players.values(), phone):
        yield "counting", player.post(f"{join}/table", follow_redirects=True).text
    if game_format == "tournament":  # the first round fixes the rotation's seats
        (table,) = phone.get(f"/api{game}").get_json()["game"]["next"]["tables"]
        (out, _), others = table["sides"]
        phone.post(f"/api{game}/rounds", json=round_json(out, **dict.fromkeys(others, 9)))
    players["Bo"].post(join, data={"name": "Kim"})
    yield "too late, or late", players["Bo"].get(join).text
    phone.patch(f"/api{game}", json={"leave": [last]})
    yield from look()
    phone.patch(f"/api{game}", json={"finish": True})
    yield from look()


def _seat(change: str, **more: str) -> dict[str, str]:
    return {"who": "Bo", "change": change, **more}


def in_the_same_language(phone: FlaskClient) -> FlaskClient:
    """Return a new Flask test client of the same app with the same language cookie."""
    other = phone.application.test_client()
    name = cookie_name(phone.application, "lang")
    spoken = phone.get_cookie(name)
    other.set_cookie(name, spoken.value if spoken else "en")
    return other


def television_pages(phone: FlaskClient, game: str) -> Iterator[tuple[str, str]]:
    """Yield pages while a board is sent to a television, and when no more codes are given."""
    address = f"203.0.113.{next(_ADDRESSES)}"  # an IP address that has shown no code yet

    def screen() -> FlaskClient:
        other = in_the_same_language(phone)
        other.environ_base["REMOTE_ADDR"] = address
        return other

    television = screen()
    asked = {"edition": "toy-story-3", "open_seats": True}  # a game without players
    phone.get(phone.post("/api/games", json=asked).headers["Location"])
    for _ in range(2):
        page = television.get("/tv").text
        (code,) = re.findall(r'"tv-code"[^>]*>([^<]+)<', page)
        yield "code", page.replace(code, "").replace(" ".join(code), "")
        yield "nothing to show", in_the_same_language(phone).get(f"/tv/{code}").text
        yield "which game", phone.get(f"/tv/{code}").text
        yield "sent", phone.post(f"{game}/tv", data={"code": code}, follow_redirects=True).text
        yield "shown", television.get("/tv", follow_redirects=True).text
        yield "ended", phone.post(f"{game}/tv", data={"end": "1"}, follow_redirects=True).text
    yield "no such code", phone.post(f"{game}/tv", data={"code": "x"}, follow_redirects=True).text
    for _ in range(5):  # uses up the codes of this IP address
        screen().get("/tv")
    yield "one of too many", screen().get("/tv").text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codes, "MOST_CODES", 1)
        yield "too many", screen().get("/tv").text
