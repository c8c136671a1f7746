"""The session in two cookies, and cookies of former versions."""

import time
from http import HTTPStatus

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from tests.web.paper import Paper
from tests.web.script import Script


def test_a_cookie_that_was_signed_with_a_time_is_read_and_replaced(app: Flask) -> None:
    games = [Script(app, "203.0.113.1").start().score_key for _ in range(30)]
    dated = SecureCookieSessionInterface().get_signing_serializer(app)
    assert dated
    for known in (games[:1], games[1:]):  # a short cookie, and one long enough to be compressed
        phone = Paper(app.test_client())
        phone.client.set_cookie("session", str(dated.dumps({"games": known, "_permanent": True})))
        assert f"/games/{known[0]}" in phone.open("/").page
        phone.open(f"/games/{known[-1]}")
        assert f"/games/{known[0]}" in phone.open("/?all").page
        assert f"/games/{known[-1]}" in phone.page


def test_a_message_leaves_the_known_games_alone(app: Flask) -> None:
    script = Script(app, "203.0.113.1").start()
    phone = app.test_client()
    phone.get(f"/games/{script.score_key}")
    change = {"change": "target", "target": "300"}
    answer = phone.post(f"/games/{script.score_key}/settings", data=change)
    assert answer.status_code == HTTPStatus.SEE_OTHER
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith("flash=")
    shown = phone.get(f"/games/{script.score_key}")
    (cookie,) = shown.headers.getlist("Set-Cookie")
    assert cookie.startswith("flash=;")
    assert "Set-Cookie" not in phone.get(f"/games/{script.score_key}").headers


def test_no_cookie_hangs_on_the_clock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(app, "203.0.113.1").start()
    phone = app.test_client()
    monkeypatch.setattr(time, "time", lambda: 4e9)  # later than the clock of the next request
    answer = phone.get(f"/games/{script.score_key}")
    assert "Max-Age=63072000" in answer.headers["Set-Cookie"]
    monkeypatch.undo()
    assert f"/games/{script.score_key}" in phone.get("/").text
