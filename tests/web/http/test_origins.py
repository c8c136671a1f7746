"""Writes that another site requests through a player's browser are refused."""

import pytest
from flask import Flask

from tests.web.conftest import Run
from tests.web.places import WRITES, every_key, every_path
from tests.web.script import Script

FOREIGN = (
    "https://evil.example", "null", "http://localhost.evil.example",
    "http://evil.example/localhost", "https://localhost", "http://localhost:8000",
    "http://127.0.0.1", "localhost", "file://", "http://[::1", "http://localhost:99999",
)  # fmt: skip


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
    assert played.refused(403, "foreign-origin") == {}
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
