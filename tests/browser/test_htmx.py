"""Tests that pages load htmx from its CDN, with the server's own copy as the fallback."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from companion.config import STATIC
from companion.web.http.htmx import CDN_ADDRESS, LOCAL_FILE
from tests.browser.phone import foreign_requests, no_htmx_fallback
from tests.browser.table import Table
from tests.serving import COMPANION, serving

OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
BYTES = (STATIC / LOCAL_FILE).read_bytes()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the companion with htmx from the CDN (its default) and yield its URL."""
    place = ("--host=127.0.0.1", "--port=0", f"--data={tmp_path_factory.mktemp('shipped')}")
    with serving(*COMPANION, *place) as running:
        yield running.url


@pytest.fixture
def page(url: str, browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    with browser.new_context(**{**browser_context_args, "base_url": url}) as context:
        yield context.new_page()


def genuine(route: Route) -> None:
    route.fulfill(body=BYTES, headers=OPEN_TO_ALL)


def tampered(route: Route) -> None:
    route.fulfill(body=BYTES.replace(b"4.0.1", b"4.0.2"), headers=OPEN_TO_ALL)


def refused(route: Route) -> None:
    route.abort()


def never(route: Route) -> None:
    del route  # the browser keeps waiting for an answer


def local_requests(page: Page) -> list[str]:
    requests: list[str] = []
    page.on("request", lambda r: requests.append(r.url) if LOCAL_FILE in r.url else None)
    return requests


def play(page: Page) -> None:
    """Start a game, save a round, and assert that htmx did so without reloading the page."""
    table = Table(page).start("classic-108", ["Ana", "Bo"])
    table.wait_for_htmx()
    assert page.evaluate("htmx.version") == "4.0.1"
    page.evaluate("window.isStillThere = true")
    table.round("Ana", Bo=7)
    table.shows({"Ana": 7, "Bo": 0})
    assert page.evaluate("window.isStillThere") is True


def test_htmx_is_loaded_from_cdn_without_referrer(page: Page) -> None:
    no_htmx_fallback(page)
    page.route(CDN_ADDRESS, genuine)
    asked = local_requests(page)
    with page.expect_request(CDN_ADDRESS) as request:
        play(page)
    assert asked == []
    assert "referer" not in request.value.all_headers()  # it would reveal the game's access key


def test_requests_to_other_servers_are_blocked_and_noted(browser: Browser, base_url: str) -> None:
    """All browser tests rely on this to notice requests to other servers."""
    with browser.new_context() as context:
        foreign = foreign_requests(base_url, context)
        page = context.new_page()
        page.goto(f"{base_url}/healthz")
        with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
            page.goto("http://elsewhere.test/")
    assert foreign == ["http://elsewhere.test/"]


@pytest.mark.parametrize("answer", [tampered, refused, never])
def test_local_htmx_is_used_if_cdn_copy_is_altered_or_missing(page: Page, answer: object) -> None:
    if answer is not never:
        no_htmx_fallback(page)  # so that the failed request, not a timeout, triggers the fallback
    page.context.route(CDN_ADDRESS, answer)  # type: ignore[arg-type]
    asked = local_requests(page)
    play(page)
    assert len(asked) == 1


def test_late_cdn_script_is_not_run_after_the_fallback(page: Page) -> None:
    waiting: list[Route] = []
    page.context.route(CDN_ADDRESS, lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright sets attributes on it
    table = Table(page).start("classic-108", ["Ana", "Bo"])
    table.wait_for_htmx()
    page.evaluate("window.htmx.isOurs = true")
    for route in waiting:
        genuine(route)
    page.evaluate("fetch('/healthz')")  # its answer arrives after the late script
    assert page.evaluate("window.htmx.isOurs") is True
    expect(page.locator("form.round")).to_have_count(1)
