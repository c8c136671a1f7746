"""A tournament as scripts see it: one key for the organiser, one for each table."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

EIGHT = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]


class Hall:
    """A tournament over JSON."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.key = self.watch = ""
        self.tables: dict[int, str] = {}

    def start(self, players: list[str] = EIGHT, **wishes: object) -> dict[str, Any]:
        """Start a tournament and give its STATE."""
        asked = {"edition": "classic-108", "format": "tournament", "players": players, **wishes}
        answer = self.client.post("/api/games", json=asked)
        assert answer.status_code == 201, answer.text
        return self.opened(answer)

    def opened(self, answer: TestResponse) -> dict[str, Any]:
        given = answer.get_json()
        self.key, self.watch = given["score_key"], given["watch_key"]
        self.tables = {each["table"]: each["key"] for each in given["tables"]}
        state: dict[str, Any] = given["game"]
        return state

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.client.get(f"/api/games/{self.key}").get_json()["game"]
        return state

    def values(self, table: int, points: int = 10) -> dict[str, Any]:
        """Write the next round of a table as a script would: its first player goes out."""
        sits = next(t for t in self.state["next"]["tables"] if t["table"] == table)
        (out, _), opponents = sits["sides"]
        return {
            "table": table,
            "rotation": sits["rotation"],
            "went_out": out,
            "hands": {name: {"points": points} for name in opponents},
        }

    def post(self, address: str, values: object = None) -> TestResponse:
        return self.client.post(f"/api{address}", json=values if values is not None else {})

    def play(self, table: int, points: int = 10) -> TestResponse:
        """Let the organiser write down a round of this table."""
        return self.post(f"/games/{self.key}/rounds", self.values(table, points))

    def play_at(self, key_of: int, **more: object) -> TestResponse:
        """Let a table write down its own round."""
        values = self.values(key_of)
        del values["table"], values["rotation"]
        return self.post(f"/tables/{self.tables[key_of]}/rounds", {**values, **more})
