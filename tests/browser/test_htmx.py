"""htmx comes from its own address, and from this server where that is of no use."""

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from companion.config import STATIC
from companion.web.http.htmx import CDN_ADDRESS, LOCAL_FILE
from tests.browser.phone import TakePhone, keep_to, wait_for_ever
from tests.browser.table import Table

OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
BYTES = (STATIC / LOCAL_FILE).read_bytes()


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
    table = Table(page)
    table.start("classic-108", ["Ana", "Bo"])
    table.wait_for_htmx()
    assert page.evaluate("htmx.version") == "4.0.1"
    page.evaluate("window.isStillThere = true")
    table.round("Ana", Bo=7)
    table.shows({"Ana": 7, "Bo": 0})
    assert page.evaluate("window.isStillThere") is True


def test_the_true_bytes_are_taken_from_its_own_address(phone: TakePhone) -> None:
    page = phone()
    wait_for_ever(page)
    asked = asked_here(page)
    play(page)
    assert asked == []


def test_nothing_else_is_taken_from_anywhere_else(browser: Browser, base_url: str) -> None:
    """So that each test notices when a page asks a stranger for something."""
    with browser.new_context() as context:
        strays = keep_to(base_url, context)
        page = context.new_page()
        page.goto(f"{base_url}/healthz")
        with pytest.raises(Error, match="ERR_FAILED"):
            page.goto("http://elsewhere.test/")
    assert strays == ["http://elsewhere.test/"]


@pytest.mark.parametrize("answer", [tampered, refused, never])
def test_where_they_do_not_come_this_server_has_them(phone: TakePhone, answer: object) -> None:
    page = phone()
    if answer is not never:
        wait_for_ever(page)  # only the failure itself calls for the copy
    page.context.route(CDN_ADDRESS, answer)  # type: ignore[arg-type]
    asked = asked_here(page)
    play(page)
    assert len(asked) == 1


def test_what_comes_late_is_not_run_any_more(phone: TakePhone) -> None:
    page = phone()
    waiting: list[Route] = []
    page.context.route(CDN_ADDRESS, lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks it
    table = Table(page)
    table.start("classic-108", ["Ana", "Bo"])
    table.wait_for_htmx()
    page.evaluate("window.htmx.isOurs = true")
    for route in waiting:
        route.fulfill(body=BYTES, headers=OPEN_TO_ALL)
    page.evaluate("fetch('/healthz')")  # the late bytes have been answered before this is
    assert page.evaluate("window.htmx.isOurs") is True
    expect(page.locator("form.round")).to_have_count(1)
