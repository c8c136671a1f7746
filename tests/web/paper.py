"""Pages as a phone without any script sees them: forms are filled in and sent as they stand."""

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
    """One phone: the page it shows, and what can be done with it."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page = self._page_read = ""
        self._reader = _Reader("")
        self.status = 0
        self.game = ""

    def another(self) -> "Paper":
        """Take another phone, of the same companion."""
        return Paper(self.client.application.test_client())

    def beside(self) -> "Paper":
        """Take another phone to the same game."""
        other = self.another()
        other.game = self.game
        return other.open(self.game)

    def open(self, address: str) -> "Paper":
        return self.shown(self.client.get(address))

    def start(self, edition: str, *players: str, **wishes: str) -> "Paper":
        """Start a game and stay on its page."""
        self.open("/games/new")
        places = [*players, "", ""]
        self.send("/games", [("edition", edition), *(("players", p) for p in places)], **wishes)
        return self

    def round(self, out: str, **fields: str) -> "Paper":
        """Fill in the round and save it; `points_2="7"` is the field `points-2`."""
        chosen = [("went_out", out), *((k.replace("_", "-", 1), v) for k, v in fields.items())]
        return self.send_form(f"{self.game}/rounds", chosen)

    def send_form(self, action: str, filled: Fields) -> "Paper":
        """Send the form with this action as the page holds it, with some fields filled in."""
        return self.send(action, [*self._fields(action), *filled])

    def press(self, action: str, filled: Fields, **more: str) -> "Paper":
        """Send all of the form with this action, with the fields of these names filled in anew."""
        anew = {name for name, _ in filled} | more.keys()
        stand = [(n, v) for form, n, v in self.fields if form == action and n not in anew]
        return self.send(action, [*stand, *filled], **more)

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
        """Read the first part of the page that is like this, or the group in it."""
        return unescape(re.findall(pattern, self.page, re.DOTALL)[0])

    def has(self, *sentences: str) -> bool:
        return all(sentence in self.text for sentence in sentences)

    @property
    def state(self) -> dict[str, Any]:
        """Ask how the game stands."""
        state: dict[str, Any] = self.client.get(f"/api{self.game}").get_json()["game"]
        return state

    @property
    def board(self) -> str:
        """Look up where the game is watched, on the page that shares its links."""
        share = self.client.get(f"{self.game}/share").text
        return str(re.findall(r"/watch/[\w-]+", share)[0])

    @property
    def text(self) -> str:
        """Read what stands on the page, without its tags."""
        return " ".join(" ".join(self._read.said).split())

    @property
    def typed(self) -> Mapping[str, str]:
        """Read what all fields hold."""
        return {name: value for _, name, value in self.fields}

    @property
    def fields(self) -> list[tuple[str, str, str]]:
        """Read all fields: the address of their form, their name, what they hold."""
        return self._read.fields

    @property
    def ids(self) -> set[str]:
        """Read what can be led to by a link."""
        return self._read.ids

    @property
    def _read(self) -> "_Reader":
        if self._page_read != self.page:  # it is looked at more often than it changes
            self._page_read, self._reader = self.page, _Reader(self.page)
        return self._reader

    def _fields(self, action: str) -> Fields:
        """Read the fields of a form that are sent as they stand."""
        return [(n, v) for form, n, v in self.fields if form == action and _stands(n)]

    def shown(self, answer: TestResponse) -> "Paper":
        self.page, self.status = answer.text, answer.status_code
        return self


def _stands(name: str) -> bool:
    return name in {"version", "request_id"} or name.startswith(("shown-", "note-"))


class _Reader:
    """Reads the words and the fields of a page.

    Our pages write attributes in one way: the parser of the standard library, which knows all of
    them, takes ten times as long.
    """

    def __init__(self, page: str) -> None:
        self.said: list[str] = []
        self.ids: set[str] = set()
        self.fields: list[tuple[str, str, str]] = []
        self._form = self._select = ""
        for tag, attributes, text in PARTS.findall(page):
            if tag:
                given = {n: unescape(v or w) for n, v, w in ATTRIBUTES.findall(attributes)}
                self._open(tag, given)
            elif text:
                self.said.append(unescape(text))

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
