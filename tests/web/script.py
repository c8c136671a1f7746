"""A script that keeps the score through the JSON API."""

from typing import Any, Self, cast

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.table import hand_values

THREE = ("Ana", "Bo", "Cy")
JSON = "application/json"


class Answer(TestResponse):
    """A response of the JSON API, whose JSON may be anything."""

    @property
    def json(self) -> Any:  # noqa: ANN401
        return super().json


class Script:
    """A client of the JSON API with an IP address of its own, and the keys of its latest game."""

    last: Answer

    def __init__(self, app: Flask, address: str) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address
        self.score_key = self.watch_key = self.group_key = ""

    # requests

    def ask(self, method: str, path: str, **more: Any) -> Answer:  # noqa: ANN401
        self.last = cast("Answer", self.client.open(f"/api{path}", method=method, **more))
        return self.last

    def start(self, *players: str, edition: str = "hello-kitty", **options: object) -> Self:
        """Start a game, assert that it succeeds, and return this script with the game's keys."""
        box = {} if "box" in options else {"edition": edition}
        values = {**box, "players": players or THREE, **options}
        answer = self.ask("POST", "/games", json=values)
        assert answer.status_code == 201, answer.text
        return self.use_game(answer)

    def import_journal(self, journal: object) -> Self:
        """Import a journal, take over the new game's keys if accepted, and return this script."""
        answer = self.ask("POST", "/games/import", json=journal)
        return self.use_game(answer) if answer.status_code == 201 else self

    def use_game(self, answer: Answer) -> Self:
        """Take over the keys of the game created by a 201 response, and return this script."""
        assert answer.status_code == 201, answer.text
        self.score_key, self.watch_key = answer.json["score_key"], answer.json["watch_key"]
        self.group_key = answer.json["group_key"]
        return self

    def write(self, method: str, path: str, **values: object) -> Answer:
        """Send a JSON request with the score key, below the game, and return the response."""
        return self.ask(method, f"/games/{self.score_key}{path}", json=values)

    def round(self, out: str, **hands: object) -> Answer:
        """Record a round that `out` won: `round("Ana", Bo="7 skip wild", Cy=8)`."""
        return self.write("POST", "/rounds", **round_json(out, **hands))

    def correct(self, number: int, out: str, **hands: object) -> Answer:
        return self.write("PUT", f"/rounds/{number}", **round_json(out, **hands))

    def record_round(self, **values: object) -> Answer:
        """Record a round given as the JSON body's fields, and return the response."""
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
        """Request the game, or a path below it, with the watch key, and return the response."""
        return self.ask("GET", f"/games/{self.watch_key}{path}", query_string=query)

    def send(self, body: bytes | str, path: str = "/rounds", content_type: str = JSON) -> Answer:
        """POST a raw body to a path below the game, or to a whole path `/games…`."""
        address = path if path.startswith("/games") else f"/games/{self.score_key}{path}"
        return self.ask("POST", address, data=body, content_type=content_type)

    # results

    @property
    def state(self) -> dict[str, Any]:
        """The game's values from the JSON API, requested with the watch key."""
        answer = cast("Answer", self.client.get(f"/api/games/{self.watch_key}"))
        assert answer.status_code == 200, answer.text
        game: dict[str, Any] = answer.json["game"]
        return game

    @property
    def totals(self) -> dict[str, int]:
        """The totals by player's name, for a game without partners."""
        return {row["side"][0]: row["total"] for row in self.state["standings"]}

    def assert_refused(self, status: int = 422, code: str = "invalid") -> dict[str, str]:
        """Assert the last response's status and error code, and return its messages by field."""
        assert (self.last.status_code, self.last.json["error"]["code"]) == (status, code)
        assert self.last.content_type == JSON
        error = self.last.json["error"]
        assert error.keys() - {"why"} == {"code", "message", "fields"}
        assert error["message"]
        fields: dict[str, str] = error["fields"]
        return fields


def play_one_round(app: Flask) -> Script:
    """Return a script that has started a game of Ana, Bo and Cy and recorded Ana's win."""
    script = Script(app, "203.0.113.1").start()
    script.round("Ana", Bo=7, Cy=8)
    return script


def round_json(out: str, **hands: Any) -> dict[str, Any]:  # noqa: ANN401 - also what is no hand
    """Return a round's JSON values: its winner, and other players' hands from shorthand."""
    return {"went_out": out, "hands": {name: hand_values(hand) for name, hand in hands.items()}}
