"""Tests that another site open in the same browser cannot use the phone's access to a game."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.all_pages import Companion

OTHER_SITE = "http://elsewhere.test/"
TRAP = """<!doctype html><title>trap</title>
<form method="post" action="{address}"><input name="change" value="target">
<input name="target" value="300"><input name="kind" value="score"><button>win</button></form>
<iframe src="{table}"></iframe><a href="{table}">table</a>"""


@pytest.fixture
def keys(base_url: str) -> dict[str, str]:
    return Companion(base_url).start("Ana", "Bo")


@pytest.fixture
def victim(browser: Browser, base_url: str, keys: dict[str, str]) -> Iterator[BrowserContext]:
    """Yield a browser context with an open game and its cookie."""
    with browser.new_context(base_url=base_url) as context:
        context.new_page().goto(f"/games/{keys['score_key']}")
        yield context


def trap(victim: BrowserContext, base_url: str, table: str, action: str) -> Page:
    """Open a page of another site with a form, a frame and a link that target a game."""
    page = victim.new_page()
    body = TRAP.format(address=f"{base_url}{table}{action}", table=f"{base_url}{table}")
    page.route(OTHER_SITE, lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(OTHER_SITE)
    return page


@pytest.mark.parametrize("action", ["/settings", "/undo", "/share", "/delete", "/rematch", "/back"])
def test_form_posted_from_another_site_is_refused_and_changes_nothing(
    victim: BrowserContext, base_url: str, keys: dict[str, str], action: str
) -> None:
    table = f"/games/{keys['score_key']}"
    before = victim.request.get(f"/api{table}").json()
    page = trap(victim, base_url, table, action)
    with page.expect_navigation() as moved:
        page.get_by_role("button").click()
    assert moved.value.status == 403
    assert victim.request.get(f"/api{table}").json() == before
    assert victim.request.get(table).status == 200


def test_script_of_another_site_can_neither_change_nor_read_a_game(
    victim: BrowserContext, base_url: str, keys: dict[str, str]
) -> None:
    table = f"/games/{keys['score_key']}"
    page = trap(victim, base_url, table, "/undo")
    ask = """async ([address, how]) => {
        try { const answer = await fetch(address, how); return answer.type + await answer.text(); }
        catch { return "refused"; }
    }"""
    for how in ({"method": "POST"}, {"credentials": "include"}, {"method": "DELETE"}):
        assert page.evaluate(ask, [f"{base_url}{table}", how]) == "refused"
    opaque = page.evaluate(ask, [f"{base_url}{table}/undo", {"method": "POST", "mode": "no-cors"}])
    assert opaque in {"opaque", "refused"}
    assert victim.request.get(f"/api{table}").json()["game"]["version"] == 1


def test_another_site_cannot_show_game_in_a_frame(
    victim: BrowserContext, base_url: str, keys: dict[str, str]
) -> None:
    page = trap(victim, base_url, f"/games/{keys['score_key']}", "/undo")
    (frame,) = (each for each in page.frames if each != page.main_frame)
    assert frame.url.startswith("chrome-error:")
    assert frame.locator("form.round").count() == 0


def test_no_referrer_is_sent_when_leaving_a_game_for_another_site(victim: BrowserContext) -> None:
    (page,) = victim.pages
    page.route(OTHER_SITE, lambda route: route.fulfill(body="<p>elsewhere</p>"))
    page.evaluate("place => { location.href = place; }", OTHER_SITE)
    page.wait_for_url(OTHER_SITE)
    assert page.evaluate("document.referrer") == ""
