"""Tests of pages as printed: length, omitted controls, and sticker codes."""

import re
import zlib
from collections import Counter
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page

from tests.browser.all_pages import Companion, every_page
from tests.browser.phone import until
from tests.table import BOXES

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")
STUCK = """[...document.querySelectorAll("body *")].filter((each) => each.checkVisibility()
  && (each.matches("button, .button") || /sticky|fixed/.test(getComputedStyle(each).position)))
  .map((each) => each.outerHTML)"""
MARGIN = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")
STREAM = re.compile(rb"/FlateDecode.{0,80}?>>\s*stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


def drawn(printed: bytes) -> bytes:
    """Return the drawing instructions of a PDF."""
    return b"".join(zlib.decompress(each) for each in STREAM.findall(printed))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_story_of_a_game_prints_on_one_page(page: Page, base_url: str, paper: str) -> None:
    names = ("Marie-Ève", "Jean-Baptiste", "Wilhelmina", "Bo")
    game = Companion(base_url).start(*names, rounds=6, target=10_000)
    page.goto(f"/games/{game['score_key']}/story")
    printed = page.pdf(format=paper, margin=MARGIN)  # type: ignore[arg-type]
    assert len(PDF_PAGE.findall(printed)) == 1


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_first_turn_of_every_box_prints_on_one_page(page: Page, paper: str) -> None:
    for box in sorted(BOXES):
        page.goto(f"/box/{box}/first-turn")
        printed = page.pdf(format=paper, margin=MARGIN)  # type: ignore[arg-type]
        assert len(PDF_PAGE.findall(printed)) == 1, box


def test_nothing_sticks_to_a_printed_page_and_no_button_is_on_it(page: Page, base_url: str) -> None:
    page.emulate_media(media="print")
    for name, address in every_page(base_url, tuple(f"Player {n}" for n in range(1, 9))).items():
        page.goto(address)
        assert not page.evaluate(STUCK), name


def test_discs_of_players_are_printed_without_background_graphics(
    page: Page, base_url: str
) -> None:
    game = Companion(base_url).start("Ana", "Bo", rounds=1, target=1)
    page.goto(f"/games/{game['score_key']}")

    def discs_printed(*, is_whole: bool) -> int:
        return drawn(page.pdf(print_background=is_whole)).count(b".678")  # the red of #ad5600

    # A page that still changes may draw another red thing the first time.
    until(page, lambda: discs_printed(is_whole=True) == discs_printed(is_whole=False) > 0)


def test_no_control_but_links_to_rounds_is_printed(page: Page, base_url: str) -> None:
    game = Companion(base_url).start("Ana", "Bo", rounds=1)
    page.emulate_media(media="print")
    for address in ("", "/rounds/1", "/story"):
        page.goto(f"/games/{game['score_key']}{address}")
        shown = page.locator("#page :is(a, button, input, summary):visible")
        words = [each.lower() for each in shown.all_inner_texts()]
        assert all(each.startswith("round") for each in words), words


def test_every_copy_of_printed_stickers_can_be_scanned(page: Page) -> None:
    page.emulate_media(media="print")
    page.goto("/stickers?copies=3&size=large")
    sheet = Image.open(BytesIO(page.screenshot(full_page=True)))
    scanned = Counter(code.text.partition("/box/")[2] for code in zxingcpp.read_barcodes(sheet))
    assert scanned == dict.fromkeys(BOXES, 3)


@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_text_of_stickers_is_beside_the_sign(page: Page, size: str) -> None:
    covering = """() => {
        const sign = document.querySelector("svg svg").getBoundingClientRect();
        return [...document.querySelectorAll("text")].filter((each) => {
            const { right, top } = each.getBoundingClientRect();
            return right > sign.left && top < sign.bottom - 2;
        }).map((each) => each.textContent); }"""
    for box in BOXES:
        page.goto(f"/stickers/{box}.svg?size={size}&lang=fr")
        if page.locator("svg svg").count():
            assert page.evaluate(covering) == [], box
