"""Scripts and style sheets come together with what they import, or a page would wait for many."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from companion.config import STATIC

OWN = re.compile(r'(?:src|href)="(/static/\w{10}/[^"#]+)')
FOR_OTHERS = re.compile("icon-|manifest|fallback")  # no icon of a tab, or only where the CDN is
MOST = 9 - 3  # a page also asks for its copy, the journal, and the script that keeps it
SCRIPTS = [file for file in STATIC.rglob("*.js") if "vendor" not in file.parts]


@pytest.fixture
def files(phone: FlaskClient) -> list[str]:
    """List the addresses of the files that the page of a game asks for."""
    wish = {"edition": "hello-kitty", "players": ["Ana", "Bo"]}
    page = phone.get(phone.post("/api/games", json=wish).headers["Location"]).text
    return sorted({file for file in OWN.findall(page) if not FOR_OTHERS.search(file)})


def test_the_page_of_a_game_asks_for_few_files(files: list[str]) -> None:
    htmx = 1
    assert len(files) + htmx <= MOST


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)
def test_a_script_comes_once_with_each_that_it_imports(phone: FlaskClient, file: Path) -> None:
    version = OWN.findall(phone.get("/").text)[0].rpartition("/")[0]
    place = file.relative_to(STATIC).as_posix()
    joined = phone.get(f"{version}/{place}", buffered=True).text
    assert not re.search(r"(?m)^import ", joined)
    assert {joined.count(_last_lines(each)) for each in _imported(file)} <= {1}
    # By its own address it stands alone, as it was written.
    assert phone.get(f"/static/{place}", buffered=True).text == file.read_text("utf-8")


def _last_lines(file: Path) -> str:
    """Give what a script ends with; that stays as it is."""
    return "\n".join(file.read_text("utf-8").splitlines()[-5:]).replace("export ", "")


def _imported(file: Path) -> set[Path]:
    found = re.findall(r'(?m)^import .*"(.+)"', file.read_text("utf-8"))
    others = {Path(urljoin(file.as_uri(), each).removeprefix("file://")) for each in found}
    return others.union(*map(_imported, others))


def test_a_style_sheet_comes_with_what_it_imports(phone: FlaskClient, files: list[str]) -> None:
    (address,) = (file for file in files if file.endswith("game.css"))
    joined = phone.get(address, buffered=True).text
    assert "@import" not in joined
    for name in ("table", "pad"):
        assert (STATIC / f"{name}.css").read_text("utf-8") in joined


def test_a_joined_file_that_a_phone_has_is_not_sent_again(
    phone: FlaskClient, files: list[str]
) -> None:
    for address in (file for file in files if "game" in file):
        first = phone.get(address, buffered=True)
        assert "immutable" in first.headers["Cache-Control"]
        again = phone.get(address, headers={"If-None-Match": first.headers["ETag"]}, buffered=True)
        assert again.status_code == 304
