"""Trailing slashes in addresses, and which path segments are valid."""

import pytest
from flask import Flask

from tests.web.script import Script

PAGES = (
    "/about",
    "/box/hello-kitty",
    "/rules/hello-kitty/search?q=",
    "/rules/hello-kitty/stack-draw-two?lang=fr",
    "/box/hello-kitty/count?said=z%C3%A9ro&a=b",
    "/api/editions",
)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("address", PAGES)
def test_trailing_slash_opens_the_same_page(shared: Flask, method: str, address: str) -> None:
    path, question_mark, query = address.partition("?")
    client = shared.test_client()
    answer = client.open(f"http://localhost{path}/{question_mark}{query}", method=method)
    assert answer.status_code == 200
    other = client.open(f"http://localhost{address}", method=method)
    assert answer.text.partition("<main")[2] == other.text.partition("<main")[2]


def test_trailing_slash_after_access_key_is_ignored(played: Script) -> None:
    for page in (f"/games/{played.score_key}", f"/watch/{played.watch_key}"):
        assert played.client.get(f"http://localhost{page}/").status_code == 200
        assert played.client.get(f"http://localhost{page}x/").status_code == 404


@pytest.mark.parametrize(
    "address", ["/nothing/", "/static/", "/games/x/", "/watch/x/", "/api/games/x/"]
)
def test_unknown_address_with_trailing_slash_gives_404(shared: Flask, address: str) -> None:
    assert shared.test_client().get(f"http://localhost{address}").status_code == 404


@pytest.mark.parametrize("path", ["//evil.example/", "//box/hello-kitty/"])
def test_double_slash_path_never_redirects_to_another_host(shared: Flask, path: str) -> None:
    answer = shared.test_client().get(environ_overrides={"PATH_INFO": path})
    leads_to = answer.headers.get("Location", "http://localhost/")
    assert leads_to.startswith("http://localhost/") or not leads_to.startswith(("http", "//"))
