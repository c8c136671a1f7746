"""The phone the other browser tests hold in their hands."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from companion.web.http.htmx import CDN_ADDRESS
from tests.browser.phone import TakePhone, keep_to, wait_for_ever

ELSEWHERE = "http://elsewhere.test/"
GREETING = "data:text/html,<p>quiet</p><script>document.body.textContent = 'busy'</script>"


def test_it_is_as_large_as_a_phone(page: Page) -> None:
    page.goto("/healthz")
    assert page.evaluate("[screen.width, screen.height, devicePixelRatio]") == [360, 740, 2]
    assert page.evaluate("navigator.maxTouchPoints") > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_may_be_dark(phone: TakePhone, scheme: Literal["light", "dark"]) -> None:
    page = phone(color_scheme=scheme)
    assert page.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_it_may_speak_french(phone: TakePhone, locale: str) -> None:
    page = phone(locale=locale)
    with page.expect_request("**/healthz") as asked:
        page.goto("/healthz")
    assert asked.value.all_headers()["accept-language"].startswith(locale)


@pytest.mark.parametrize(("scripts", "shown"), [(True, "busy"), (False, "quiet")])
def test_it_may_do_without_scripts(phone: TakePhone, *, scripts: bool, shown: str) -> None:
    page = phone(java_script_enabled=scripts)
    page.goto(GREETING)
    expect(page.locator("body")).to_have_text(shown)


def test_what_it_asks_of_strangers_is_refused_and_told(browser: Browser, base_url: str) -> None:
    with browser.new_context() as context:
        strays = keep_to(base_url, context)
        page = context.new_page()
        page.goto(f"{base_url}/healthz")
        with pytest.raises(Error, match=re.escape("ERR_FAILED")):
            page.goto(ELSEWHERE)
    assert strays == [ELSEWHERE]


def test_htmx_comes_from_its_own_address_and_passes_the_hash(page: Page) -> None:
    game = {"edition": "classic-108", "format": "individual", "players": ["Ana", "Bo"]}
    started = page.request.post("/api/games", data=game).json()
    wait_for_ever(page)
    with page.expect_request(CDN_ADDRESS):
        page.goto(f"/games/{started['score_key']}")
    page.wait_for_function("window.htmx")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert [name for name in loaded if "htmx" in name] == [CDN_ADDRESS]
