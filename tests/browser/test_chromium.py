"""Where a browser is looked for, and how one is got."""

import sys
from pathlib import Path

import pytest

from tests.browser.chromium import is_usable, places, ways_to_fetch

NOTHING: dict[str, str] = {}


def test_the_one_on_the_path_comes_first() -> None:
    path = {"google-chrome": "/usr/bin/google-chrome", "chromium": "/usr/bin/chromium"}
    found = [*places("linux", path.get, NOTHING)]
    assert found == ["/usr/bin/chromium", "/usr/bin/google-chrome"]


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert [*places("linux", NOTHING.get, NOTHING)] == []


def test_on_a_mac_it_is_among_the_applications() -> None:
    found = [*places("darwin", NOTHING.get, NOTHING)]
    assert found[0] == "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def test_on_windows_it_is_among_the_programs_of_all_or_of_one() -> None:
    environ = {"PROGRAMFILES": r"C:\Program Files", "LOCALAPPDATA": r"C:\Users\ana\AppData\Local"}
    found = [*places("win32", NOTHING.get, environ)]
    assert found[:2] == [
        r"C:\Program Files\Google\Chrome\Application\chrome.exe",
        r"C:\Users\ana\AppData\Local\Google\Chrome\Application\chrome.exe",
    ]


@pytest.mark.parametrize(
    ("tools", "user", "kinds"),
    [
        ({"apt-get": "/usr/bin/apt-get"}, "root", ["/usr/bin/apt-get", "--with-deps"]),
        ({"apt-get": "/usr/bin/apt-get"}, "ana", ["playwright"]),
        ({}, "root", ["playwright"]),
    ],
)
def test_it_is_fetched_as_the_platform_does(
    tools: dict[str, str], user: str, kinds: list[str]
) -> None:
    ways = [str(way) for way in ways_to_fetch(tools.get, is_root=user == "root")]
    assert len(ways) == len(kinds)
    assert all(kind in way for kind, way in zip(kinds, ways, strict=True))


@pytest.mark.skipif(sys.platform == "win32", reason="there it is not asked")
@pytest.mark.parametrize(("status", "usable"), [(0, True), (1, False)])
def test_a_file_that_only_says_how_to_install_one_is_none(
    tmp_path: Path, status: int, *, usable: bool
) -> None:
    chromium = tmp_path / "chromium-browser"
    chromium.write_text(f"#!/bin/sh\nexit {status}\n")
    chromium.chmod(0o755)
    assert is_usable(str(chromium)) is usable
    assert not is_usable(str(tmp_path / "nowhere"))
