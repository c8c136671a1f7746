"""Accessibility tests of every page in all sizes, settings, languages and kinds of names.

Run by hand: `.venv/bin/pytest tests/slow/battery/test_accessibility.py`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserType, Page

from tests.browser.all_pages import every_page
from tests.browser.phone import PHONE
from tests.browser.test_accessibility import LOCALES, faults_of

SHORT = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
LONG = tuple(f"Wilhelmine-Adelgunde {n:03}" for n in range(8))
RIGHT_TO_LEFT = ("שלום", "مرحبا", "רחל אמנו", "يوسف الكبير", "דוד", "ليلى", "נעמי", "عمر")
LARGE_TEXT = ["--blink-settings=defaultFontSize=32,minimumFontSize=0"]  # default size is 16
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "as usual": {},
    "dark": {"color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
    "less motion": {"reduced_motion": "reduce"},
}
SIZES = {
    "a phone": (360, 740),
    "narrow": (320, 640),
    "sideways": (740, 360),
    "a screen": (1920, 1080),
}


@pytest.mark.parametrize("names", [SHORT, LONG, RIGHT_TO_LEFT], ids=["short", "long", "rtl"])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("way", [*SETTINGS, *SIZES])
def test_every_page_is_accessible_in_every_size_and_setting(
    phone: Callable[..., Page], base_url: str, way: str, language: str, names: tuple[str, ...]
) -> None:
    page = phone(locale=LOCALES[language], **SETTINGS.get(way, {}))
    width, height = SIZES.get(way, SIZES["a phone"])
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(Axe().axe_script)
    pages = every_page(base_url, names)
    assert [each for name, at in pages.items() for each in faults_of(page, name, at)] == []


@pytest.mark.parametrize("width", [360, 320])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_is_accessible_in_text_of_200_percent(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    base_url: str,
    language: str,
    width: int,
) -> None:
    flags = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], *LARGE_TEXT]}
    viewport = {"width": width, "height": 740}
    with browser_type.launch(**flags) as browser:
        page = browser.new_context(
            **{**PHONE, "viewport": viewport, "locale": LOCALES[language], "base_url": base_url}
        ).new_page()
        page.add_init_script(Axe().axe_script)
        pages = every_page(base_url, SHORT)
        assert [each for name, at in pages.items() for each in faults_of(page, name, at)] == []
