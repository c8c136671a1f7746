"""Labels for the lid: contents, size of the QR code, and validity of the address."""

import re
from xml.etree import ElementTree as ET

import pytest

from companion.web.boxes.labels import SIZES, label_svg
from companion.web.boxes.stickers import address_lifetime
from tests.rows import cases
from tests.table import BOXES

LONG = "http://a-rather-long-name-for-a-machine.local:8000/box/"
SVG = "{http://www.w3.org/2000/svg}"


def label(box: str, size: str, language: str = "en", base: str = LONG) -> ET.Element:
    return ET.fromstring(label_svg(BOXES[box], base + box, language, SIZES[size]))


def lines(svg: ET.Element) -> list[str]:
    return [each.text or "" for each in svg.iter(f"{SVG}text")]


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("size", SIZES)
def test_qr_code_is_at_least_thirty_millimetres_without_quiet_zone(box: str, size: str) -> None:
    svg = label(box, size)
    path = next(svg.iter(f"{SVG}path"))
    scale = float(path.get("transform", "")[6:-1])
    places = [float(n) for n in re.findall(r"M([\d.]+),", path.get("d", ""))]
    marked = (max(places) - min(places)) * scale  # width of the QR code in mm
    assert marked >= 30 * 0.95
    group = next(svg.iter(f"{SVG}g"))
    edge = float(re.findall(r"[\d.]+", group.get("transform", ""))[0])
    assert edge >= 0


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_label_has_its_texts_within_margins(box: str, size: str, language: str) -> None:
    svg = label(box, size, language)
    said = lines(svg)
    assert (LONG + box).removeprefix("http://") in "".join(said)
    assert said[-1] == {"en": "Unofficial", "fr": "Non officiel"}[language]
    assert " ".join(said).startswith(BOXES[box].name.localized(language))
    height = float(svg.get("height", "").removesuffix("mm"))
    places = [float(each.get("y", "")) for each in svg.iter(f"{SVG}text")]
    assert places == sorted(places)
    # Leave a margin for printers and scissors.
    assert places[-1] <= height - 4
    stripes = [float(each.get("y", "")) for each in svg.findall(f"{SVG}rect")][1:]
    assert min(stripes, default=4) >= 4
    first = next(svg.iter(f"{SVG}text"))
    above_letters = places[0] - float(first.get("font-size", ""))
    assert above_letters >= 6.5  # mm, below the stripes
    signs = [float(each.get("y", "")) for each in svg.findall(f"{SVG}svg")]
    assert min(signs, default=7) == 7


@pytest.mark.parametrize("size", SIZES)
def test_long_box_name_takes_two_lines(size: str) -> None:
    said = lines(label("power-colours", size, "fr", "http://192.168.1.20:8000/box/"))
    assert said[:2] == ["UNO Couleurs", "au POUVOIR!"]


@pytest.mark.parametrize("box", BOXES)
def test_label_has_colours_of_its_box_and_no_references(box: str) -> None:
    written = label_svg(BOXES[box], LONG + box, "en", SIZES["small"])
    assert ("#df5f95" in written, "#d8382c" in written) == (
        (True, False) if box == "hello-kitty" else (False, True)
    )
    assert not re.search(r"var\(|href|url\(", written)


def test_label_escapes_markup_in_address() -> None:
    svg = label("hello-kitty", "small", base='http://x/"><script>&/')
    assert not list(svg.iter(f"{SVG}script"))


@cases("""base | lasts
https://cards.example.org | public
http://8.8.8.8:8000 | public
http://raspberrypi.local:8000 | name
http://raspberrypi | name
http://192.168.1.20:8000 | changes
http://[fd00::1]:8000 | changes
http://127.0.0.1:8000 | here
http://localhost:8000 | here
""")
def test_address_lifetime_by_kind_of_host(base: str, lasts: str) -> None:
    assert address_lifetime(base) == lasts
