"""Tests of the SVG sprite with card signs, colour marks and seat signs."""

import gzip
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion import editions as package
from companion.editions import Edition, load_boxes

SPRITE = Path(__file__).parents[2] / "static" / "signs.svg"
SVG = "{http://www.w3.org/2000/svg}"
SPARE = "sign-special"  # sign of cards in users' own boxes
CARD_PREFIXES = ("sign-", "mark-")
SEATS = [f"seat-{seat}" for seat in range(1, 11)]


@pytest.fixture(scope="module")
def boxes() -> Mapping[str, Edition]:
    """Return all built-in boxes, including those without rulings."""
    return load_boxes()[1]


@pytest.fixture(scope="module")
def sprite() -> ET.Element:
    return ET.parse(SPRITE).getroot()


def symbols(sprite: ET.Element) -> list[str]:
    return [symbol.get("id", "") for symbol in sprite]


def card_symbols(sprite: ET.Element) -> list[str]:
    return sorted(each for each in symbols(sprite) if each.startswith(CARD_PREFIXES))


def test_sprite_has_exactly_the_signs_and_marks_in_use(
    boxes: Mapping[str, Edition], sprite: ET.Element
) -> None:
    used = {
        *(f"sign-{c.sign}" for box in boxes.values() for c in box.cards.values() if c.sign),
        *(f"mark-{colour.mark}" for box in boxes.values() for colour in box.colours),
        SPARE,
    }
    assert card_symbols(sprite) == sorted(used)


def test_base_lists_exactly_the_drawn_signs_and_marks(sprite: ET.Element) -> None:
    base = tomllib.loads((Path(package.__path__[0]) / "base.toml").read_text(encoding="utf-8"))
    named = [*(f"sign-{sign}" for sign in base["signs"]), *(f"mark-{m}" for m in base["marks"])]
    assert card_symbols(sprite) == sorted(named)


def test_cards_of_a_box_have_unique_signs(boxes: Mapping[str, Edition]) -> None:
    for box in boxes.values():
        signs = [card.sign for card in box.cards.values() if card.sign not in (None, "special")]
        assert len(set(signs)) == len(signs)


def test_sprite_contains_only_safe_shapes(sprite: ET.Element) -> None:
    """Only plain SVG shapes: no scripts, styles, images, fonts or external addresses."""
    shapes = {"svg", "symbol", "g", "path", "circle", "ellipse", "rect"}
    drawing = {"d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "transform"}
    pen = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"}
    for element in sprite.iter():
        assert element.tag.removeprefix(SVG) in shapes
        assert set(element.attrib) <= drawing | pen | {"viewBox", "id", "stroke-dasharray"}
    assert re.findall(r"https?://[^\"]+", SPRITE.read_text()) == ["http://www.w3.org/2000/svg"]
    assert "<!DOCTYPE" not in SPRITE.read_text()


def test_sprite_has_a_sign_for_each_seat(sprite: ET.Element) -> None:
    assert [each for each in symbols(sprite) if each.startswith("seat-")] == SEATS


def test_drawings_use_text_colour_or_variables_with_fallback(sprite: ET.Element) -> None:
    """Other colours are CSS variables of the page, each with a fallback."""
    paint = re.compile(r"none|currentColor|var\(--(c[1-4]|paper|seat),(none|#\w{3})\)")
    for symbol in sprite:
        if symbol.get("id") == "mark":
            continue  # the logo, with colours of its own
        assert symbol.get("viewBox") == "0 0 24 24"
        for element in symbol.iter():
            for name in ("fill", "stroke"):
                assert paint.fullmatch(element.get(name, "none")), symbol.get("id")


def test_sprite_is_at_most_3600_bytes_gzipped() -> None:
    assert len(gzip.compress(SPRITE.read_bytes(), 9)) <= 3600
