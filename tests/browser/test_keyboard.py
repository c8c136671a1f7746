"""Test of a round entered with the keyboard only."""

from playwright.sync_api import Page

from tests.browser.phone import until
from tests.browser.table import AT_REST, Table

MOST_TABS = 40
IS_AT = "wanted => document.activeElement.matches(wanted)"
IS_COVERED = """() => {
    const it = document.activeElement, { x, y, width, height } = it.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return it !== document.body && !(it.closest('label') ?? it).contains(there); }"""


def go_to(page: Page, wanted: str, key: str = "Tab") -> int:
    """Press `key` until `wanted` has the focus, and return how often; fail if focus is covered."""
    for presses in range(1, MOST_TABS):
        page.keyboard.press(key)
        assert not page.evaluate(IS_COVERED), page.evaluate("document.activeElement.outerHTML")
        if page.evaluate(IS_AT, wanted):
            return presses
    raise AssertionError(wanted)


def test_round_can_be_entered_by_keyboard_alone(page: Page) -> None:
    table = Table(page).start("hello-kitty", ["Ana", "Bo", "Cy"])
    table.round("Bo", Ana=5, Cy=1)
    table.wait()
    page.locator(".latest button").tap(trial=True)  # wait until taps count again after the save
    page.locator(".latest button").focus()
    page.evaluate(AT_REST)  # taps count again
    go_to(page, "[name=went_out]")
    page.keyboard.press("Space")
    go_to(page, ".row")
    page.keyboard.press("Enter")
    assert page.evaluate(IS_AT, "#pad")
    go_to(page, "[name=keys]")
    page.keyboard.press("ArrowLeft")  # from the keys for points to those for cards
    page.keyboard.press("7")
    go_to(page, "[data-card=skip]")
    page.keyboard.press("Space")
    go_to(page, "[data-action=next]")
    page.keyboard.press("Enter")
    assert page.evaluate(IS_AT, "#pad")
    go_to(page, "[name=went_out]", "Shift+Tab")
    for key in ("8", "9", "Backspace"):
        page.keyboard.press(key)
    go_to(page, "[data-action=next]")  # the save hides this key, but the focus moves on
    page.keyboard.press("Enter")
    table.shows({"Ana": 35, "Bo": 6, "Cy": 0})
    until(page, lambda: page.evaluate(IS_AT, "[name=went_out]"))
    page.evaluate(AT_REST)  # taps count again
    go_to(page, ".sheet a", "Shift+Tab")
