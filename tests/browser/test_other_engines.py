"""What other browsers do otherwise, done to this one by hand."""

from tests.browser.phone import TakePhone
from tests.browser.table import Table

# WebKit gives a row of a table no position, so nothing in it can be laid out by it.
AS_WEBKIT = """document.styleSheets[0].insertRule(
    'tr { position: static !important }', document.styleSheets[0].cssRules.length)"""
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
    table.phone.wait_for_function("() => !document.getAnimations().length")  # taps count again
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
