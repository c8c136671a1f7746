"""Accessibility tests of every page: axe's rules, overflow, touch targets, forced colours."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Pages, every_page
from tests.browser.phone import TakePhone
from tests.browser.table import Table

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
LARGE = {"fontSizes": {"standard": 32, "fixed": 26}}  # pixels, 200 % of the default
LOCALES = {"en": "en-GB", "fr": "fr-CA"}
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Contrast of 7:1 by axe's rule for 4.5:1, as its own rule for 7:1 skips what the latter reports.
STRICT = {"contrastRatio": {"normal": {"expected": 7}, "large": {"expected": 4.5}}}
CHECKS = {"color-contrast": {"options": STRICT}}
HOW = {
    "checks": CHECKS,
    # Axe does not report passed checks, as describing them takes half the time.
    "resultTypes": ["violations", "incomplete"],
    # Axe does not load style sheets and media again, as none of these rules needs that.
    "preload": False,
}
RULES = {**HOW, "runOnly": {"type": "tag", "values": STANDARDS}}
COLOURS = {**HOW, "runOnly": {"type": "rule", "values": [*CHECKS]}}
# Script: return axe's violations, and text in the colour of its background (axe is unsure there).
FIND = """rules => axe.run(document, rules).then(({ violations, incomplete }) => {
    const same = ({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio');
    const unseen = incomplete.map(each => ({ ...each, nodes: each.nodes.filter(same) }));
    return [...violations, ...unseen.filter(({ nodes }) => nodes.length)]; })"""
SMALLEST = 48  # CSS pixels for touch targets; links within a sentence may be smaller
# Script: list too small controls, except inputs in labels, where the label's tile is tapped.
TOO_SMALL = """least => [...document.querySelectorAll(
    'button, summary, a.button, nav a, .ruling h2 a, .ruling h3 a, input, select')]
  .filter(e => e.checkVisibility() && e.type !== 'hidden' && !e.closest('label'))
  .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([_, box]) => box.height && (box.height < least - 0.5 || box.width < 24))
  .map(([html, box]) => `${html} is ${Math.round(box.width)} x ${Math.round(box.height)}`)"""

# Script: list `summary` elements with less than `least` px above or below their words.
TIGHT = """least => [...document.querySelectorAll('summary')]
  .filter(e => e.checkVisibility())
  .map(e => {
    const words = document.createRange();
    words.selectNodeContents(e);
    const [inner, outer] = [words, e].map(each => each.getBoundingClientRect());
    return [e.textContent, Math.min(inner.top - outer.top, outer.bottom - inner.bottom)];
  })
  .filter(([_, space]) => space < least)
  .map(([words, space]) => `${words.trim()} is ${space} px from the edge of its fold`)"""
LEAST_SPACE = 4  # CSS pixels above and below a summary

# Script: list buttons whose words take more than 40 % of the padding at the left or right.
CUT = """() => [...document.querySelectorAll('button, a.button, .links a')]
  .filter(e => e.checkVisibility() && !e.querySelector('.visually-hidden'))
  .map(e => {
    const words = document.createRange();
    words.selectNodeContents(e);
    const [inner, outer] = [words, e].map(each => each.getBoundingClientRect());
    const { paddingLeft, paddingRight } = getComputedStyle(e);
    const left = (inner.left - outer.left) / parseFloat(paddingLeft);
    const right = (outer.right - inner.right) / parseFloat(paddingRight);
    return [e.textContent, Math.min(left, right)];
  })
  .filter(([_, share]) => share < 0.6)
  .map(([words]) => `${words.trim()} runs into the edge of its button`)"""

# Script: return elements' background colours without alpha, which forced colours do not change.
GROUNDS = """keys => keys.map((key) =>
    getComputedStyle(key).backgroundColor.match(/[0-9]+/g).slice(0, 3).join())"""

# Script: list chosen radio tiles that look like their unchosen neighbours.
CHOSEN = """() => {
  const look = (e) => { const { backgroundColor, color, borderColor, outlineStyle } =
    getComputedStyle(e); return [backgroundColor, color, borderColor, outlineStyle].join(); };
  const tile = (e) => e.nextElementSibling?.checkVisibility() && e.nextElementSibling;
  return [...document.querySelectorAll('input[type=radio]:checked')].flatMap((chosen) => {
    const others = [...document.querySelectorAll(`input[name="${chosen.name}"]:not(:checked)`)];
    const [mine, other] = [chosen, others.find(tile)].map((e) => e && tile(e));
    return mine && other && look(mine) === look(other) ? [mine.outerHTML.slice(0, 90)] : [];
  });
}"""


@pytest.fixture(scope="session")
def pages(base_url: str) -> Pages:
    return every_page(base_url, NAMES)


# Tests each colour scheme and language once; tests/slow/battery tests every pair. Showing a page
# in other colours or larger letters is faster than opening it again for each combination.
def test_every_page_is_accessible(phone: TakePhone, pages: Pages) -> None:
    page = phone(locale=LOCALES["en"])
    page.add_init_script(Axe().axe_script)
    found = [
        each for name, at in pages.items() for each in faults_of(page, name, at, is_dark_too=True)
    ]
    assert found == [], "\n".join(found)


def faults_of(page: Page, name: str, address: str, *, is_dark_too: bool = False) -> Iterator[str]:
    """Open a page, with axe as an init script, and yield its faults, also with open key pad."""
    # No animations, as those of the key pad would change the measured colours.
    page.emulate_media(reduced_motion="reduce")
    page.goto(address)
    # A board reloads itself until its first poll is answered.
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0)
    yield from (f"{name}: {each}" for each in faults_now(page, is_dark_too=is_dark_too))
    if page.locator(".out .tiles label").count():
        page.locator(".out .tiles label").first.tap()
        for each in faults_now(page, is_dark_too=is_dark_too):
            yield f"{name}, counting: {each}"


def faults_now(page: Page, *, is_dark_too: bool) -> Iterator[str]:
    """Yield accessibility and layout faults of the open page, scrolled to its end.

    At the end, the sticky bar at the lower edge covers nothing.
    """
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    yield from axe_faults(page, RULES)
    yield from layout_faults(page)
    if is_dark_too:
        page.emulate_media(color_scheme="dark")
        yield from (f"in the dark, {each}" for each in axe_faults(page, COLOURS))
        page.emulate_media(color_scheme="light")


def axe_faults(page: Page, rules: Mapping[str, object]) -> Iterator[str]:
    for finding in page.evaluate(FIND, rules):
        yield f"{finding['id']}: {[node['html'][:120] for node in finding['nodes'][:3]]}"


def layout_faults(page: Page) -> Iterator[str]:
    width, seen = measure(page)
    if width > seen:
        yield f"runs out of the screen: {width} px"
    yield from page.evaluate(TOO_SMALL, SMALLEST)
    yield from page.evaluate(TIGHT, LEAST_SPACE)
    yield from page.evaluate(CUT)


def measure(page: Page) -> Any:  # noqa: ANN401 - two numbers
    # `clientWidth`, as `innerWidth` grows when a phone zooms out on a page that is too wide.
    return page.evaluate(
        "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)"
    )


def test_every_page_fits_screen_in_french_large_letters_and_forced_colours(
    phone: TakePhone, pages: Pages
) -> None:
    page = phone(locale=LOCALES["fr"])
    settings = page.context.new_cdp_session(page)
    found = []
    for name, address in pages.items():
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.emulate_media(forced_colors="none")
        page.goto(address)
        found += [f"{name}: {each}" for each in layout_faults(page)]
        settings.send("Page.setFontSizes", LARGE)
        page.emulate_media(forced_colors="active")
        width, seen = measure(page)
        if width > seen:
            found.append(f"{name} in large letters runs out of the screen: {width} px")
        found += [f"{name} in large letters: {each}" for each in page.evaluate(TOO_SMALL, SMALLEST)]
        found += [f"{name}: {each}" for each in page.evaluate(CHOSEN)]
    assert found == [], "\n".join(found)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32


def test_refused_round_fits_the_screen_in_large_letters(phone: TakePhone) -> None:
    page = phone(locale=LOCALES["fr"])
    page.context.new_cdp_session(page).send("Page.setFontSizes", LARGE)
    table = Table(page).start("classic-108", NAMES[:3])
    table.fill_in("Ana", {"Bo": 900, "Cy": 900})
    table.save()
    expect(page.locator("#hand-2 .fault")).to_be_visible()
    width, seen = measure(page)
    assert width <= seen


def test_chosen_input_mode_of_key_pad_differs_in_forced_colours(page: Page, pages: Pages) -> None:
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(pages["table"])
    page.locator(".with-pad .out .tiles label").first.tap()
    grounds = page.locator(".pad [data-use] span").evaluate_all(GROUNDS)
    chosen = page.locator(".pad [name=keys]").evaluate_all("keys => keys.map((key) => key.checked)")
    assert chosen == [True, False, False]
    assert grounds[0] != grounds[1] == grounds[2]
