"""Tests of quirks of WebKit and old Firefox, simulated in Chromium."""

from playwright.sync_api import Page, expect

from tests.browser.phone import TakePhone
from tests.browser.table import Table

# WebKit drops a click if the pressed text node is replaced before the finger leaves the screen.
PRESSED = "document.querySelectorAll('.row, [data-part=next], .save .primary')"
TEXTS = """each => { const walk = document.createTreeWalker(each, NodeFilter.SHOW_ALL);
    const found = []; while (walk.nextNode()) found.push(walk.currentNode); return found; }"""
REMEMBER = f"() => {{ window.pressed = Array.from({PRESSED}, {TEXTS}).flat(); }}"
REPLACED = "() => pressed.filter((each) => !each.isConnected).map((each) => each.textContent)"
DRAW = """document.dispatchEvent(new CustomEvent('htmx:after:swap',
    { detail: { ctx: { target: document.body, swap: 'none' } } }))"""


def test_redraw_and_poll_do_not_replace_text_nodes_of_buttons(phone: TakePhone) -> None:
    table, other = Table(phone()), phone()
    page = table.phone
    table.start("classic-108", ["Ana", "Bo", "Cy", "Dee"])
    other.goto(page.url)
    table.wait_for_htmx()
    table.fill_in("Ana", {"Bo": {"7": 2}, "Cy": 9})
    expect(page.locator(".hand:not([hx-morph-skip]) .row > b").filter(has_text="9")).to_be_visible()
    page.locator(f"#hand-{table.seat('Bo')} .row").tap()
    page.evaluate(REMEMBER)
    page.evaluate(DRAW)
    assert page.evaluate(REPLACED) == []

    # A poll with news changes the data of text nodes without replacing the nodes.
    second = Table(other)
    second.fill_in("Ana", {"Dee": 5})
    table.wait_for_hands({"Dee": 5})
    expect(page.locator("#pad [data-part=next]")).to_have_text("Save · Ana +28")
    assert page.evaluate(REPLACED) == []


def test_seat_handles_are_visible_without_scripting_media_feature(page: Page) -> None:
    """WebKit before 17.0 does not support the media feature `scripting`."""
    page.goto("/games/new")
    page.evaluate("""() => { for (const sheet of document.styleSheets)
        for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1)
            if (sheet.cssRules[at].conditionText?.includes("scripting")) sheet.deleteRule(at); }""")
    page.get_by_text("Change places").tap()
    expect(page.locator(".seat:not([hidden]) .grip")).to_have_count(4)
    for grip in page.locator(".seat:not([hidden]) .grip").all():
        expect(grip).to_be_visible()
