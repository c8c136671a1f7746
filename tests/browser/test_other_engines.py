"""What other browsers do otherwise, done to this one by hand."""

from playwright.sync_api import expect

from tests.browser.phone import TakePhone
from tests.browser.table import AT_REST, Table

# WebKit gives a row of a table no position, so nothing in it can be laid out by it.
AS_WEBKIT = """document.styleSheets[0].insertRule(
    'tr { position: static !important }', document.styleSheets[0].cssRules.length)"""
# WebKit drops a click when the text that was pressed is replaced before the finger leaves.
PRESSED = "document.querySelectorAll('.row, [data-part=next], .save .primary')"
TEXTS = """each => { const walk = document.createTreeWalker(each, NodeFilter.SHOW_ALL);
    const found = []; while (walk.nextNode()) found.push(walk.currentNode); return found; }"""
REMEMBER = f"() => {{ window.pressed = Array.from({PRESSED}, {TEXTS}).flat(); }}"
REPLACED = "() => pressed.filter((each) => !each.isConnected).map((each) => each.textContent)"
DRAW = """document.dispatchEvent(new CustomEvent('htmx:after:swap',
    { detail: { ctx: { target: document.body, swap: 'none' } } }))"""
WHO_IS_TAPPED = """it => { it.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = it.getBoundingClientRect();
    const there = document.elementFromPoint(x + width - 9, y + height / 2);
    const tapped = there.closest('a, button, th');
    return tapped.pathname?.split('/').at(-1) ?? tapped.tagName; }"""


def test_a_line_of_the_sheet_opens_its_own_round_and_covers_nothing_else(phone: TakePhone) -> None:
    table = Table(phone())
    table.start("classic-108", ["Ana", "Bo"])
    table.round("Ana", Bo=20)
    table.round("Bo", Ana=30)
    table.phone.evaluate(AS_WEBKIT)
    table.phone.evaluate(AT_REST)  # taps count again
    tapped = {
        where: table.phone.locator(where).filter(visible=True).evaluate(WHO_IS_TAPPED)
        for where in (
            ".sheet tbody tr:nth-child(1)",
            ".sheet tbody tr:nth-child(2)",
            ".sheet thead th:last-child .total",
            ".latest button",
        )
    }
    assert list(tapped.values()) == ["2", "1", "TH", "BUTTON"]  # the newest stands on top


def test_no_draw_that_changes_nothing_replaces_what_is_pressed(phone: TakePhone) -> None:
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

    # A poll that brings something else leaves the rows alone as well.
    second = Table(other)
    second.fill_in("Ana", {"Dee": 5})
    table.has_heard({"Dee": 5})
    assert page.evaluate(REPLACED) == ["…", "Next: Dee"]  # what it changed


def test_the_handles_of_the_seats_need_no_word_of_the_style_sheet(phone: TakePhone) -> None:
    """Before 17.0 WebKit does not know whether there are scripts."""
    page = phone()
    page.goto("/games/new")
    page.evaluate("""() => { for (const sheet of document.styleSheets)
        for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1)
            if (sheet.cssRules[at].conditionText?.includes("scripting")) sheet.deleteRule(at); }""")
    expect(page.locator(".seat:not([hidden]) .grip")).to_have_count(4)
    for grip in page.locator(".seat:not([hidden]) .grip").all():
        expect(grip).to_be_visible()
