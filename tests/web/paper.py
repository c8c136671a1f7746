"""Pages as a phone without any script sees them: forms are filled in and sent as they stand."""

from collections.abc import Mapping
from html.parser import HTMLParser

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Fields = list[tuple[str, str]]


class Paper:
    """One phone: the page it shows, and what can be done with it."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page = ""
        self.status = 0
        self.game = ""

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

    def has(self, *sentences: str) -> bool:
        return all(sentence in self.text for sentence in sentences)

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
        reader = _Reader()
        reader.feed(self.page)
        return reader

    def _fields(self, action: str) -> Fields:
        """Read the fields of a form that are sent as they stand."""
        return [(n, v) for form, n, v in self.fields if form == action and _stands(n)]

    def shown(self, answer: TestResponse) -> "Paper":
        self.page, self.status = answer.text, answer.status_code
        return self


def _stands(name: str) -> bool:
    return name in {"version", "request_id"} or name.startswith(("shown-", "note-"))


class _Reader(HTMLParser):
    """Reads the words and the fields of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.ids: set[str] = set()
        self.fields: list[tuple[str, str, str]] = []
        self._form = self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
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

    def handle_data(self, data: str) -> None:
        self.said.append(data)
