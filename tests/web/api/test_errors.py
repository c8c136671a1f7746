"""Errors of the JSON API: one shape for all, stable codes, statuses and methods."""

import pytest

from companion.web.errors import ErrorCode
from tests.rows import cases
from tests.web.script import Script

PROMISED = {
    "not-json": 400,
    "not-json-type": 415,
    "foreign-origin": 403,
    "not-found": 404,
    "stale": 409,
    "finished": 409,
    "request-id-reused": 409,
    "too-large": 413,
    "invalid": 422,
    "impossible-count": 422,
    "slow-down": 429,
    "store-unavailable": 503,
    "not-saved": 507,
}


def test_error_codes_have_documented_statuses() -> None:
    assert {each.code: each.status for each in ErrorCode if each.code in PROMISED} == PROMISED


@pytest.mark.parametrize(
    "path", ["", "/", "/nowhere", "/games/a/b/c/d", "/%00", "/games/x/nowhere"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_unknown_address_is_not_found(script: Script, method: str, path: str) -> None:
    script.ask(method, path)
    assert script.assert_refused(404, "not-found") == {}


@cases("""method | path | allowed
GET | /games | {"POST"}
DELETE | /games/x | {"GET", "HEAD", "PATCH"}
GET | /games/x/rounds | {"POST"}
POST | /games/x/rounds/1 | {"PUT", "DELETE"}
GET | /games/import | {"POST"}
PATCH | /games/import | {"POST"}
POST | /editions | {"GET", "HEAD"}
PUT | /games/x/undo | {"POST"}
TRACE | /games/x | {"GET", "HEAD", "PATCH"}
BREW | /games/x | {"GET", "HEAD", "PATCH"}
""")
def test_wrong_method_is_refused_with_allowed_methods(
    script: Script, method: str, path: str, allowed: set[str]
) -> None:
    script.ask(method, path)
    assert script.assert_refused(405, "not-allowed") == {}
    assert set(script.last.headers["Allow"].split(", ")) == allowed | {"OPTIONS"}


def test_head_request_returns_headers_without_body(table: Script) -> None:
    path = f"/games/{table.watch_key}"
    whole, head = table.ask("GET", path), table.ask("HEAD", path)
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == whole.headers["ETag"]
    wrong = table.ask("HEAD", "/games/x")
    assert (wrong.status_code, wrong.data, wrong.content_type) == (404, b"", "application/json")
