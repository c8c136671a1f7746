"""The result leaves the room over plain http, also when the server has gone home already."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.everywhere import Companion

MOST = 200_000  # bytes of a picture
AS_OVER_HTTP = """for (const each of ["share", "canShare", "clipboard"])
  Object.defineProperty(navigator, each, { value: undefined });"""
NAMES = [f"Maximilian-Alexander {place:03}" for place in range(10)]


@pytest.fixture
def ended(page: Page, base_url: str) -> Page:
    """Play a game to its end, on a phone that is given nothing of what https would give it."""
    page.add_init_script(AS_OVER_HTTP)
    game = Companion(base_url).start(*NAMES, rounds=1, target=100)
    with page.expect_response("**/picture.svg"):
        page.goto(f"/games/{game['score_key']}")
    return page


def test_the_picture_is_saved_by_one_tap_without_a_server(ended: Page, tmp_path: Path) -> None:
    ended.context.set_offline(offline=True)
    with ended.expect_download() as saved:
        ended.locator("a.picture").tap()
    assert saved.value.suggested_filename.endswith(".png")
    saved.value.save_as(tmp_path / "home.png")
    picture = (tmp_path / "home.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) <= MOST
    shown = ended.locator(".taken img")  # to be held with a finger, where saving says nothing
    expect(shown).to_be_visible()
    expect(ended.locator(".taken [role=status]")).not_to_be_empty()
    assert shown.evaluate("image => image.naturalWidth") == 1080


def test_the_text_is_copied_by_one_tap_without_a_server(ended: Page) -> None:
    ended.context.set_offline(offline=True)
    ended.locator(".share-text summary").tap()
    expect(ended.locator(".share-text [role=status]")).to_have_text("Copied.")
    text = ended.locator(".share-text p").first.inner_text()
    ended.evaluate("document.body.append(document.createElement('textarea'))")
    ended.locator("body > textarea").focus()
    ended.keyboard.press("Control+V")
    assert ended.locator("body > textarea").input_value() == text
