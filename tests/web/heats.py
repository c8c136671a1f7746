"""A script that plays heats by the JSON API."""

from typing import Any, Self

from tests.web.hall import Hall
from tests.web.script import Answer

NINE = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida"]


class Heats(Hall):
    """A script with the score key of heats (the organiser's) and the keys of their tables."""

    def start(self, *players: str, edition: str = "classic-108", **options: object) -> Self:
        options = {"format": "heats", "table_size": 3, "rounds_per_table": 1, "lot": 7, **options}
        return super().start(*(players or NINE), edition=edition, **options)

    def values(self, table: int, points: int = 10) -> dict[str, Any]:
        """Return the JSON of a table's next round, its first player's win over equal hands."""
        open_table = next(t for t in self.state["next"]["tables"] if t["table"] == table)
        (out,), *others = open_table["sides"]
        hands = {name: {"points": points} for (name,) in others}
        return {"table": table, "rotation": open_table["rotation"], "went_out": out, "hands": hands}

    def play_stage(self) -> Self:
        """Record all rounds left, by the organiser."""
        while self.state["next"] and (tables := self.state["next"]["tables"]):
            assert self.play(tables[0]["table"]).status_code == 201
        return self

    def draw(self, **values: object) -> Answer:
        return self.write("POST", "/stages", **values)

    def remove_draw(self, number: int, **query: str) -> Answer:
        path = f"/games/{self.score_key}/stages/{number}"
        return self.ask("DELETE", path, query_string=query)

    def tables_of(self, stage: int) -> list[list[str]]:
        return [table["seats"] for table in self.state["stages"][stage - 1]["tables"]]
