"""htmx comes from its own address, and from this server where that is of no use."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from companion.config import STATIC
from companion.web.http.htmx import CDN_ADDRESS, LOCAL_FILE
from tests.browser.phone import keep_to, wait_for_ever
from tests.browser.table import Table
from tests.serving import COMPANION, serving

OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
BYTES = (STATIC / LOCAL_FILE).read_bytes()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the companion as it is shipped; that of the other tests has its own htmx."""
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
    del route  # the browser goes on waiting for an answer


def asked_here(page: Page) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if LOCAL_FILE in r.url else None)
    return asked


def play(page: Page) -> None:
    """Save a round without leaving the page."""
    table = Table(page).start("classic-108", ["Ana", "Bo"])
    table.wait_for_htmx()
    assert page.evaluate("htmx.version") == "4.0.1"
    page.evaluate("window.isStillThere = true")
    table.round("Ana", Bo=7)
    table.shows({"Ana": 7, "Bo": 0})
    assert page.evaluate("window.isStillThere") is True


def test_the_true_bytes_are_taken_from_its_own_address(page: Page) -> None:
    wait_for_ever(page)
    page.route(CDN_ADDRESS, genuine)
    asked = asked_here(page)
    with page.expect_request(CDN_ADDRESS) as request:
        play(page)
    assert asked == []
    assert "referer" not in request.value.all_headers()  # it would tell the key of the game


def test_nothing_else_is_taken_from_anywhere_else(browser: Browser, base_url: str) -> None:
    """So that each test notices when a page asks a stranger for something."""
    with browser.new_context() as context:
        strays = keep_to(base_url, context)
        page = context.new_page()
        page.goto(f"{base_url}/healthz")
        with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
            page.goto("http://elsewhere.test/")
    assert strays == ["http://elsewhere.test/"]


@pytest.mark.parametrize("answer", [tampered, refused, never])
def test_where_they_do_not_come_this_server_has_them(page: Page, answer: object) -> None:
    if answer is not never:
        wait_for_ever(page)  # only the failure itself calls for the copy
    page.context.route(CDN_ADDRESS, answer)  # type: ignore[arg-type]
    asked = asked_here(page)
    play(page)
    assert len(asked) == 1


def test_what_comes_late_is_not_run_any_more(page: Page) -> None:
    waiting: list[Route] = []
    page.context.route(CDN_ADDRESS, lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks it
    table = Table(page).start("classic-108", ["Ana", "Bo"])
    table.wait_for_htmx()
    page.evaluate("window.htmx.isOurs = true")
    for route in waiting:
        genuine(route)
    page.evaluate("fetch('/healthz')")  # the late bytes have been answered before this is
    assert page.evaluate("window.htmx.isOurs") is True
    expect(page.locator("form.round")).to_have_count(1)
