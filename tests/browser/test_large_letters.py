"""Tests of the key pad in large letters: each key has a name or a sign, and no word is torn."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone
from tests.browser.table import Table
from tests.game.boxes import KNOCK_OUT_BOX

NAMES = ("Maximilien", "Grand-maman", "Bo", "Christophe")
OWN_CARDS = [
    *KNOCK_OUT_BOX["cards"],
    *({"name": name, "points": 10} for name in ("Egg", "Trap", "Marguerite", "Coloured +4")),
]
# Script: return what is wrong with the visible keys and the names of players.
FAULTS = """() => {
    const isSeen = (each) => each && getComputedStyle(each).clipPath === "none";
    const torn = (each) => {
        const text = each.firstChild, range = document.createRange();
        let line = null;
        for (let at = 0; at < text.length; at += 1) {
            range.setStart(text, at); range.setEnd(text, at + 1);
            const seen = [...range.getClientRects()].filter(({ width }) => width).at(-1);
            if (!seen) continue;
            const isAllowed = /[\\s\\u00ad-]/.test(text.data.slice(at - 1, at + 1));
            if (line !== null && seen.top > line + 2 && !isAllowed) return true;
            line = seen.top;
        }
        return false;
    };
    const found = [];
    for (const key of document.querySelectorAll("#pad .key")) {
        if (!key.offsetParent) continue;
        const name = key.querySelector(".name");
        if (!key.textContent.replace(/points:|\\s|\\d/g, "") && !/^\\s*\\d/.test(key.textContent))
            found.push(`nameless ${key.dataset.card}`);
        if (!key.querySelector("svg") && name && !isSeen(name))
            found.push(`blank ${key.dataset.card}`);
        if (isSeen(name) && torn(name)) found.push(`torn ${name.textContent}`);
        const { right } = key.getBoundingClientRect();
        if (isSeen(name) && name.getBoundingClientRect().right > right) found.push(`wide ${name}`);
    }
    for (const name of document.querySelectorAll(".hand .row bdi"))
        if (name.offsetParent && torn(name)) found.push(`torn ${name.textContent}`);
    for (const hand of document.querySelectorAll(".may-fall")) {
        const button = hand.querySelector(".fell").getBoundingClientRect();
        for (const each of hand.querySelectorAll(".row > b, .row bdi"))
            if (each.offsetParent && each.getBoundingClientRect().right > button.left)
                found.push(`under the button ${each.textContent}`);
    }
    if (innerWidth > screen.width) found.push("wider than the screen");
    return found; }"""


@pytest.fixture
def games(base_url: str) -> list[str]:
    """Return the addresses of games with three boxes: drawn cards, two sides, own cards."""
    boxes: list[dict[str, Any]] = [{"edition": "no-mercy"}, {"edition": "flip"}]
    own = {**KNOCK_OUT_BOX, "cards": OWN_CARDS}
    start = Companion(base_url).ask
    return [
        f"/games/{start('POST', '/api/games', players=NAMES, **box)['score_key']}"
        for box in (*boxes, {"edition": "attack"}, {"box": own})
    ]


def pads(page: Page, games: list[str], letters: int) -> Iterator[str]:
    """Open the pad of each game in letters of a size in pixels, and yield the game's address."""
    page.set_viewport_size({"width": 320, "height": 568})
    settings = page.context.new_cdp_session(page)
    settings.send("Page.enable")
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": 13}})
    for address in games:
        table = Table(page).open(address)
        table.tile("Bo").tap()
        page.locator("#pad [data-card='7']").filter(visible=True).tap()
        yield address


@pytest.mark.parametrize("letters", [16, 24, 32])
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_keys_and_names_are_whole_on_small_screen_in_letters_of_any_size(
    phone: TakePhone, games: list[str], letters: int, locale: str
) -> None:
    page = phone(locale=locale)
    for address in pads(page, games, letters):
        assert page.evaluate(FAULTS) == [], address
