"""A phone without scripts that opens pages, and fills in and sends their forms."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Fields = list[tuple[str, str]]
PARTS = re.compile(r"""<(\w+)((?:"[^"]*"|'[^']*'|[^>"'])*)>|<[^>]*>|([^<]+)""")  # a tag, or text
ATTRIBUTES = re.compile(r"""([^\s"'=/]+)(?:=(?:"([^"]*)"|'([^']*)'))?""")


class Paper:
    """A phone without scripts (a Flask test client), its open page and the path of its game."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page = self._page_read = ""
        self._reader = _Reader("")
        self.status = 0
        self.game = ""

    def another_phone(self) -> "Paper":
        """Return a new phone of the same app, without cookies."""
        return Paper(self.client.application.test_client())

    def phone_in_same_game(self) -> "Paper":
        """Return a new phone of the same app that has opened this phone's game."""
        other = self.another_phone()
        other.game = self.game
        return other.open(self.game)

    def open(self, address: str) -> "Paper":
        return self.shown(self.client.get(address))

    def start(self, edition: str, *players: str, **options: str) -> "Paper":
        """Start a game with the form for a new game, and return this phone on the game's page."""
        self.open("/games/new")
        names = [*players, "", ""]
        self.send("/games", [("edition", edition), *(("players", p) for p in names)], **options)
        return self

    def round(self, out: str, **fields: str) -> "Paper":
        """Save a round that seat `out` won. Keyword `points_2` is the form's field `points-2`."""
        chosen = [("went_out", out), *((k.replace("_", "-", 1), v) for k, v in fields.items())]
        return self.send_form(f"{self.game}/rounds", chosen)

    def send_form(self, action: str, filled: Fields) -> "Paper":
        """Post to a form's action its fields that are never typed, and the given fields."""
        return self.send(action, [*self._fields(action), *filled])

    def press(self, action: str, filled: Fields, **more: str) -> "Paper":
        """Post all fields of the form with this action, with `filled` and `more` in their place."""
        replaced = {name for name, _ in filled} | more.keys()
        unchanged = [(n, v) for form, n, v in self.fields if form == action and n not in replaced]
        return self.send(action, [*unchanged, *filled], **more)

    def send(self, address: str, fields: Fields, **more: str) -> "Paper":
        sent: dict[str, list[str]] = {}
        for name, value in [*fields, *more.items()]:
            sent.setdefault(name, []).append(value)
        answer = self.client.post(address, data=sent)
        if answer.status_code == 303:
            answer = self.client.get(answer.headers["Location"])
            self.game = self.game if "watch" in answer.request.path else answer.request.path
        return self.shown(answer)

    def find(self, pattern: str) -> str:
        """Return the unescaped first match of a pattern (or its group) in the page, or fail."""
        return unescape(re.findall(pattern, self.page, re.DOTALL)[0])

    def has(self, *sentences: str) -> bool:
        return all(sentence in self.text for sentence in sentences)

    @property
    def state(self) -> dict[str, Any]:
        """Return the state of the game from the JSON API."""
        state: dict[str, Any] = self.client.get(f"/api{self.game}").get_json()["game"]
        return state

    @property
    def board(self) -> str:
        """Return the path of the game's watch link, from the share page."""
        share = self.client.get(f"{self.game}/share").text
        return str(re.findall(r"/watch/[\w-]+", share)[0])

    @property
    def text(self) -> str:
        """Return the page's text without tags, its white space collapsed."""
        return " ".join(" ".join(self._read.words).split())

    @property
    def typed(self) -> Mapping[str, str]:
        """Return the values of all fields by name, the last one of equal names."""
        return {name: value for _, name, value in self.fields}

    @property
    def fields(self) -> list[tuple[str, str, str]]:
        """Return all fields, each as its form's action, its name and its value."""
        return self._read.fields

    @property
    def ids(self) -> set[str]:
        """Return the ids of all elements."""
        return self._read.ids

    @property
    def _read(self) -> "_Reader":
        if self._page_read != self.page:  # parse only a new page, because it takes long
            self._page_read, self._reader = self.page, _Reader(self.page)
        return self._reader

    def _fields(self, action: str) -> Fields:
        """Return a form's fields that are never typed: version, request id, `shown-*`, `note-*`."""
        return [(n, v) for form, n, v in self.fields if form == action and _is_hidden_field(n)]

    def shown(self, answer: TestResponse) -> "Paper":
        self.page, self.status = answer.text, answer.status_code
        return self


def _is_hidden_field(name: str) -> bool:
    return name in {"version", "request_id"} or name.startswith(("shown-", "note-"))


class _Reader:
    """The texts, element ids and form fields of a page.

    Our pages write attributes in one way only. The standard library's parser, which accepts all
    ways, takes ten times as long.
    """

    def __init__(self, page: str) -> None:
        self.words: list[str] = []
        self.ids: set[str] = set()
        self.fields: list[tuple[str, str, str]] = []
        self._form = self._select = ""
        for tag, attributes, text in PARTS.findall(page):
            if tag:
                given = {n: unescape(v or w) for n, v, w in ATTRIBUTES.findall(attributes)}
                self._open(tag, given)
            elif text:
                self.words.append(unescape(text))

    def _open(self, tag: str, given: Mapping[str, str]) -> None:
        self.ids.add(given.get("id", ""))
        if tag == "form":
            self._form = given["action"]
        if tag == "select":
            self._select = given["name"]
            self.fields.append((self._form, self._select, ""))
        if tag == "option" and "selected" in given:
            self.fields[-1] = (self._form, self._select, given.get("value", ""))
        is_text = given.get("type", "text") in {"text", "hidden"} or "checked" in given
        if tag == "input" and "name" in given and is_text:
            self.fields.append((self._form, given["name"], given.get("value", "")))
