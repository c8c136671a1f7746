"""Writes that another site requests through a player's browser are refused."""

from string import ascii_lowercase, digits, printable
from typing import Any

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.test import create_environ, run_wsgi_app

from tests.web.conftest import Run
from tests.web.paper import Paper
from tests.web.routes import WRITES, every_key, every_path
from tests.web.script import Script

FOREIGN = (
    "https://evil.example", "null", "http://localhost.evil.example",
    "http://evil.example/localhost", "https://localhost", "http://localhost:8000",
    "http://127.0.0.1", "localhost", "file://", "http://[::1", "http://localhost:99999",
)  # fmt: skip


# Header values of any ASCII, mostly of what a name, a port or an IP address consists of.
NAMES = st.lists(
    st.sampled_from(
        (
            *(
                "xn--",
                "xn--a",
                "xn--strae-oqa",
                "a",
                ".",
                "..",
                "-",
                "_",
                ":",
                "::1",
                "[",
                "]",
                "@",
            ),
            *(
                "@",
                "/",
                "\\",
                "?",
                "#",
                "%",
                "80",
                ":0",
                ":65536",
                "localhost",
                "127.0.0.1",
                "v1.",
                " ",
            ),
        )
    )
    | st.text(ascii_lowercase + digits + ".-", max_size=70)
    | st.text(printable.translate({ord(end): None for end in "\r\n"}), max_size=5),
    max_size=5,
).map("".join)


@pytest.mark.parametrize("method", WRITES)
def test_foreign_origin_is_refused_at_every_address(
    shared: Flask, played: Script, method: str
) -> None:
    before = played.state
    for path in every_path(shared, *every_key(played)):
        answer = played.client.open(path, method=method, headers={"Origin": "https://evil.example"})
        assert answer.status_code == 403, path
        if path.startswith("/api/"):
            assert answer.json
            assert answer.json["error"]["code"] == "foreign-origin"
    assert played.state == before


@pytest.mark.parametrize("origin", FOREIGN)
def test_any_origin_but_our_own_is_refused(played: Script, origin: str) -> None:
    before = played.state
    path = f"/games/{played.score_key}/undo"
    played.ask("POST", path, headers={"Origin": origin})
    assert played.assert_refused(403, "foreign-origin") == {}
    assert played.state == before


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "10.0.0.7"])
def test_own_origin_may_write(played: Script, host: str) -> None:
    headers = {"Origin": f"http://{host}", "Host": host}
    answer = played.ask(
        "PATCH", f"/games/{played.score_key}", json={"target": 700}, headers=headers
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("headers", [{}, {"Origin": ""}])
def test_request_without_origin_may_write(played: Script, headers: dict[str, str]) -> None:
    assert played.ask("POST", f"/games/{played.score_key}/undo", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)],
)
def test_cross_site_write_without_origin_is_refused_by_fetch_header(
    played: Script, site: str, status: int
) -> None:
    before = played.state
    headers = {"Sec-Fetch-Site": site}
    answer = played.ask("POST", f"/games/{played.score_key}/undo", headers=headers)
    assert answer.status_code == status
    assert (played.state == before) == (status == 403)


def test_foreign_origin_may_read_but_gets_no_cors_header(played: Script) -> None:
    for method in ("GET", "HEAD", "OPTIONS"):
        headers = {"Origin": "https://evil.example"}
        answer = played.ask(method, f"/games/{played.watch_key}", headers=headers)
        assert answer.status_code == 200
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_origin_is_checked_before_host_size_and_rate_limit(app: Flask) -> None:
    phone = app.test_client()
    headers = {"Origin": "https://evil.example", "Host": "evil.example"}
    assert phone.post("/", headers=headers, data=b" " * 200_000).status_code == 403
    for _ in range(70):
        answer = phone.post("/api/games/wrong/undo", headers={"Origin": "https://evil.example"})
        assert answer.status_code == 403


def status_of(app: Flask, origin: str, **headers: str) -> int:
    answer = app.test_client().post("/api/games/wrong/undo", headers={"Origin": origin, **headers})
    return answer.status_code


def test_public_url_counts_as_own_origin(run: Run) -> None:
    app = run(public_url="https://Cards.example.org")
    assert status_of(app, "https://cards.example.org") == 404
    assert status_of(app, "https://cards.example.org", Host="cards.example.org") == 404
    assert status_of(app, "http://localhost") == 404
    assert status_of(app, "http://cards.example.org") == 403
    assert status_of(app, "https://cards.example.org:8443") == 403
    assert status_of(app, "https://evil.example") == 403


def test_trusted_proxy_sets_scheme_but_not_host_of_own_origin(run: Run) -> None:
    app = run(public_url="https://cards.example.org", proxy=1)
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7", "Host": "10.0.0.7"}
    assert status_of(app, "https://cards.example.org", **forwarded) == 404
    assert status_of(app, "https://10.0.0.7", **forwarded) == 404
    assert status_of(app, "http://10.0.0.7", **forwarded) == 403
    forged = forwarded | {"X-Forwarded-Host": "evil.example"}
    assert status_of(app, "https://evil.example", **forged) == 403


def test_forwarded_scheme_is_ignored_without_trusted_proxy(app: Flask) -> None:
    assert status_of(app, "https://localhost", **{"X-Forwarded-Proto": "https"}) == 403


@given(host=NAMES, scheme=st.sampled_from(("http://", "https://", "", "null")), other=NAMES)
@example(host="xn--a", scheme="http://", other="localhost")
@example(host="localhost", scheme="http://", other="xn--a")
@example(host="xn--strae-oqa", scheme="http://", other="localhost")
def test_no_host_or_origin_causes_a_server_error(
    shared: Flask, host: str, scheme: str, other: str
) -> None:
    for name in (host, "localhost"):
        assert served(shared, "/", headers={"Host": name}) in {200, 400}
        for origin in (f"{scheme}{host}", f"{scheme}{other}"):
            sent = {"method": "POST", "headers": {"Host": name, "Origin": origin}}
            # Without players the requests start no game.
            assert served(shared, "/games", data={}, **sent) in {400, 403, 422}
            assert served(shared, "/api/games", json={}, **sent) in {400, 403, 422}


def served(app: Flask, path: str, **request: Any) -> int:  # noqa: ANN401 - as werkzeug takes it
    """Return a WSGI request's status, without a test client, which would decode the host."""
    _, status, _ = run_wsgi_app(app.wsgi_app, create_environ(path, **request))
    return int(status.partition(" ")[0])


@pytest.mark.parametrize("host", ["xn--strae-oqa.example", "xn--a", "xn--53h.example"])
@pytest.mark.parametrize("name", ["public_url", "host_names"])
def test_pages_saves_and_links_work_under_any_own_host_name(
    run: Run, monkeypatch: pytest.MonkeyPatch, host: str, name: str
) -> None:
    app = run(**{name: f"https://{host}" if name == "public_url" else (host,)}, proxy=1)
    serve = app.wsgi_app
    sent: dict[str, str] = {
        "HTTP_HOST": host,
        "HTTP_ORIGIN": f"https://{host}",
        "HTTP_X_FORWARDED_PROTO": "https",
    }
    monkeypatch.setattr(app, "wsgi_app", lambda environ, start: serve(environ | sent, start))
    phone = Paper(app.test_client()).start("hello-kitty", "Ana", "Bo").round("1", points_2="20")
    assert phone.state["rounds_total"] == 1
    assert f"https://{host}/games/" in phone.open(f"{phone.game}/share").page
    assert Script(app, "192.0.2.1").start("Ana", "Bo").round("Ana", Bo=20).status_code == 201
