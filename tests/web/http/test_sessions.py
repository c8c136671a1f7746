"""The session in two cookies, and cookies of earlier versions."""

import time
from http import HTTPStatus

import pytest
from flask import Flask, flash, make_response
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import Signer
from itsdangerous.encoding import base64_encode

from tests.web.conftest import Run
from tests.web.cookies import cookie_name
from tests.web.paper import Paper
from tests.web.script import Script


def test_session_cookie_signed_with_timestamp_is_read_and_replaced(app: Flask) -> None:
    games = [Script(app, "203.0.113.1").start().score_key for _ in range(30)]
    dated = SecureCookieSessionInterface().get_signing_serializer(app)
    assert dated
    for known in (games[:1], games[1:]):  # a short cookie, and one long enough to be compressed
        phone = Paper(app.test_client())
        dumped = str(dated.dumps({"games": known, "_permanent": True}))
        phone.client.set_cookie(cookie_name(app), dumped)
        assert f"/games/{known[0]}" in phone.open("/").page
        phone.open(f"/games/{known[-1]}")
        assert f"/games/{known[0]}" in phone.open("/?all").page
        assert f"/games/{known[-1]}" in phone.page


def test_flash_message_does_not_rewrite_session_cookie(app: Flask) -> None:
    script = Script(app, "203.0.113.1").start()
    phone = app.test_client()
    phone.get(f"/games/{script.score_key}")
    change = {"change": "target", "target": "300"}
    answer = phone.post(f"/games/{script.score_key}/settings", data=change)
    assert answer.status_code == HTTPStatus.SEE_OTHER
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith(f"{cookie_name(app, 'flash')}=")
    shown = phone.get(f"/games/{script.score_key}")
    (cookie,) = shown.headers.getlist("Set-Cookie")
    assert "-flash=;" in cookie
    assert "Set-Cookie" not in phone.get(f"/games/{script.score_key}").headers


def test_session_cookie_does_not_depend_on_server_clock(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(app, "203.0.113.1").start()
    phone = app.test_client()
    monkeypatch.setattr(time, "time", lambda: 4e9)  # the year 2096, far ahead of the next request
    answer = phone.get(f"/games/{script.score_key}")
    assert "Max-Age=63072000" in answer.headers["Set-Cookie"]
    monkeypatch.undo()
    assert f"/games/{script.score_key}" in phone.get("/").text


def cookie(app: Flask, secret: bytes, **values: object) -> str:
    """Return a session cookie with these values, signed with a given secret."""
    signer = SecureCookieSessionInterface()
    own, app.secret_key = app.secret_key, secret
    try:
        serializer = signer.get_signing_serializer(app)
        assert serializer
        return str(serializer.dumps(values))
    finally:
        app.secret_key = own


@pytest.mark.parametrize("secret", [b"guessed", b"x" * 32])
def test_session_cookie_signed_with_wrong_secret_is_ignored(app: Flask, secret: bytes) -> None:
    table = Script(app, "203.0.113.1").start()
    deleted = [["Ana, Bo", "slip"]]
    forged = cookie(
        app, secret, games=[table.score_key], nickname="Eve", deleted=deleted, forgotten="x"
    )
    phone = app.test_client()
    phone.set_cookie(cookie_name(app), forged)
    page = phone.get("/").text
    assert not {"Ana, Bo, Cy", "Eve", "Deleted"} & {
        word for word in ("Ana, Bo, Cy", "Eve", "Deleted") if word in page
    }


@pytest.mark.parametrize(
    "nonsense", [None, 7, "x", [1], [[1, 2]], {"a": 1}, [["a", "b", "c"]], "\u200f"]
)
def test_signed_cookie_with_invalid_values_breaks_no_page(app: Flask, nonsense: object) -> None:
    ours = app.secret_key
    assert isinstance(ours, bytes)
    names = ("games", "nickname", "deleted", "forgotten", "seats", "phone", "groups", "joining")
    values = dict.fromkeys(names, nonsense)
    phone = app.test_client()
    phone.set_cookie(cookie_name(app), cookie(app, ours, **values))
    for path in ("/", "/games/new"):
        assert phone.get(path).status_code == 200
    for path, form in (("/forget", {"back": "1"}), ("/forget", {"key": "x"})):
        assert phone.post(path, data=form).status_code == 303
    table = Script(app, "203.0.113.1").start()
    phone.set_cookie(cookie_name(app), cookie(app, ours, **values))
    form = {"went_out": "1", "points-2": "1", "points-3": "1"}
    assert phone.post(f"/games/{table.score_key}/rounds", data=form).status_code == 303
    assert phone.get(f"/games/{table.score_key}/history").status_code == 200
    assert phone.post(f"/games/{table.score_key}/delete").status_code == 200


def test_cookies_are_secure_and_http_only(run: Run) -> None:
    script = Script(run(public_url="https://cards.example.org"), "203.0.113.1").start()
    (known,) = script.client.get(f"/games/{script.score_key}").headers.getlist("Set-Cookie")
    named = script.client.post("/nickname", data={"nickname": "Bo"})
    (flashed,) = (c for c in named.headers.getlist("Set-Cookie") if "-flash=" in c)
    language = script.client.get("/?lang=fr").headers["Set-Cookie"]
    for each in (known, flashed, language):
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} < set(each.split("; ")), each
    assert "Max-Age=60" in flashed


def test_flash_signature_is_not_the_session_signing_key(shared: Flask) -> None:
    salt = "cookie-session"
    with shared.test_request_context():
        flash(salt)  # the session's signing key is the signature of this text
        (cookie,) = shared.process_response(make_response()).headers.getlist("Set-Cookie")
    secret = shared.secret_key
    assert isinstance(secret, bytes)
    key = Signer(secret, salt=salt, key_derivation="hmac").derive_key()
    assert cookie.partition(";")[0].rpartition(".")[2] != base64_encode(key).decode()
