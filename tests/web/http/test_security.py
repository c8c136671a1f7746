"""Security and cache headers of every response."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.web.http.rate_limits import Limit, Limits
from tests.rows import cases
from tests.web.hall import EIGHT
from tests.web.routes import METHODS, every_key, every_path
from tests.web.running import replace_services
from tests.web.script import Script, play_one_round

POLICY = (
    "default-src 'none';"
    " script-src 'self' https://cdn.jsdelivr.net/npm/htmx.org@4.0.1/dist/htmx.min.js;"
    " style-src 'self'; img-src 'self' data:; media-src 'self';"
    " connect-src 'self'; font-src 'self';"
    " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PAGE_VARY = {
    "Accept-Encoding", "Accept-Language", "Cookie", "HX-Request", "HX-Request-Type",
}  # fmt: skip


@pytest.fixture
def app(app: Flask) -> Flask:
    replace_services(app, limits=Limits(wrong_keys=Limit(10**6, 60)))
    return app


@pytest.fixture
def seated(app: Flask) -> Script:
    return play_one_round(app)


@pytest.mark.parametrize("method", METHODS)
def test_every_response_has_security_headers(app: Flask, seated: Script, method: str) -> None:
    statuses = set()
    for path in every_path(app, *every_key(seated)):
        answer = seated.client.open(path, method=method, buffered=True)
        statuses.add(answer.status_code)
        assert answer.status_code < 500, path
        assert answer.headers["Content-Security-Policy"] == POLICY, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["Referrer-Policy"] == "same-origin", path
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin", path
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", path
        assert "camera=()" in answer.headers["Permissions-Policy"], path
        is_static = path.startswith("/static/") and answer.status_code == 200
        if not is_static or method == "OPTIONS":
            assert answer.headers["Cache-Control"] == "private, no-cache", path
    assert statuses >= {200, 404} - ({200} if method in {"PUT", "PATCH", "DELETE"} else set())


def test_pages_have_no_inline_code_and_are_noindex_if_keyed(app: Flask, seated: Script) -> None:
    keys = every_key(seated)
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:")
    for path in every_path(app, *keys):
        answer = seated.client.get(path, buffered=True)
        assert answer.mimetype != "text/html" or inline.search(answer.text) is None, path
        if answer.status_code == 200:  # search engines index only these
            is_behind_a_key = not set(keys).isdisjoint(path.replace(".", "/").split("/"))
            said = answer.headers.get("X-Robots-Tag")
            assert said == ("noindex, nofollow" if is_behind_a_key else None), path


def test_htmx_request_to_any_path_causes_no_server_error(app: Flask, seated: Script) -> None:
    for path in every_path(app, *every_key(seated)):
        answer = seated.client.get(path, headers={"HX-Request-Type": "partial"}, buffered=True)
        assert answer.status_code < 500, path


@pytest.mark.parametrize("path", ["/watch/{0.watch_key}", "/games/{0.watch_key}/plan"])
def test_page_without_partial_is_sent_whole_to_htmx(app: Flask, path: str) -> None:
    hall = Script(app, "203.0.113.8").start(*EIGHT, format="tournament")
    answer = hall.client.get(path.format(hall), headers={"HX-Request-Type": "partial"})
    assert (answer.status_code, answer.text[:15]) == (200, "<!doctype html>")


@pytest.mark.parametrize(
    ("path", "vary"),
    [
        ("/static/base.css", {"Accept-Encoding"}),
        ("/static/nowhere.css", PAGE_VARY),  # answered with a page
        ("/nowhere", PAGE_VARY),
        ("/", PAGE_VARY),
        ("/healthz", {"Accept-Encoding", "Accept-Language"}),
        ("/api/nowhere", {"Accept-Encoding", "Accept-Language"}),
    ],
)
def test_vary_header_of_files_pages_and_json(app: Flask, path: str, vary: set[str]) -> None:
    (said,) = app.test_client().get(path, buffered=True).headers.getlist("Vary")
    assert set(said.split(", ")) == vary


def test_only_static_files_of_current_version_are_cached_forever(app: Flask) -> None:
    client = app.test_client()
    (address,) = re.findall(r'href="(/static/\w{10}/icon\.svg)"', client.get("/").text)
    answer = client.get(address, buffered=True)
    forever = {"public", "max-age=31536000", "immutable"}
    assert set(answer.headers["Cache-Control"].split(", ")) == forever
    assert set(answer.headers["Vary"].split(", ")) == {"Accept-Encoding"}
    for other in ("/static/icon.svg", "/static/0123456789/icon.svg"):
        answer = client.get(other, buffered=True)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


@cases("""path | more | status
/ | {"headers": {"Host": "evil.example"}} | 400
/games | {"method": "POST", "headers": {"Origin": "null"}} | 403
/games | {"method": "POST", "data": b" " * 70_000} | 413
/static/base.css | {"headers": {"Range": "bytes=9999999-"}} | 416
/api/games | {"method": "POST"} | 415
/api/games | {"method": "POST", "json": {}} | 422
/games | {"method": "POST", "data": {}} | 422
/games | {} | 405
/games//x | {} | 308
""")
def test_refused_requests_have_security_headers(
    app: Flask, path: str, more: dict[str, Any], status: int
) -> None:
    answer = app.test_client().open(path, **more)
    assert (answer.status_code, answer.headers["Content-Security-Policy"]) == (status, POLICY)
    assert answer.headers["Cache-Control"] == "private, no-cache"
