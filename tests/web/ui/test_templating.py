"""Names that look like something else are only ever names, wherever they go."""

from html.parser import HTMLParser

import pytest
from flask import Flask

from companion.web.http.rate_limits import Limit, Limits
from tests.web.places import every_path
from tests.web.running import exchange
from tests.web.script import Script

HOSTILE = (
    "<script>alert(1)</script",
    "<svg/onload>",
    '"onx"',
    "' onx '",
    "</title><b>",
    "</textarea>",
    "{{ 7*7 }}",
    "{% raw %}",
    "\\u003cb\\u003e",
    "&lt",
    "-1",
    "@x",
    "%(name)s",
    "%s %n %",
    "../../etc/passwd",
    "עמר",
    "مرحبا",
    "]]>",
)


class Reader(HTMLParser):
    """Reads which tags and attributes a page has, and what stands between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags += [tag, *(name for name, _ in attrs)]

    def handle_data(self, data: str) -> None:
        self.text += data


def played(app: Flask, name: str) -> Script:
    """Play a game in which this name goes everywhere a name can go."""
    script = Script(app, "203.0.113.1").start(name, "Bo", "Cy", dealer=name)
    script.round(name, Bo=7, Cy=8)
    script.round("Bo", **{name: ["7", "skip"], "Cy": 8})
    script.asked_round(went_out="Cy", hands={"Bo": {"points": 1}}, resting=[name])
    script.change(players=["Zoe", "Bo", "Cy"])
    script.change(players=[name, "Bo", "Cy"])
    script.change(leave=[name])
    script.change(join=[{"name": name}])
    script.write("PUT", "/settled/uno.when", text=f"As {name} says.")
    script.undo()
    script.change(dealer=name)
    assert script.state["version"] == 11
    return script


def pages(app: Flask, script: Script) -> list[str]:
    """Read every page that shows the game, and those that refuse something in it."""
    name = script.state["players"][0]
    others = [f"Player {seat}" for seat in range(2, 9)]
    hall = Script(app, "203.0.113.1").start(name, *others, format="tournament")
    keys = (script.score_key, script.watch_key, hall.score_key, hall.last.json["tables"][0]["key"])
    # A television shows a code, and after some there are none for a while; the page about the JSON
    # has names of its own.
    others_say = {"/tv", "/about/json"}
    paths = [path for path in dict.fromkeys(every_path(app, *keys)) if path not in others_say]
    shown = [script.client.get(path, buffered=True) for path in paths]
    wrong = {"edition": "classic-108", "players": [name, name, "x" * 99], "target": name}
    refused = [script.client.post("/games", data=wrong)]
    table = f"/games/{script.score_key}"
    for path, form in (
        ("/settings", {"change": "dealer", "dealer": name + "?"}),
        ("/settings", {"change": "join", "name": name, "total": name}),
        ("/rounds", {"went_out": "1", "points-2": name, "points-3": name}),
    ):
        refused.append(script.client.post(table + path, data=form))
    assert [answer.status_code for answer in refused] == [422] * 4
    return [each.text for each in (*shown, *refused) if each.mimetype == "text/html"]


@pytest.fixture(scope="module")
def app(shared: Flask) -> Flask:
    exchange(shared, limits=Limits(wrong_keys=Limit(10**6, 60)))
    return shared


@pytest.fixture(scope="module")
def plain(app: Flask) -> list[Reader]:
    return [Reader(page) for page in pages(app, played(app, "Ana"))]


@pytest.mark.parametrize("name", HOSTILE)
def test_in_pages_it_is_text_and_nothing_else(app: Flask, plain: list[Reader], name: str) -> None:
    hostile = [Reader(page) for page in pages(app, played(app, name))]
    assert [page.tags for page in hostile] == [page.tags for page in plain]
    shown = [
        (name in here.text)
        for here, there in zip(hostile, plain, strict=True)
        if "Ana" in there.text
    ]
    assert len(shown) > 10
    assert all(shown)


@pytest.mark.parametrize("name", HOSTILE)
def test_in_json_it_comes_out_as_it_went_in(app: Flask, name: str) -> None:
    script = played(app, name)
    assert script.state["players"][0] == name
    assert script.take_in(script.read("/journal").json).state["players"][0] == name
