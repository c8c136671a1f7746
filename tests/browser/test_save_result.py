"""Tests of saving a result as picture or text over plain HTTP, while offline."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion

MAX_SIZE = 200_000  # bytes of the result's picture
AS_OVER_HTTP = """for (const each of ["share", "canShare", "clipboard"])
  Object.defineProperty(navigator, each, { value: undefined });"""
NAMES = [f"Maximilian-Alexander {place:03}" for place in range(10)]


@pytest.fixture
def finished(page: Page, base_url: str) -> Page:
    """Open a finished game, without the browser's share and clipboard APIs (HTTPS only)."""
    page.add_init_script(AS_OVER_HTTP)
    game = Companion(base_url).start(*NAMES, rounds=1, target=100)
    with page.expect_response("**/picture.svg"):
        page.goto(f"/games/{game['score_key']}")
    return page


def test_picture_of_result_is_saved_by_tap_while_offline(finished: Page, tmp_path: Path) -> None:
    finished.context.set_offline(offline=True)
    with finished.expect_download() as saved:
        finished.locator("a.picture").tap()
    assert saved.value.suggested_filename.endswith(".png")
    saved.value.save_as(tmp_path / "home.png")
    picture = (tmp_path / "home.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) <= MAX_SIZE
    shown = finished.locator(".taken img")  # for a long press, if the download is not shown
    expect(shown).to_be_visible()
    expect(finished.locator(".taken [role=status]")).not_to_be_empty()
    assert shown.evaluate("image => image.naturalWidth") == 1080


def test_text_of_result_is_copied_by_one_tap_while_offline(finished: Page) -> None:
    finished.context.set_offline(offline=True)
    finished.locator(".share-text summary").tap()
    expect(finished.locator(".share-text [role=status]")).to_have_text("Copied.")
    text = finished.locator(".share-text p").first.inner_text()
    finished.evaluate("document.body.append(document.createElement('textarea'))")
    finished.locator("body > textarea").focus()
    finished.keyboard.press("Control+V")
    assert finished.locator("body > textarea").input_value() == text
