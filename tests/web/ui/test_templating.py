"""Names that look like markup or code are shown as text on every page."""

from collections.abc import Callable, Mapping
from functools import partial
from html.parser import HTMLParser

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.http.rate_limits import Limit, Limits
from tests.web.routes import every_path
from tests.web.running import replace_services
from tests.web.script import Script

Request = Callable[[], TestResponse]
REFUSED = 4  # forms sent with invalid input
PLAIN = "Schwartz"  # longer than any word in random keys, and without soft hyphens

HOSTILE = (
    "<script>alert(1)</script", "<svg/onload>", '"onx"', "' onx '", "</title><b>", "</textarea>",
    "{{ 7*7 }}", "{% raw %}", "\\u003cb\\u003e", "&lt", "-1", "@x", "%(name)s", "%s %n %",
    "../../etc/passwd", "עמר", "مرحبا", "]]>",
)  # fmt: skip


class Reader(HTMLParser):
    """A page's tag and attribute names in order, and the text between its tags."""

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
    """Return a script of a game that uses this name wherever a name can be, at version 11."""
    script = Script(app, "203.0.113.1").start(name, "Bo", "Cy", dealer=name)
    script.round(name, Bo=7, Cy=8)
    script.round("Bo", **{name: ["7", "skip"], "Cy": 8})
    script.record_round(went_out="Cy", hands={"Bo": {"points": 1}}, resting=[name])
    script.change(players=["Zoe", "Bo", "Cy"])
    script.change(players=[name, "Bo", "Cy"])
    script.change(leave=[name])
    script.change(join=[{"name": name}])
    script.write("PUT", "/settled/uno.when", text=f"As {name} says.")
    script.undo()
    script.change(dealer=name)
    assert script.state["version"] == 11
    return script


def requests_for(app: Flask, script: Script) -> list[Request]:
    """Return a request for each page that may show the game, in the same order for any name.

    The last ones are forms that are refused because of a name.
    """
    name = script.state["players"][0]
    others = [f"Player {seat}" for seat in range(2, 9)]
    hall = Script(app, "203.0.113.1").start(name, *others, format="tournament")
    keys = (script.score_key, script.watch_key, hall.score_key, hall.last.json["tables"][0]["key"])
    # `/tv` is left out as its code varies and may run out, the JSON page as it has its own names.
    with_other_names = {"/tv", "/about/json"}
    paths = [path for path in dict.fromkeys(every_path(app, *keys)) if path not in with_other_names]
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
    replace_services(shared, limits=Limits(wrong_keys=Limit(10**6, 60)))
    return shared


@pytest.fixture(scope="module")
def plain(app: Flask) -> Mapping[int, Reader]:
    """Return the HTML pages that contain the name PLAIN, by their position in `requests_for`."""
    answers = [request() for request in requests_for(app, played(app, PLAIN))]
    return {
        position: Reader(answer.text)
        for position, answer in enumerate(answers)
        if answer.mimetype == "text/html" and PLAIN in answer.text
    }


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_name_is_shown_as_text_on_every_page(
    app: Flask, plain: Mapping[int, Reader], name: str
) -> None:
    requests = requests_for(app, played(app, name))
    assert {*range(len(requests) - REFUSED, len(requests))} <= plain.keys()
    answers = {position: requests[position]() for position in plain}
    assert [answer.status_code for answer in answers.values()][-REFUSED:] == [422] * REFUSED
    hostile = {position: Reader(answer.text) for position, answer in answers.items()}
    assert [page.tags for page in hostile.values()] == [page.tags for page in plain.values()]
    shown = [
        name in page.text.replace("\u00ad", "")
        for position, page in hostile.items()
        if PLAIN in plain[position].text
    ]
    assert len(shown) > 10
    assert all(shown)
