"""Draw every page of a running companion, to be looked at.

By hand: `python -m tests.slow.battery.pictures http://127.0.0.1:8000 FOLDER`. Each page is drawn as
a phone shows it, in light English and in dark French; the key pad also sideways and in text twice
as large, and boards as a television shows them. Drawn by two versions they are before and after.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, ViewportSize, sync_playwright

from tests.browser.conftest import FLAGS, find_browser
from tests.browser.everywhere import Companion, every_page
from tests.browser.phone import PHONE

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "en-light": {"locale": "en-GB", "color_scheme": "light"},
    "fr-dark": {"locale": "fr-FR", "color_scheme": "dark"},
}
LANDSCAPE: ViewportSize = {"width": 740, "height": 360}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
TEXT_TWICE = "--blink-settings=defaultFontSize=32,minimumFontSize=0"
PLAYERS = (3, 10, 40)  # on a board
MOST_AT_ONE_TABLE = 10


@contextmanager
def browser(playwright: Playwright, *flags: str) -> Iterator[Browser]:
    chromium = playwright.chromium
    path = find_browser(chromium.executable_path)
    with chromium.launch(executable_path=path, args=[*FLAGS, *flags]) as launched:
        yield launched


def draw(page: Page, address: str, file: Path, *, whole: bool = False, pad: bool = False) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    if pad:
        page.locator(".out label").first.tap()  # the hand of the next player opens it
        page.wait_for_timeout(500)  # ms, for it to rise
    page.screenshot(path=file, full_page=whole)


def draw_boards(page: Page, url: str, folder: Path) -> None:
    """Draw the boards of games of few and of many players."""
    companion = Companion(url)
    page.set_viewport_size(TELEVISION)
    for number in PLAYERS:
        names = [f"{NAMES[place % len(NAMES)]} {place + 1}" for place in range(number)]
        is_hall = number > MOST_AT_ONE_TABLE
        wish = {"format": "tournament"} if is_hall else {"target": 10_000}
        game = companion.start(*names, rounds=3, **wish)
        draw(page, f"{url}/watch/{game['watch_key']}", folder / f"board of {number}.png")


def main(url: str, folder: Path) -> None:
    """Draw all pages of the companion at this address into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = every_page(url, NAMES)
    with sync_playwright() as playwright:
        with browser(playwright) as one:
            for look, wish in LOOKS.items():
                page = one.new_page(**PHONE, **wish)
                for name, address in pages.items():
                    draw(page, url + address, folder / f"{name}.{look}.png", whole=True)
            page = one.new_page(**{**PHONE, "viewport": LANDSCAPE, "screen": LANDSCAPE})
            draw(page, url + pages["table"], folder / "pad sideways.png", pad=True)
            draw_boards(one.new_page(), url, folder)
        with browser(playwright, TEXT_TWICE) as large:
            page = large.new_page(**PHONE)
            draw(page, url + pages["table"], folder / "pad at 200 %.png", pad=True)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), Path(sys.argv[2]))
