"""Tests of what keeps the screen on: a lock of the screen, or a video over plain http."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.engines.checks import RECORDS_LOCKS, VIDEO
from tests.serving import ROOT

WITHOUT_LOCKS = "delete Navigator.prototype.wakeLock"  # as over plain http
HELD = "locks.filter((lock) => !lock.released).length"


@pytest.fixture
def companion(base_url: str) -> Companion:
    return Companion(base_url)


def opened(page: Page, companion: Companion, init: str = WITHOUT_LOCKS) -> Page:
    """Open the page of a game, whose scripts wait for taps."""
    page.context.grant_permissions(["screen-wake-lock"])
    page.add_init_script(init)
    page.clock.install()
    page.goto(f"/games/{companion.start('Ana', 'Bo', 'Cy')['score_key']}")
    expect(page.locator("html.with-pad")).to_be_attached()
    expect(page.locator("video")).to_be_attached()  # by a script of its own, which may be later
    return page


def count_a_hand(page: Page) -> None:
    page.locator(".out .tiles label").first.click()
    expect(page.locator("html.counting")).to_be_attached()


@pytest.mark.parametrize("name", ["awake.mp4", "awake.webm"])
def test_video_is_tiny(name: str) -> None:
    assert Path(ROOT / "static" / name).stat().st_size < 2048


def test_video_plays_until_20_minutes_after_last_tap(page: Page, companion: Companion) -> None:
    opened(page, companion)
    assert page.evaluate(f"{VIDEO}.readyState") == 0  # nothing is loaded before
    count_a_hand(page)
    page.wait_for_function(f"() => {VIDEO}.currentTime > 0")
    page.clock.fast_forward("19:00")
    assert not page.evaluate(f"{VIDEO}.paused")
    page.locator("#pad [data-digit='5'], #pad [data-card='5']").first.click()
    page.clock.fast_forward("19:00")
    assert not page.evaluate(f"{VIDEO}.paused")
    page.clock.fast_forward("02:00")
    page.wait_for_function(f"() => {VIDEO}.paused")


def test_video_is_wound_back_before_its_end(page: Page, companion: Companion) -> None:
    opened(page, companion)
    page.evaluate(f"void ({VIDEO}.onended = () => {{ window.hasEnded = true; }})")
    count_a_hand(page)
    page.wait_for_function(f"() => {VIDEO}.currentTime > 1")
    page.wait_for_function(f"() => {VIDEO}.currentTime < 1")
    assert page.evaluate(f"[window.hasEnded, {VIDEO}.paused]") == [None, False]


def test_lock_is_held_while_hand_is_counted_and_renewed(page: Page, companion: Companion) -> None:
    opened(page, companion, RECORDS_LOCKS)
    assert page.evaluate("locks.length") == 0
    count_a_hand(page)
    page.wait_for_function(f"() => {HELD} === 1")
    page.evaluate("locks[0].release()")  # as the browser does when the page is hidden
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function(f"() => locks.length === 2 && {HELD} === 1")
    page.clock.fast_forward("20:30")
    page.wait_for_function(f"() => {HELD} === 0")


def test_setting_of_phone_turns_it_off(page: Page, companion: Companion) -> None:
    opened(page, companion)
    address = page.url
    page.goto(f"{address}/settings")
    page.get_by_text("Screen of this phone").click()
    page.get_by_label("Keep the screen on").uncheck()
    page.goto(address)
    count_a_hand(page)
    page.wait_for_timeout(300)
    assert page.evaluate(f"{VIDEO}.paused")
    page.goto("/?all=1")
    page.get_by_text("Screen of this phone").click()
    expect(page.get_by_label("Keep the screen on")).not_to_be_checked()


def test_board_keeps_screen_on_while_rounds_are_recorded(page: Page, companion: Companion) -> None:
    page.add_init_script(WITHOUT_LOCKS)
    page.clock.install()
    game = companion.start("Ana", "Bo")
    page.goto(f"/watch/{game['watch_key']}")
    page.wait_for_function(f"() => {VIDEO}.currentTime > 0")
    page.clock.fast_forward("21:00")
    page.wait_for_function(f"() => {VIDEO}.paused")
    path = f"/api/games/{game['score_key']}/rounds"
    companion.ask("POST", path, went_out="Ana", hands={"Bo": {"points": 5}})
    page.clock.fast_forward("00:20")
    page.wait_for_function(f"() => !{VIDEO}.paused")
