"""A tournament: as scripts see it, and as the phone at a table does."""

import re
from collections.abc import Mapping
from typing import Any, Self

from tests.web.paper import Fields, Paper
from tests.web.script import Answer, Script

EIGHT = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]


class Hall(Script):
    """The script of an organiser, and those of the tables."""

    tables: Mapping[int, str]

    def start(self, *players: str, edition: str = "classic-108", **wishes: object) -> Self:
        wishes = {"format": "tournament", **wishes}
        return super().start(*(players or EIGHT), edition=edition, **wishes)

    def opened(self, answer: Answer) -> Self:
        self.tables = {each["table"]: each["key"] for each in answer.json.get("tables", ())}
        return super().opened(answer)

    def values(self, table: int, points: int = 10) -> dict[str, Any]:
        """Write the next round of a table as a script would: its first player goes out."""
        sits = next(t for t in self.state["next"]["tables"] if t["table"] == table)
        (out, _), opponents = sits["sides"]
        hands = {name: {"points": points} for name in opponents}
        return {"table": table, "rotation": sits["rotation"], "went_out": out, "hands": hands}

    def play(self, table: int, points: int = 10) -> Answer:
        """Let the organiser write down a round of this table."""
        return self.asked_round(**self.values(table, points))

    def at_table(self, table: int, path: str, /, **values: object) -> Answer:
        """Let a table ask for something with its own key."""
        return self.ask("POST", f"/tables/{self.tables[table]}{path}", json=values)

    def play_at(self, table: int, /, **more: object) -> Answer:
        """Let a table write down its own round."""
        values = self.values(table)
        del values["table"], values["rotation"]
        return self.at_table(table, "/rounds", **{**values, **more})


# what the phone at a table shows and sends


def form_of(phone: Paper) -> Fields:
    """Read the hidden fields of the form that saves a round."""
    hidden = re.findall(r'name="(seen|request_id|version)" value="([^"]*)"', phone.page)
    return hidden[:2]


def seats_at(phone: Paper) -> list[str]:
    """Read the seats of the first two, who are partners, against the last two."""
    tiles = re.findall(r'name="went_out" value="(\d+)"\s+data-side="(\d)"', phone.page)
    return [seat for seat, _ in sorted(tiles, key=lambda tile: tile[1])]


def save(phone: Paper, points: int = 10) -> Paper:
    """Write down that the first player of this table went out."""
    out, _, left, right = seats_at(phone)
    hands = [(f"points-{left}", str(points)), (f"points-{right}", "0")]
    return phone.send(f"{phone.game}/rounds", [*form_of(phone), ("went_out", out), *hands])
