"""Compression of responses, and limits on the size of pages as they are sent."""

import gzip
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.http.htmx import LOCAL_FILE
from tests.rows import cases
from tests.web.script import Script

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
OWN = re.compile(r'(?:src|href)="(/static/\w{10}/(?!vendor)[^"]+\.(?:js|css))"')
PAGE, GAME, HTMX, LAZY = 14_000, 24_000, 13_400, 3_000  # bytes, the most as sent


@pytest.fixture
def game(phone: FlaskClient) -> str:
    """Play 22 rounds with the box of the most kinds of cards, and return the game's path."""
    values = {"edition": "power-colours", "players": ["Ana", "Bo", "Cy", "Dee"], "target": 10_000}
    api = phone.post("/api/games", json=values).headers["Location"]
    for points in range(22):
        hands = {"Bo": {"points": points}, "Cy": {"cards": "skip 7"}, "Dee": {"points": 9}}
        phone.post(f"/api{api}/rounds", json={"went_out": "Ana", "hands": hands})
    return api


def fetched(phone: FlaskClient, address: str, **headers: str) -> TestResponse:
    return phone.get(address, headers=headers, buffered=True)


def weight(phone: FlaskClient, address: str) -> int:
    """Return the compressed bytes of a page, its style sheets and scripts (without vendors')."""
    page = fetched(phone, address, **GZIP)
    assert page.content_encoding == "gzip"
    own = OWN.findall(gzip.decompress(page.data).decode())
    assert any("base.css" in each for each in own)
    weights: dict[str, int] = {}
    while own:
        address = own.pop()
        if address not in weights:
            answer = fetched(phone, address, **GZIP)
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
def test_public_page_size_is_limited(phone: FlaskClient, address: str, language: str) -> None:
    assert weight(phone, in_language(address, language)) <= PAGE


@pytest.mark.parametrize("language", ["en", "fr"])
def test_game_page_size_is_limited_also_with_qr_code(
    phone: FlaskClient, game: str, language: str
) -> None:
    assert weight(phone, f"{game}?lang={language}") <= GAME
    form = {"edition": "power-colours", "players": ["Ana", "Bo", "Cy", "Dee"]}
    game = phone.post("/games", data=form).headers["Location"]
    assert 'class="qr"' in phone.get(game).text
    assert weight(phone, f"{game}?lang={language}") <= GAME


def test_lazily_loaded_script_size_is_limited(phone: FlaskClient) -> None:
    page = phone.get("/").text
    (version,) = set(re.findall(r"/static/\w{10}/", page))
    sent = fetched(phone, f"{version}copies/journal.js", **GZIP)
    assert sent.content_encoding == "gzip"
    assert len(sent.data) <= LAZY


def test_local_htmx_size_is_limited(phone: FlaskClient) -> None:
    assert len(fetched(phone, f"/static/{LOCAL_FILE}", **GZIP).data) <= HTMX


@pytest.mark.parametrize("address", ["/", "/static/base.css", "/api/editions/hello-kitty"])
def test_decompressed_response_equals_uncompressed_one(phone: FlaskClient, address: str) -> None:
    plain, small = fetched(phone, address), fetched(phone, address, **GZIP)
    assert [each.content_encoding for each in (plain, small)] == [None, "gzip"]
    assert gzip.decompress(small.data) == plain.data
    assert small.content_length == len(small.data)
    for answer in (plain, small):
        assert "Accept-Encoding" in answer.vary


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "identity"])
def test_page_is_uncompressed_unless_client_accepts_gzip(phone: FlaskClient, accepted: str) -> None:
    answer = fetched(phone, "/", **{"Accept-Encoding": accepted})
    assert answer.content_encoding != "gzip"
    assert answer.data.startswith(b"<!doctype html>")


def test_static_file_is_compressed_only_once(
    phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fetched(phone, "/static/base.css", **GZIP).data
    monkeypatch.setattr(gzip, "compress", _never)
    assert fetched(phone, "/static/base.css", **GZIP).data == first


def _never(*_: object, **__: object) -> bytes:
    raise AssertionError


@pytest.mark.parametrize("address", ["/static/base.css", "/api{game}"])
def test_matching_etag_gives_304_with_and_without_gzip(
    phone: FlaskClient, game: str, address: str
) -> None:
    address = address.format(game=game)
    for headers in ({}, GZIP):
        etag = fetched(phone, address, **headers).headers["ETag"]
        again = fetched(phone, address, **headers, **{"If-None-Match": etag})
        assert (again.status_code, again.data) == (304, b"")


def test_range_response_is_not_compressed(phone: FlaskClient) -> None:
    part = fetched(phone, "/static/base.css", **GZIP, Range="bytes=0-1")
    assert (part.status_code, part.data) == (206, b"/*")


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "cross-site"}])
def test_page_size_reveals_nothing_about_access_keys(
    new_script: Callable[[], Script], headers: dict[str, str]
) -> None:
    """Another site may choose the query and observe the size, to test guesses of a key."""
    script = new_script().start()
    phone, key = script.client, script.score_key
    phone.get(f"/games/{key}")
    assert key in phone.get("/").text
    sizes = set()
    for guess in (key, key[::-1], key.swapcase()):
        for address in (f"/?x={guess}", f"/?all={guess}", f"/?{guess}"):
            answer = fetched(phone, address, **GZIP, **headers)
            sizes.add((address.partition("=")[0] if "=" in address else "", len(answer.data)))
    assert len(sizes) == 3  # one for each form of the query


def test_cross_site_request_is_not_compressed(new_script: Callable[[], Script]) -> None:
    script = new_script().start()
    # Opening the game sets a cookie, without which pages have no secret to reveal by their size.
    fetched(script.client, f"/games/{script.score_key}")
    for site, encoding in (("cross-site", None), ("none", "gzip"), ("same-origin", "gzip")):
        headers = {**GZIP, "Sec-Fetch-Site": site}
        answer = fetched(script.client, f"/games/{script.score_key}", **headers)
        assert answer.content_encoding == encoding


def test_short_response_is_not_compressed(phone: FlaskClient) -> None:
    assert fetched(phone, "/healthz", **GZIP).content_encoding is None
