"""The about page, the page about the JSON API, and files for browsers and robots."""

from html import unescape
from itertools import pairwise

import pytest
from flask.testing import FlaskClient
from jinja2.sandbox import SandboxedEnvironment

from companion.changelog import releases
from companion.datafiles.text import LANGUAGES, TRANSLATIONS
from companion.version import __version__


@pytest.mark.parametrize("language", LANGUAGES)
def test_about_page_lists_the_changes_of_each_version(phone: FlaskClient, language: str) -> None:
    translated = TRANSLATIONS / language / "CHANGELOG.md"
    found = releases(translated) if translated.exists() else releases()
    page = unescape(phone.get(f"/about?lang={language}").text)
    assert all(change in page for release in found for change in release.changes)


def test_changelog_has_this_version_in_every_language() -> None:
    changelogs = [releases(), *(map(releases, TRANSLATIONS.glob("*/CHANGELOG.md")))]
    assert changelogs[0][0].version == __version__
    shapes = [[(each.version, len(each.changes)) for each in language] for language in changelogs]
    assert all(one == other for one, other in pairwise(shapes))
    assert all(changes for shape in shapes for _, changes in shape)


def test_addresses_on_json_page_work(phone: FlaskClient) -> None:
    page = unescape(phone.get("/about/json").text)
    assert "API=http://localhost/api\ncurl $API/games " in page
    assert 'href="/api/openapi.json"' in page
    address, *asked = page.partition("curl -G $API")[2].partition("</pre>")[0].split(" \\\n -d ")
    assert phone.get(f"/api{address}?{'&'.join(asked)}").get_json()["results"]
    assert "/about/json" in phone.get("/about").text


def test_dashboard_example_on_json_page_shows_leader_and_board(
    phone: FlaskClient,
) -> None:
    start = {"edition": "classic-108", "players": ["Ana", "Bo & <b>", "Cy"]}
    keys = phone.post("/api/games", json=start).get_json()
    page = unescape(phone.get("/about/json").text).replace("WATCH_KEY", keys["watch_key"])

    def leader() -> str:
        address = page.partition("resource: http://localhost")[2].split()[0]
        shown = page.partition("value_template: >-")[2].partition("</pre>")[0]
        values = {"value_json": phone.get(address).get_json()}
        # The example is a YAML block, which would end at a line that is less indented.
        assert {line[:6] for line in shown.strip("\n").splitlines()} == {" " * 6}
        return SandboxedEnvironment().from_string(shown.strip()).render(values)

    for name in ("Bo & <b>", "Ana"):
        caught = {other: {"points": 20} for other in start["players"] if other != name}
        rounds = f"/api/games/{keys['score_key']}/rounds"
        phone.post(rounds, json={"went_out": name, "hands": caught})
        assert leader() == ("Bo & <b>" if name != "Ana" else "Ana, Bo & <b>")
    board = phone.get(page.partition("url: http://localhost")[2].split("<")[0])
    assert board.status_code == 200
    assert "Bo & <b>" in unescape(board.text)


def test_favicon_and_robots_txt_are_served(phone: FlaskClient) -> None:
    icon = phone.get("/favicon.ico", buffered=True)
    assert icon.data[:4] == b"\0\0\1\0"
    robots = phone.get("/robots.txt")
    assert robots.mimetype == "text/plain"
    # Search engines list the addresses that are disallowed, so games must not be.
    assert "games" not in robots.text
