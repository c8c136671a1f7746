"""The picture of a ranking, such as that of a season."""

from xml.etree import ElementTree as ET

from flask import Flask

from companion.web.ui.pictures.ranking import Row, ranking_picture

SVG = "{http://www.w3.org/2000/svg}"


def drawn(app: Flask, *names: str) -> ET.Element:
    rows = [Row(rank, name, (str(9 - rank), "12")) for rank, name in enumerate(names, 1)]
    columns, text = ("Won", "Games"), "Ana 3, Bo 1"
    with app.test_request_context("/"):
        picture = ranking_picture("Thursdays", columns, rows, text, "Nov 2026")
    return ET.fromstring(picture.get_data())


def test_ranking_picture_has_title_columns_and_rows(app: Flask) -> None:
    svg = drawn(app, "Ana", "Bo")
    words = [each.text for each in svg.iter(f"{SVG}text")]
    assert words[:3] == ["Thursdays", "Won", "Games"]
    assert words[3:11] == ["1", "Ana", "8", "12", "2", "Bo", "7", "12"]
    assert "Nov 2026" in words
    assert svg.get("aria-label") == "Ana 3, Bo 1"


def test_ranking_picture_fits_ten_people_with_long_names(app: Flask) -> None:
    svg = drawn(app, *("Maximilian-Alexander Xx" for _ in range(11)))
    names = [each for each in svg.iter(f"{SVG}text") if (each.text or "").startswith("Max")]
    assert len(names) == 10
    assert max(float(each.get("y") or 0) for each in names) < 900
    assert all(
        len(each.text or "") * 0.62 * int(each.get("font-size") or 0) < 560 for each in names
    )
