"""The session in two cookies, and cookies of former versions."""

import time
from http import HTTPStatus

import pytest
from flask import Flask, flash, make_response
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import Signer
from itsdangerous.encoding import base64_encode

from tests.web.conftest import Run
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


def cookie(app: Flask, secret: bytes, **values: object) -> str:
    """Sign a cookie as somebody else would."""
    signer = SecureCookieSessionInterface()
    own, app.secret_key = app.secret_key, secret
    try:
        serializer = signer.get_signing_serializer(app)
        assert serializer
        return str(serializer.dumps(values))
    finally:
        app.secret_key = own


@pytest.mark.parametrize("secret", [b"guessed", b"x" * 32])
def test_a_cookie_of_somebody_elses_making_is_none(app: Flask, secret: bytes) -> None:
    table = Script(app, "203.0.113.1").start()
    slips = [["Ana, Bo", "slip"]]
    made = cookie(
        app, secret, games=[table.score_key], nickname="Eve", deleted=slips, forgotten="x"
    )
    thief = app.test_client()
    thief.set_cookie("session", made)
    page = thief.get("/").text
    assert not {"Ana, Bo, Cy", "Eve", "Deleted"} & {
        word for word in ("Ana, Bo, Cy", "Eve", "Deleted") if word in page
    }


@pytest.mark.parametrize(
    "nonsense", [None, 7, "x", [1], [[1, 2]], {"a": 1}, [["a", "b", "c"]], "\u200f"]
)
def test_a_cookie_of_our_own_that_holds_nonsense_does_no_harm(app: Flask, nonsense: object) -> None:
    ours = app.secret_key
    assert isinstance(ours, bytes)
    names = ("games", "nickname", "deleted", "forgotten", "seats", "phone", "groups", "joining")
    values = dict.fromkeys(names, nonsense)
    phone = app.test_client()
    phone.set_cookie("session", cookie(app, ours, **values))
    for path in ("/", "/games/new"):
        assert phone.get(path).status_code == 200
    for path, form in (("/forget", {"back": "1"}), ("/forget", {"key": "x"})):
        assert phone.post(path, data=form).status_code == 303
    table = Script(app, "203.0.113.1").start()
    phone.set_cookie("session", cookie(app, ours, **values))
    form = {"went_out": "1", "points-2": "1", "points-3": "1"}
    assert phone.post(f"/games/{table.score_key}/rounds", data=form).status_code == 303
    assert phone.get(f"/games/{table.score_key}/history").status_code == 200
    assert phone.post(f"/games/{table.score_key}/delete").status_code == 200


def test_every_cookie_is_for_the_server_alone(run: Run) -> None:
    script = Script(run(public_url="https://cards.example.org"), "203.0.113.1").start()
    (known,) = script.client.get(f"/games/{script.score_key}").headers.getlist("Set-Cookie")
    named = script.client.post("/nickname", data={"nickname": "Bo"})
    (told,) = (c for c in named.headers.getlist("Set-Cookie") if c.startswith("flash="))
    language = script.client.get("/?lang=fr").headers["Set-Cookie"]
    for each in (known, told, language):
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} < set(each.split("; ")), each
    assert "Max-Age=60" in told


def test_a_flash_message_signs_no_other_cookie(shared: Flask) -> None:
    salt = "cookie-session"
    with shared.test_request_context():
        flash(salt)  # the key of the other cookie is a signature over this
        (cookie,) = shared.process_response(make_response()).headers.getlist("Set-Cookie")
    secret = shared.secret_key
    assert isinstance(secret, bytes)
    key = Signer(secret, salt=salt, key_derivation="hmac").derive_key()
    assert cookie.partition(";")[0].rpartition(".")[2] != base64_encode(key).decode()
