"""Codes are read from paper and screens: small prints, blur, noise, light and dark.

Run by hand: `.venv/bin/pytest -s tests/slow/battery/test_codes.py` prints the table. Blur is
given in modules of the code, noise in parts of all that lies between black and white.
"""

import random
from io import BytesIO
from itertools import product

import pytest
import zxingcpp
from PIL import Image, ImageFilter
from playwright.sync_api import Browser

from companion.editions import load_editions
from companion.web.boxes.labels import SIZES, label_svg
from companion.web.ui.qr import qr_svg

BOX = load_editions()["power-colours"]
ADDRESS = "http://raspberrypi.local:8000/box/power-colours"
TRIES = 20
MILLIMETRES_AN_INCH = 25.4
PAGE = '<body style="margin:0;background:{ground}"><div style="width:{width}px">{drawing}</div>'
FILL = "<style>svg{width:100%;height:auto;display:block}</style>"


def photo(browser: Browser, drawing: str, width: int, ground: str = "#fff") -> Image.Image:
    """Draw something so many pixels wide and take a picture of it."""
    page = browser.new_page(viewport={"width": width + 40, "height": width + 40})
    page.set_content(FILL + PAGE.format(ground=ground, width=width, drawing=drawing))
    taken = page.screenshot()
    page.close()
    return Image.open(BytesIO(taken)).convert("L")


def worse(picture: Image.Image, blur: float, noise: float, seed: int) -> Image.Image:
    """Make a picture as bad as a shaking hand in a dim room makes it, turned a little."""
    chance = random.Random(seed)
    turned = picture.rotate(chance.uniform(-8, 8), expand=True, fillcolor=255)
    soft = turned.filter(ImageFilter.GaussianBlur(blur))
    grain = Image.effect_noise(soft.size, 255 * noise)
    return Image.blend(soft, grain, noise)


def times_read(picture: Image.Image, blur: float, noise: float) -> int:
    tries = (worse(picture, blur, noise, seed) for seed in range(TRIES))
    return sum(any(c.text == ADDRESS for c in zxingcpp.read_barcodes(each)) for each in tries)


@pytest.mark.parametrize(("size", "dpi"), list(product(SIZES, [300, 72])))
def test_a_printed_label_is_read(browser: Browser, size: str, dpi: int) -> None:
    chosen = SIZES[size]
    width = round(chosen.width / MILLIMETRES_AN_INCH * dpi)
    picture = photo(browser, label_svg(BOX, ADDRESS, "en", chosen), width)
    module = chosen.code / 37 / MILLIMETRES_AN_INCH * dpi  # pixels, of the 37 modules it has
    for blur, noise in [(0, 0), (0.15, 0.05), (0.25, 0.1)]:
        read = times_read(picture, blur * module, noise)
        print(f"{size}, {dpi} dpi, blur {blur}, noise {noise}: {read} of {TRIES}")  # noqa: T201
        assert read == TRIES


@pytest.mark.parametrize("ground", ["#fff", "#14171c"], ids=["light", "dark"])
def test_a_code_on_a_screen_is_read(browser: Browser, ground: str) -> None:
    picture = photo(browser, str(qr_svg(ADDRESS)), 512, ground)  # 16 rem, two pixels to each
    for blur, noise in [(0, 0), (3, 0.1), (5, 0.2)]:
        read = times_read(picture, blur, noise)
        print(f"screen, {ground}, blur {blur} px, noise {noise}: {read} of {TRIES}")  # noqa: T201
        assert read == TRIES
