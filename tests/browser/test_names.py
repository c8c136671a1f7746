"""Test that names and totals are visible without scrolling, however long the game."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone

NAMES = (
    "Marie-Louise", "Alexandra", "Chloé", "Tom", "Amélie",
    "Bastien", "Oumaima", "Zoé", "Maximilienne", "Grand-papa",
)  # fmt: skip
SCREENS = {"low phone": (360, 620), "phone": (360, 740), "tall phone": (390, 844)}
TABLET = {"tablet": (768, 1024)}
# Script: list title, dealer, undo, names and totals that are covered or off the screen.
HIDDEN = """() => [...document.querySelectorAll("h1, .dealer, .latest button, .who, .total")]
    .filter((each) => each.checkVisibility() && !each.closest("details"))
    .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth
            || !each.contains(at) && at !== each; })
    .map((each) => `${each.className}: ${each.textContent}`)"""

# Script: list totals, and one-word names without soft hyphens, that are broken into several lines.
BROKEN = """() => [...document.querySelectorAll(".total, .who bdi")]
    .filter((each) => each.checkVisibility() && !/[ \\u00AD-]/.test(each.textContent.trim()))
    .filter((each) => { const text = document.createRange(); text.selectNodeContents(each);
        return new Set([...text.getClientRects()].map((line) => line.top)).size > 1; })
    .map((each) => each.textContent)"""


def hidden(page: Page) -> list[str]:
    """Return names, totals and parts of the page's head that are covered or off the screen."""
    found: list[str] = page.evaluate(HIDDEN)
    return found


@pytest.mark.parametrize("players", [4, 10])
def test_names_and_totals_are_wholly_on_first_screen(
    phone: TakePhone, base_url: str, players: int
) -> None:
    companion, page = Companion(base_url), phone()
    for rounds in (1, 5, 30):  # played rounds; the page shows at most five at once
        opened = companion.start(*NAMES[:players], rounds=rounds, target=10_000, dealer=NAMES[0])
        table = f"/games/{opened['score_key']}"
        page.goto(table)
        page.locator(".who-are-you summary").tap()
        page.locator(".who-are-you .quiet").tap()
        expect(page.locator(".who-are-you")).to_have_count(0)
        for name, (width, height) in {**SCREENS, **TABLET}.items():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(table)
            assert page.locator(".who:visible").count() >= players
            assert hidden(page) == [], (name, rounds)
            assert page.evaluate(BROKEN) == [], (name, rounds)


def test_names_of_nine_letters_are_whole_in_four_columns(page: Page, base_url: str) -> None:
    names = ("Alexandra", "Guillaume", "Catherine", "Stéphanie")
    page.goto(f"/games/{Companion(base_url).start(*names, rounds=2, target=1000)['score_key']}")
    whole = "all => all.map(each => each.scrollWidth <= each.clientWidth)"
    assert page.locator(".sheet .who:visible").evaluate_all(whole) == [True] * 4


# Script: list names that are broken between two letters without a hyphen.
UNHYPHENATED = """() => [...document.querySelectorAll("bdi")].flatMap((each) => {
    const text = each.firstChild, letter = document.createRange();
    const line = (at) => { letter.setStart(text, at); letter.setEnd(text, at + 1);
        return [...letter.getClientRects()].at(-1)?.top; };
    return [...text.data.matchAll(/\\p{L}(?=\\p{L})/gu)].map(({ index }) => index)
        .filter((at) => line(at) !== line(at + 1)).map(() => text.data); })"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_long_names_break_at_hyphens_on_a_phone(
    phone: TakePhone, base_url: str, locale: str
) -> None:
    companion, page = Companion(base_url), phone(locale=locale)
    names = ("Maximilienne", "Christophe-Emmanuel", "Muthukrishnan", "Marie-Antoinette Bo")
    over = companion.start(*names, rounds=1, target=10_000)
    companion.ask("PATCH", f"/api/games/{over['score_key']}", finish=True)
    partners = companion.start(*names, format="teams")["score_key"]
    hall = companion.start(*names, rounds=1, format="tournament")["score_key"]
    paths = (f"watch/{over['watch_key']}", f"games/{partners}", f"games/{hall}")
    for path in (*paths, f"games/{partners}/settings"):
        page.goto(f"/{path}")
        for fold in page.locator("main details").all():
            fold.evaluate("fold => { fold.open = true; }")
        expect(page.locator("bdi").first).to_be_attached()
        assert page.evaluate(UNHYPHENATED) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


# Script: list texts that are wider than the screen, or than an element that cuts or scrolls them.
CUT = """() => [...document.querySelectorAll("main *")]
    .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, svg"))
    .filter((each) => each.getBoundingClientRect().right > innerWidth
        || (each.scrollWidth > each.clientWidth + 1
            && getComputedStyle(each).overflowX !== "visible"))
    .map((each) => `${each.localName}.${each.className}: ${each.textContent.trim()}`)"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_figures_of_a_group_fit_a_phone(phone: TakePhone, base_url: str, locale: str) -> None:
    companion, names = Companion(base_url), ("Marie-Louise", "Jean-Baptiste", "Maximilienne")
    key = companion.start(*names, rounds=1, target=100)["group_key"]
    for turn in range(17):  # enough games for streaks and bad luck
        first = turn // 2 % 3
        order = names[first:] + names[:first]
        companion.start(*order, rounds=1, target=100, group=key)
    companion.start(*names, "Anne-Charlotte-Émilienne", rounds=1, target=100, group=key)
    page = phone(locale=locale)
    page.goto(f"/groups/{key}")
    folds = page.locator("main details > summary")
    assert folds.count() > 3
    folds.evaluate_all("found => found.forEach(each => each.parentElement.open = true)")
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
