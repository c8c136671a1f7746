"""Bundles of scripts and style sheets with what they import."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from companion.config import STATIC

OWN = re.compile(r'(?:src|href)="(/static/\w{10}/[^"#]+)')
NOT_COUNTED = re.compile("icon-|manifest|fallback")  # not loaded in a tab, or only with the CDN
MOST = 9 - 3  # three more: the page's copy, the journal, and the script that stores it
SCRIPTS = [file for file in STATIC.rglob("*.js") if "vendor" not in file.parts]


@pytest.fixture
def files(phone: FlaskClient) -> list[str]:
    """Return the addresses of the files that the page of a game loads."""
    values = {"edition": "hello-kitty", "players": ["Ana", "Bo"]}
    page = phone.get(phone.post("/api/games", json=values).headers["Location"]).text
    return sorted({file for file in OWN.findall(page) if not NOT_COUNTED.search(file)})


def test_game_page_loads_few_files(files: list[str]) -> None:
    htmx = 1
    assert len(files) + htmx <= MOST


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)
def test_versioned_script_contains_each_import_once(phone: FlaskClient, file: Path) -> None:
    version = OWN.findall(phone.get("/").text)[0].rpartition("/")[0]
    place = file.relative_to(STATIC).as_posix()
    bundle = phone.get(f"{version}/{place}", buffered=True).text
    assert not re.search(r"(?m)^import ", bundle)
    assert {bundle.count(_last_lines(each)) for each in _imported(file)} <= {1}
    # Without a version, the file is sent unchanged.
    assert phone.get(f"/static/{place}", buffered=True).text == file.read_text("utf-8")


def _last_lines(file: Path) -> str:
    """Return the end of a script, which a bundle contains unchanged."""
    return "\n".join(file.read_text("utf-8").splitlines()[-5:]).replace("export ", "")


def _imported(file: Path) -> set[Path]:
    found = re.findall(r'(?m)^import .*"(.+)"', file.read_text("utf-8"))
    others = {Path(urljoin(file.as_uri(), each).removeprefix("file://")) for each in found}
    return others.union(*map(_imported, others))


def test_versioned_style_sheet_contains_its_imports(phone: FlaskClient, files: list[str]) -> None:
    (address,) = (file for file in files if file.endswith("game.css"))
    bundle = phone.get(address, buffered=True).text
    assert "@import" not in bundle
    for name in ("table", "pad"):
        assert (STATIC / f"{name}.css").read_text("utf-8") in bundle


def test_bundle_with_matching_etag_gives_304(phone: FlaskClient, files: list[str]) -> None:
    for address in (file for file in files if "game" in file):
        first = phone.get(address, buffered=True)
        assert "immutable" in first.headers["Cache-Control"]
        again = phone.get(address, headers={"If-None-Match": first.headers["ETag"]}, buffered=True)
        assert again.status_code == 304
