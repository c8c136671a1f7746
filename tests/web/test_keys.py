"""Keys: not to be guessed, and told to nobody but those who have them."""

import logging
import secrets
from base64 import urlsafe_b64decode
from collections.abc import Callable
from itertools import count

import pytest
from flask import Flask, flash, make_response
from itsdangerous import Signer
from itsdangerous.encoding import base64_encode

from tests.web.script import Script


def test_a_key_is_128_random_bits(table: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = set()
    for _ in range(20):
        table.start()
        keys |= {table.score_key, table.watch_key}
    assert len(keys) == 40
    assert {len(urlsafe_b64decode(key + "==")) for key in keys} == {16}
    drawn = count()
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: f"{size}-bytes-{next(drawn)}")
    assert table.start().score_key.startswith("16-bytes-")


def test_no_key_stands_in_what_a_game_says_of_itself(table: Script) -> None:
    for path in ("", "/journal", "/score-sheet.txt", ".csv"):
        text = table.read(path).text
        assert table.score_key not in text
        assert table.watch_key not in text
    page = table.client.get(f"/watch/{table.watch_key}").text
    assert table.score_key not in page


@pytest.fixture
def troubled(app: Flask) -> Flask:
    """Run a companion with addresses at which something goes wrong that nobody foresaw."""

    def broken(key: str) -> str:
        raise RuntimeError("nobody foresaw " + key)

    app.add_url_rule("/games/<key>/broken", view_func=broken)
    app.add_url_rule("/api/games/<key>/broken", endpoint="api.broken", view_func=broken)
    return app


def test_what_nobody_foresaw_is_told_in_the_right_shape(troubled: Flask) -> None:
    script = Script(troubled, "203.0.113.1").start()
    script.ask("GET", f"/games/{script.score_key}/broken")
    assert script.refused(500, "broken") == {}
    page = script.client.get(f"/games/{script.score_key}/broken")
    assert (page.status_code, page.mimetype) == (500, "text/html")
    assert "Nothing was changed" in page.text
    assert "nobody foresaw" not in page.text + script.last.text
    assert "Content-Security-Policy" in page.headers
    assert page.headers["Cache-Control"] == "private, no-cache"


def test_no_key_is_logged(troubled: Flask, caplog: pytest.LogCaptureFixture) -> None:
    script = Script(troubled, "203.0.113.1").start()
    with caplog.at_level(logging.DEBUG):
        for path in ("/broken", "/broken?lang=fr"):
            script.ask("GET", f"/games/{script.score_key}{path}")
            script.client.get(f"/games/{script.score_key}{path}")
        script.round("Ana", Bo=-1)
        script.client.get(f"/games/{script.score_key}")
    assert script.score_key not in caplog.text
    assert "GET at api.broken" in caplog.text
    assert "RuntimeError: nobody foresaw <key>" in caplog.text
    assert "in broken" in caplog.text


def test_the_cookie_of_known_games_is_for_the_server_alone(run: Callable[..., Flask]) -> None:
    app = run(public_url="https://cards.example.org")
    script = Script(app, "203.0.113.1").start()
    answer = script.client.get(f"/games/{script.score_key}")
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} < set(cookie.split("; "))


def test_the_cookie_of_what_is_told_once_is_too(run: Callable[..., Flask]) -> None:
    script = Script(run(public_url="https://cards.example.org"), "203.0.113.1").start()
    answer = script.client.post("/nickname", data={"nickname": "Bo"})
    told = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith("flash="))
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=60"} < set(told.split("; "))


def test_a_flash_message_signs_no_other_cookie(shared: Flask) -> None:
    salt = "cookie-session"
    with shared.test_request_context():
        flash(salt)  # the key of the other cookie is a signature over this
        (cookie,) = shared.process_response(make_response()).headers.getlist("Set-Cookie")
    secret = shared.secret_key
    assert isinstance(secret, bytes)
    key = Signer(secret, salt=salt, key_derivation="hmac").derive_key()
    assert cookie.partition(";")[0].rpartition(".")[2] != base64_encode(key).decode()
