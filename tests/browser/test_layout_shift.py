"""Tests of pages whose scripts arrive late or not at all."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.all_pages import Companion

MAX_SHIFT = 0.01  # cumulative layout shift
SCRIPTS = re.compile(r"(?<!fallback)\.js\b")  # fallback.js blocks the first paint
PARSED = """new Promise((done) => {
    const look = () => document.readyState === 'loading' || done();
    document.addEventListener('readystatechange', look);
    look(); })"""
PAINTED = """new Promise((done) => new PerformanceObserver(done)
    .observe({ type: 'paint', buffered: true }))"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WATCH = """() => {
    window.shifts = [];
    window.watching = new PerformanceObserver((seen) => shifts.push(...seen.getEntries()));
    watching.observe({ type: 'layout-shift' }); }"""
SHIFTED = "[...shifts, ...watching.takeRecords()].reduce((sum, { value }) => sum + value, 0)"


@pytest.fixture
def pages(base_url: str) -> dict[str, str]:
    companion = Companion(base_url)
    names = ("Ana", "Bo", "Cy", "Dee")
    game = companion.start(*names, rounds=2)
    hall = companion.start(*names, format="tournament")
    key = game["score_key"]
    return {
        "pile": "/box/toy-story-3/count",
        "pile counted": "/box/classic-112/count?cards=9x+skip",
        "box": "/box/power-colours",
        "table": f"/games/{key}",
        "round": f"/games/{key}/rounds/1",
        "share": f"/games/{key}/share",
        "watch": f"/watch/{game['watch_key']}",
        "one table": f"/tables/{hall['tables'][0]['key']}",
    }


class HeldScripts:
    """Requests of a page for scripts, held back until `release`, and their number."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._are_held = True
        self.number = 0
        page.route(SCRIPTS, self._handle)

    def _handle(self, route: Route) -> None:
        self.number += 1
        if self._are_held:
            self._held.append(route)
        else:
            route.fallback()

    def release(self) -> None:
        self._are_held = False
        for route in self._held:
            route.fallback()


def set_animation_speed(page: Page, rate: int) -> None:
    """Multiply the speed of CSS animations by `rate` (0 stops them)."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": rate})


@pytest.mark.parametrize(
    "name", ["pile", "pile counted", "box", "table", "round", "share", "watch", "one table"]
)
def test_late_scripts_cause_no_layout_shift(page: Page, pages: dict[str, str], name: str) -> None:
    set_animation_speed(page, 0)
    scripts = HeldScripts(page)
    page.goto(pages[name], wait_until="commit")
    for state in (PARSED, PAINTED, DRAWN):
        page.evaluate(state)
    page.evaluate(WATCH)
    scripts.release()
    page.wait_for_load_state("load")
    page.evaluate(DRAWN)
    assert scripts.number > 0
    assert page.evaluate(SHIFTED) < MAX_SHIFT


def test_plain_form_fields_appear_if_game_script_does_not_load(page: Page, base_url: str) -> None:
    game = Companion(base_url).start("Ana", "Bo")
    set_animation_speed(page, 1000)
    page.route("**/game.js", lambda route: route.abort())
    page.goto(f"/games/{game['score_key']}")
    page.wait_for_load_state("load")
    page.locator(".out label").filter(has_text="Ana").click()
    hand = page.locator("#hand-2")
    expect(hand).to_have_css("max-height", "none")
    hand.locator("summary").click()
    hand.locator("[name=words-2]").fill("7 skip")
    page.locator(".save .primary").click()
    expect(page.locator(".understood, .sheet tbody tr").first).to_be_visible()
