"""A script that keeps the score in JSON: tests say what happens at the table."""

from typing import Any, Self, cast

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.table import hand_values

THREE = ("Ana", "Bo", "Cy")
JSON = "application/json"


class Answer(TestResponse):
    """An answer to a script, whose JSON may be anything."""

    @property
    def json(self) -> Any:  # noqa: ANN401
        """Read the body."""
        return super().json


class Script:
    """One script with its own address, and the game it has started."""

    last: Answer

    def __init__(self, app: Flask, address: str) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address
        self.score_key = self.watch_key = self.group_key = ""

    # what is asked for

    def ask(self, method: str, path: str, **more: Any) -> Answer:  # noqa: ANN401
        self.last = cast("Answer", self.client.open(f"/api{path}", method=method, **more))
        return self.last

    def start(self, *players: str, edition: str = "hello-kitty", **wishes: object) -> Self:
        """Start a game; it must succeed."""
        box = {} if "box" in wishes else {"edition": edition}
        values = {**box, "players": players or THREE, **wishes}
        answer = self.ask("POST", "/games", json=values)
        assert answer.status_code == 201, answer.text
        return self.opened(answer)

    def take_in(self, journal: object) -> Self:
        """Make a game of a journal and go on with that, if it is one."""
        answer = self.ask("POST", "/games/import", json=journal)
        return self.opened(answer) if answer.status_code == 201 else self

    def opened(self, answer: Answer) -> Self:
        """Go on with the game that an answer has started."""
        assert answer.status_code == 201, answer.text
        self.score_key, self.watch_key = answer.json["score_key"], answer.json["watch_key"]
        self.group_key = answer.json["group_key"]
        return self

    def write(self, method: str, path: str, **values: object) -> Answer:
        """Ask for a change of the game."""
        return self.ask(method, f"/games/{self.score_key}{path}", json=values)

    def round(self, out: str, **hands: object) -> Answer:
        """Record a round: `round("Ana", Bo="7 skip wild", Cy=8)`."""
        return self.write("POST", "/rounds", **caught(out, **hands))

    def correct(self, place: int, out: str, **hands: object) -> Answer:
        """Say what a round really was."""
        return self.write("PUT", f"/rounds/{place}", **caught(out, **hands))

    def asked_round(self, **values: object) -> Answer:
        """Record a round in the words of the JSON."""
        return self.write("POST", "/rounds", **values)

    def change(self, **values: object) -> Answer:
        return self.write("PATCH", "", **values)

    def undo(self, **values: object) -> Answer:
        return self.write("POST", "/undo", **values)

    def redo(self, **values: object) -> Answer:
        return self.write("POST", "/redo", **values)

    def remove(self, number: int, **query: object) -> Answer:
        path = f"/games/{self.score_key}/rounds/{number}"
        return self.ask("DELETE", path, query_string={k: str(v) for k, v in query.items()})

    def read(self, path: str = "", **query: str) -> Answer:
        """Look at the game with the key that may only look."""
        return self.ask("GET", f"/games/{self.watch_key}{path}", query_string=query)

    def send(self, body: bytes | str, path: str = "/rounds", content_type: str = JSON) -> Answer:
        """Send a body as it is."""
        address = path if path.startswith("/games") else f"/games/{self.score_key}{path}"
        return self.ask("POST", address, data=body, content_type=content_type)

    # what is then so

    @property
    def state(self) -> dict[str, Any]:
        """The game as it stands."""
        answer = cast("Answer", self.client.get(f"/api/games/{self.watch_key}"))
        assert answer.status_code == 200, answer.text
        game: dict[str, Any] = answer.json["game"]
        return game

    @property
    def totals(self) -> dict[str, int]:
        """The totals by name, of a game in which everyone is alone."""
        return {row["side"][0]: row["total"] for row in self.state["standings"]}

    def refused(self, status: int = 422, code: str = "invalid") -> dict[str, str]:
        """Make sure that the last wish was refused this way; give the messages by their place."""
        assert (self.last.status_code, self.last.json["error"]["code"]) == (status, code)
        assert self.last.content_type == JSON
        error = self.last.json["error"]
        assert error.keys() - {"why"} == {"code", "message", "fields"}
        assert error["message"]
        fields: dict[str, str] = error["fields"]
        return fields


def after_a_round(app: Flask) -> Script:
    """Sit Ana, Bo and Cy down; one round is played."""
    script = Script(app, "203.0.113.1").start()
    script.round("Ana", Bo=7, Cy=8)
    return script


def caught(out: str, **hands: Any) -> dict[str, Any]:  # noqa: ANN401 - also what is no hand
    """Give a round in the words of the JSON: who went out, and what the others were caught with."""
    return {"went_out": out, "hands": {name: hand_values(hand) for name, hand in hands.items()}}
