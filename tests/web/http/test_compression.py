"""What pages weigh on the way to the phone, and how text is made small."""

import gzip
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.http.compression import condensed
from companion.web.http.htmx import LOCAL_FILE
from tests.rows import cases
from tests.web.script import Script

SMALL = {"Accept-Encoding": "gzip, deflate, br"}
OWN = re.compile(r'(?:src|href)="(/static/\w{10}/(?!vendor)[^"]+\.(?:js|css))"')
PAGE, GAME, HTMX, LATER = 14_000, 24_000, 13_400, 3200  # bytes


@pytest.fixture
def game(phone: FlaskClient) -> str:
    """Play more rounds than are shown at once, in the box with the most kinds of cards."""
    wish = {"edition": "power-colours", "players": ["Ana", "Bo", "Cy", "Dee"], "target": 10_000}
    api = phone.post("/api/games", json=wish).headers["Location"]
    for points in range(22):
        hands = {"Bo": {"points": points}, "Cy": {"cards": "skip 7"}, "Dee": {"points": 9}}
        phone.post(f"/api{api}/rounds", json={"went_out": "Ana", "hands": hands})
    return api


def asked(phone: FlaskClient, address: str, **headers: str) -> TestResponse:
    return phone.get(address, headers=headers, buffered=True)


def weight(phone: FlaskClient, address: str) -> int:
    """Weigh a page with its own styles and scripts, each as sent."""
    page = asked(phone, address, **SMALL)
    assert page.content_encoding == "gzip"
    own = OWN.findall(gzip.decompress(page.data).decode())
    assert any("base.css" in each for each in own)
    weights: dict[str, int] = {}
    while own:
        address = own.pop()
        if address not in weights:
            answer = asked(phone, address, **SMALL)
            assert answer.status_code == 200, address
            weights[address] = len(answer.data)
    return len(page.data) + sum(weights.values())


def in_language(address: str, language: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


@pytest.mark.parametrize("language", ["en", "fr"])
@cases("""address
/
/box/power-colours
/box/power-colours/count
/box/power-colours/check
/box/power-colours/first-turn
/boxes/which
/boxes/compare?one=classic-112&other=power-colours
""")
def test_a_page_for_everybody_is_light(phone: FlaskClient, address: str, language: str) -> None:
    assert weight(phone, in_language(address, language)) <= PAGE


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_a_game_is_light_also_with_its_code(
    phone: FlaskClient, game: str, language: str
) -> None:
    assert weight(phone, f"{game}?lang={language}") <= GAME
    form = {"edition": "power-colours", "players": ["Ana", "Bo", "Cy", "Dee"]}
    game = phone.post("/games", data=form).headers["Location"]
    assert 'class="qr"' in phone.get(game).text
    assert weight(phone, f"{game}?lang={language}") <= GAME


def test_what_a_game_loads_later_is_light(phone: FlaskClient) -> None:
    page = phone.get("/").text
    (version,) = set(re.findall(r"/static/\w{10}/", page))
    sent = asked(phone, f"{version}copies/journal.js", **SMALL)
    assert sent.content_encoding == "gzip"
    assert len(sent.data) <= LATER


def test_htmx_is_as_light_from_here(phone: FlaskClient) -> None:
    assert len(asked(phone, f"/static/{LOCAL_FILE}", **SMALL).data) <= HTMX


@pytest.mark.parametrize("address", ["/", "/static/base.css", "/api/editions/hello-kitty"])
def test_it_is_the_same_text(phone: FlaskClient, address: str) -> None:
    plain, small = asked(phone, address), asked(phone, address, **SMALL)
    assert [each.content_encoding for each in (plain, small)] == [None, "gzip"]
    # What is for readers is left out of what is made small.
    sent = gzip.decompress(small.data)
    assert sent == (condensed(plain.data, ".css") if "css" in address else plain.data)
    assert small.content_length == len(small.data)
    for answer in (plain, small):
        assert "Accept-Encoding" in answer.vary


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "identity"])
def test_who_does_not_take_it_gets_it_plain(phone: FlaskClient, accepted: str) -> None:
    answer = asked(phone, "/", **{"Accept-Encoding": accepted})
    assert answer.content_encoding != "gzip"
    assert answer.data.startswith(b"<!doctype html>")


def test_a_static_file_is_compressed_once(
    phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(phone, "/static/base.css", **SMALL).data
    monkeypatch.setattr(gzip, "compress", _never)
    assert asked(phone, "/static/base.css", **SMALL).data == first


def _never(*_: object, **__: object) -> bytes:
    raise AssertionError


@pytest.mark.parametrize("address", ["/static/base.css", "/api{game}"])
def test_what_a_phone_has_already_is_not_sent_again(
    phone: FlaskClient, game: str, address: str
) -> None:
    address = address.format(game=game)
    for headers in ({}, SMALL):
        etag = asked(phone, address, **headers).headers["ETag"]
        again = asked(phone, address, **headers, **{"If-None-Match": etag})
        assert (again.status_code, again.data) == (304, b"")


def test_a_part_of_a_file_is_sent_as_it_is(phone: FlaskClient) -> None:
    part = asked(phone, "/static/base.css", **SMALL, Range="bytes=0-1")
    assert (part.status_code, part.data) == (206, b"/*")


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "cross-site"}])
def test_how_small_a_page_is_says_nothing_of_the_keys_in_it(
    new_script: Callable[[], Script], headers: dict[str, str]
) -> None:
    """Another site may choose the address and count the bytes: is a guess alike to a key?"""
    script = new_script().start()
    phone, key = script.client, script.score_key
    phone.get(f"/games/{key}")
    assert key in phone.get("/").text
    sizes = set()
    for guess in (key, key[::-1], key.swapcase()):
        for address in (f"/?x={guess}", f"/?all={guess}", f"/?{guess}"):
            answer = asked(phone, address, **SMALL, **headers)
            sizes.add((address.partition("=")[0] if "=" in address else "", len(answer.data)))
    assert len(sizes) == 3  # one for each way to write it


def test_what_another_site_leads_to_is_not_made_small(new_script: Callable[[], Script]) -> None:
    script = new_script().start()
    asked(
        script.client, f"/games/{script.score_key}"
    )  # of a phone without a cookie nothing is told
    for site, encoding in (("cross-site", None), ("none", "gzip"), ("same-origin", "gzip")):
        headers = {**SMALL, "Sec-Fetch-Site": site}
        answer = asked(script.client, f"/games/{script.score_key}", **headers)
        assert answer.content_encoding == encoding


def test_what_is_small_anyway_stays_as_it_is(phone: FlaskClient) -> None:
    assert asked(phone, "/healthz", **SMALL).content_encoding is None
