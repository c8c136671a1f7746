"""The drawings: every one a box or a page names exists, and nothing else is in the file."""

import gzip
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion import editions as room
from companion.editions import Edition, load_boxes

SPRITE = Path(__file__).parents[2] / "static" / "signs.svg"
SVG = "{http://www.w3.org/2000/svg}"
SPARE = "sign-special"  # for a card of a table's own
OF_CARDS = ("sign-", "mark-")
SEATS = [f"seat-{seat}" for seat in range(1, 11)]


@pytest.fixture(scope="module")
def boxes() -> Mapping[str, Edition]:
    """Return every box that ships, those without rulings too."""
    return load_boxes()[1]


@pytest.fixture(scope="module")
def sprite() -> ET.Element:
    return ET.parse(SPRITE).getroot()


def symbols(sprite: ET.Element) -> list[str]:
    return [symbol.get("id", "") for symbol in sprite]


def of_cards(sprite: ET.Element) -> list[str]:
    return sorted(each for each in symbols(sprite) if each.startswith(OF_CARDS))


def test_every_sign_and_mark_is_drawn_and_none_is_left_over(
    boxes: Mapping[str, Edition], sprite: ET.Element
) -> None:
    used = {
        *(f"sign-{c.sign}" for box in boxes.values() for c in box.cards.values() if c.sign),
        *(f"mark-{colour.mark}" for box in boxes.values() for colour in box.colours),
        SPARE,
    }
    assert of_cards(sprite) == sorted(used)


def test_a_box_file_may_name_what_is_drawn(sprite: ET.Element) -> None:
    base = tomllib.loads((Path(room.__path__[0]) / "base.toml").read_text(encoding="utf-8"))
    named = [*(f"sign-{sign}" for sign in base["signs"]), *(f"mark-{m}" for m in base["marks"])]
    assert of_cards(sprite) == sorted(named)


def test_no_two_cards_of_a_box_share_a_sign(boxes: Mapping[str, Edition]) -> None:
    for box in boxes.values():
        signs = [card.sign for card in box.cards.values() if card.sign not in (None, "special")]
        assert len(set(signs)) == len(signs)


def test_the_file_holds_shapes_only(sprite: ET.Element) -> None:
    """No script, no style, no picture or letter from elsewhere, no address to fetch."""
    shapes = {"svg", "symbol", "g", "path", "circle", "ellipse", "rect"}
    drawing = {"d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "transform"}
    pen = {"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"}
    for element in sprite.iter():
        assert element.tag.removeprefix(SVG) in shapes
        assert set(element.attrib) <= drawing | pen | {"viewBox", "id", "stroke-dasharray"}
    assert re.findall(r"https?://[^\"]+", SPRITE.read_text()) == ["http://www.w3.org/2000/svg"]
    assert "<!DOCTYPE" not in SPRITE.read_text()


def test_every_seat_has_its_sign(sprite: ET.Element) -> None:
    assert [each for each in symbols(sprite) if each.startswith("seat-")] == SEATS


def test_every_drawing_reads_in_the_colour_of_the_text(sprite: ET.Element) -> None:
    """Colours are decoration: they come from the page, and each has a shade to fall back to."""
    paint = re.compile(r"none|currentColor|var\(--(c[1-4]|paper|seat),(none|#\w{3})\)")
    for symbol in sprite:
        if symbol.get("id") == "mark":
            continue  # it is a picture, with colours of its own
        assert symbol.get("viewBox") == "0 0 24 24"
        for element in symbol.iter():
            for name in ("fill", "stroke"):
                assert paint.fullmatch(element.get(name, "none")), symbol.get("id")


def test_the_drawings_are_light() -> None:
    assert len(gzip.compress(SPRITE.read_bytes(), 9)) <= 3000
