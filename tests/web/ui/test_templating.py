"""Names that look like something else are only ever names, wherever they go."""

from collections.abc import Callable, Mapping
from functools import partial
from html.parser import HTMLParser

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.http.rate_limits import Limit, Limits
from tests.web.places import every_path
from tests.web.running import exchange
from tests.web.script import Script

Ask = Callable[[], TestResponse]
REFUSED = 4  # forms that are sent with a name where none may stand

HOSTILE = (
    "<script>alert(1)</script", "<svg/onload>", '"onx"', "' onx '", "</title><b>", "</textarea>",
    "{{ 7*7 }}", "{% raw %}", "\\u003cb\\u003e", "&lt", "-1", "@x", "%(name)s", "%s %n %",
    "../../etc/passwd", "עמר", "مرحبا", "]]>",
)  # fmt: skip


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


def questions(app: Flask, script: Script) -> list[Ask]:
    """Return what asks for each page that may show the game; the last are refused something in it.

    They stand in the same order for every game.
    """
    name = script.state["players"][0]
    others = [f"Player {seat}" for seat in range(2, 9)]
    hall = Script(app, "203.0.113.1").start(name, *others, format="tournament")
    keys = (script.score_key, script.watch_key, hall.score_key, hall.last.json["tables"][0]["key"])
    # A television shows a code, and after some there are none for a while; the page about the JSON
    # has names of its own.
    others_say = {"/tv", "/about/json"}
    paths = [path for path in dict.fromkeys(every_path(app, *keys)) if path not in others_say]
    table = f"/games/{script.score_key}"
    forms = (
        ("/games", {"edition": "classic-108", "players": [name, name, "x" * 99], "target": name}),
        (f"{table}/settings", {"change": "dealer", "dealer": name + "?"}),
        (f"{table}/settings", {"change": "join", "name": name, "total": name}),
        (f"{table}/rounds", {"went_out": "1", "points-2": name, "points-3": name}),
    )
    assert len(forms) == REFUSED
    return [
        *(partial(script.client.get, path, buffered=True) for path in paths),
        *(partial(script.client.post, path, data=form) for path, form in forms),
    ]


@pytest.fixture(scope="module")
def app(shared: Flask) -> Flask:
    exchange(shared, limits=Limits(wrong_keys=Limit(10**6, 60)))
    return shared


@pytest.fixture(scope="module")
def plain(app: Flask) -> Mapping[int, Reader]:
    """Read the pages that say Ana anywhere, by their places; no other has a name to get wrong."""
    answers = [ask() for ask in questions(app, played(app, "Ana"))]
    return {
        place: Reader(answer.text)
        for place, answer in enumerate(answers)
        if answer.mimetype == "text/html" and "Ana" in answer.text
    }


@pytest.mark.parametrize("name", HOSTILE)
def test_in_pages_it_is_text_and_nothing_else(
    app: Flask, plain: Mapping[int, Reader], name: str
) -> None:
    asks = questions(app, played(app, name))
    assert {*range(len(asks) - REFUSED, len(asks))} <= plain.keys()
    answers = {place: asks[place]() for place in plain}
    assert [answer.status_code for answer in answers.values()][-REFUSED:] == [422] * REFUSED
    hostile = {place: Reader(answer.text) for place, answer in answers.items()}
    assert [page.tags for page in hostile.values()] == [page.tags for page in plain.values()]
    shown = [name in page.text for place, page in hostile.items() if "Ana" in plain[place].text]
    assert len(shown) > 10
    assert all(shown)
