"""The drawn signs: every one an edition names exists, and nothing else is in the file."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion import editions as room
from companion.editions import Edition

SPRITE = Path(__file__).parents[2] / "static" / "signs.svg"
SVG = "{http://www.w3.org/2000/svg}"
SPARE = "sign-special"  # for a card of a table's own


@pytest.fixture(scope="module")
def sprite() -> ET.Element:
    return ET.parse(SPRITE).getroot()


def symbols(sprite: ET.Element) -> list[str]:
    return [symbol.get("id", "") for symbol in sprite]


def test_every_sign_and_mark_is_drawn_and_none_is_left_over(
    editions: Mapping[str, Edition], sprite: ET.Element
) -> None:
    used = {
        *(f"sign-{c.sign}" for box in editions.values() for c in box.cards.values() if c.sign),
        *(f"mark-{colour.mark}" for box in editions.values() for colour in box.colours),
        SPARE,
    }
    assert sorted(symbols(sprite)) == sorted(used)


def test_a_box_file_may_name_what_is_drawn(sprite: ET.Element) -> None:
    base = tomllib.loads((Path(room.__path__[0]) / "base.toml").read_text(encoding="utf-8"))
    named = [*(f"sign-{sign}" for sign in base["signs"]), *(f"mark-{m}" for m in base["marks"])]
    assert sorted(symbols(sprite)) == sorted(named)


def test_no_two_cards_of_a_box_share_a_sign(editions: Mapping[str, Edition]) -> None:
    for box in editions.values():
        signs = [card.sign for card in box.cards.values() if card.sign]
        assert len(set(signs)) == len(signs)


def test_the_file_holds_shapes_only(sprite: ET.Element) -> None:
    """No script, no style, no picture or letter from elsewhere, no address to fetch."""
    shapes = {"svg", "symbol", "g", "path", "circle"}
    drawing = {"d", "cx", "cy", "r", "fill", "stroke", "stroke-width", "viewBox", "id"}
    for element in sprite.iter():
        assert element.tag.removeprefix(SVG) in shapes
        assert set(element.attrib) <= drawing | {"stroke-linecap", "stroke-linejoin"}
    assert re.findall(r"https?://[^\"]+", SPRITE.read_text()) == ["http://www.w3.org/2000/svg"]
    assert "<!DOCTYPE" not in SPRITE.read_text()


def test_every_symbol_takes_the_colour_of_the_text_and_one_size(sprite: ET.Element) -> None:
    for symbol in sprite:
        assert symbol.tag == f"{SVG}symbol"
        assert symbol.get("viewBox") == "0 0 24 24"
        paints = {
            element.get(paint)
            for element in symbol.iter()
            for paint in ("fill", "stroke")
            if paint in element.attrib
        }
        assert "currentColor" in paints
        assert paints <= {"currentColor", "none"}
