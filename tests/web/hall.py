"""A tournament, as scripts and as the phone at a table see it."""

import re
from collections.abc import Mapping
from typing import Any, Self

from tests.web.paper import Fields, Paper
from tests.web.script import Answer, Script

EIGHT = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]


class Hall(Script):
    """A script with the organiser's key and the keys of the tables."""

    tables: Mapping[int, str]

    def start(self, *players: str, edition: str = "classic-108", **options: object) -> Self:
        options = {"format": "tournament", **options}
        return super().start(*(players or EIGHT), edition=edition, **options)

    def opened(self, answer: Answer) -> Self:
        self.tables = {each["table"]: each["key"] for each in answer.json.get("tables", ())}
        return super().opened(answer)

    def values(self, table: int, points: int = 10) -> dict[str, Any]:
        """Return the JSON of a table's next round, won by its first player."""
        open_table = next(t for t in self.state["next"]["tables"] if t["table"] == table)
        (out, _), opponents = open_table["sides"]
        hands = {name: {"points": points} for name in opponents}
        return {"table": table, "rotation": open_table["rotation"], "went_out": out, "hands": hands}

    def play(self, table: int, points: int = 10) -> Answer:
        """Record a table's next round with the organiser's key."""
        return self.asked_round(**self.values(table, points))

    def at_table(self, table: int, path: str, /, **values: object) -> Answer:
        """Send a request with a table's own key."""
        return self.ask("POST", f"/tables/{self.tables[table]}{path}", json=values)

    def play_at(self, table: int, /, **more: object) -> Answer:
        """Record a table's next round with its own key."""
        values = self.values(table)
        del values["table"], values["rotation"]
        return self.at_table(table, "/rounds", **{**values, **more})


# forms of the phone at a table


def form_of(phone: Paper) -> Fields:
    """Return the hidden fields of the form that saves a round."""
    hidden = re.findall(r'name="(seen|request_id|version)" value="([^"]*)"', phone.page)
    return hidden[:2]


def seats_at(phone: Paper) -> list[str]:
    """Return the seats of the first side, then those of the second."""
    tiles = re.findall(r'name="went_out" value="(\d+)"\s+data-side="(\d)"', phone.page)
    return [seat for seat, _ in sorted(tiles, key=lambda tile: tile[1])]


def save(phone: Paper, points: int = 10) -> Paper:
    """Save a round won by the first player of this table."""
    out, _, left, right = seats_at(phone)
    hands = [(f"points-{left}", str(points)), (f"points-{right}", "0")]
    return phone.send(f"{phone.game}/rounds", [*form_of(phone), ("went_out", out), *hands])
