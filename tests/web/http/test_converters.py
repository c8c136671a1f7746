"""An address that ends in a slash leads to the page without it, and nowhere else."""

import pytest
from flask import Flask

LEADS = {
    "/box/hello-kitty/": "/box/hello-kitty",
    "/box/hello-kitty//": "/box/hello-kitty",
    "/rules/hello-kitty/search//?q=": "/rules/hello-kitty/search?q=",
    "/rules/hello-kitty/stack-draw-two/?lang=fr": "/rules/hello-kitty/stack-draw-two?lang=fr",
    "/box/hello-kitty/count/?said=z%C3%A9ro&a=b": "/box/hello-kitty/count?said=z%C3%A9ro&a=b",
    "/api/editions/": "/api/editions",
}


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("address", LEADS)
def test_a_slash_too_many_leads_to_the_page(shared: Flask, method: str, address: str) -> None:
    answer = shared.test_client().open(f"http://localhost{address}", method=method)
    assert (answer.status_code, answer.headers["Location"]) == (302, LEADS[address])


@pytest.mark.parametrize(
    "address", ["/nothing/", "/static/", "/games/", "/games/x/", "/watch/x/", "/api/games/x/"]
)
def test_it_leads_nowhere_else(shared: Flask, address: str) -> None:
    assert shared.test_client().get(f"http://localhost{address}").status_code == 404


@pytest.mark.parametrize(
    ("path", "leads_to"), [("//box/hello-kitty/", "/box/hello-kitty"), ("//evil.example/", None)]
)
def test_it_never_names_a_host(shared: Flask, path: str, leads_to: str | None) -> None:
    answer = shared.test_client().get(environ_overrides={"PATH_INFO": path})
    assert answer.headers.get("Location") == leads_to


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_nothing_is_written_past_a_slash(shared: Flask, method: str) -> None:
    assert shared.test_client().open("/api/games/", method=method).status_code == 404
