"""Tests of pages as printed: length, omitted controls, and sticker codes."""

import re
from collections import Counter
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page

from tests.browser.all_pages import Companion
from tests.table import BOXES

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")
MARGIN = dict.fromkeys(("top", "right", "bottom", "left"), "10mm")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_story_of_a_game_prints_on_one_page(page: Page, base_url: str, paper: str) -> None:
    names = ("Marie-Ève", "Jean-Baptiste", "Wilhelmina", "Bo")
    game = Companion(base_url).start(*names, rounds=6, target=10_000)
    page.goto(f"/games/{game['score_key']}/story")
    printed = page.pdf(format=paper, margin=MARGIN)  # type: ignore[arg-type]
    assert len(PDF_PAGE.findall(printed)) == 1


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
