"""Helpers that play a tournament, by the JSON API or on the page of a table."""

import re
from collections.abc import Mapping
from typing import Any, Self

from tests.web.paper import Fields, Paper
from tests.web.script import Answer, Script

EIGHT = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]


class Hall(Script):
    """A script with a tournament's score key (the organiser's) and the keys of its tables."""

    tables: Mapping[int, str]

    def start(self, *players: str, edition: str = "classic-108", **options: object) -> Self:
        options = {"format": "tournament", **options}
        return super().start(*(players or EIGHT), edition=edition, **options)

    def use_game(self, answer: Answer) -> Self:
        self.tables = {each["table"]: each["key"] for each in answer.json.get("tables", ())}
        return super().use_game(answer)

    def values(self, table: int, points: int = 10) -> dict[str, Any]:
        """Return the JSON of a table's next round, its first player's win over two equal hands."""
        open_table = next(t for t in self.state["next"]["tables"] if t["table"] == table)
        (out, _), opponents = open_table["sides"]
        hands = {name: {"points": points} for name in opponents}
        return {"table": table, "rotation": open_table["rotation"], "went_out": out, "hands": hands}

    def play(self, table: int, points: int = 10) -> Answer:
        """Record a table's next round with the organiser's key, and return the response."""
        return self.record_round(**self.values(table, points))

    def at_table(self, table: int, path: str, /, **values: object) -> Answer:
        """Send a POST request with a table's own access key, and return the response."""
        return self.ask("POST", f"/tables/{self.tables[table]}{path}", json=values)

    def play_at(self, table: int, /, **more: object) -> Answer:
        """Record a table's next round with the table's access key, and return the response."""
        values = self.values(table)
        del values["table"], values["rotation"]
        return self.at_table(table, "/rounds", **{**values, **more})


# forms of the phone at a table


def form_of(phone: Paper) -> Fields:
    """Return the first two hidden fields (of version, request id, `seen`) on the page."""
    hidden = re.findall(r'name="(seen|request_id|version)" value="([^"]*)"', phone.page)
    return hidden[:2]


def seats_at(phone: Paper) -> list[str]:
    """Return the seat numbers in the round form, those of the first side before the second's."""
    tiles = re.findall(r'name="went_out" value="(\d+)"\s+data-side="(\d)"', phone.page)
    return [seat for seat, _ in sorted(tiles, key=lambda tile: tile[1])]


def save(phone: Paper, points: int = 10) -> Paper:
    """Save a round won by the table's first player, and return the phone."""
    out, _, left, right = seats_at(phone)
    hands = [(f"points-{left}", str(points)), (f"points-{right}", "0")]
    return phone.send(f"{phone.game}/rounds", [*form_of(phone), ("went_out", out), *hands])
