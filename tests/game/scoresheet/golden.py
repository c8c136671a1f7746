"""Golden games: score sheets as text, with their expected results.

`scorecards/<name>.txt` is the score sheet. `scorecards/<name>.table` is the result as a table: a
column per player (or team), a line per round, then totals, ranks, rounds played, and the winners
with the reason, or the next dealer. Figures were added up by hand from the printed card values.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "scorecards"


@dataclass(frozen=True)
class Scorecard:
    """Golden game: its score sheet, and the result that `table_of` must give."""

    name: str
    sheet: str
    table: dict[str, Any]

    def __str__(self) -> str:
        return self.name


def scorecards() -> list[Scorecard]:
    return [
        Scorecard(path.stem, path.read_text("utf-8"), _read_table(path.with_suffix(".table")))
        for path in sorted(FOLDER.glob("*.txt"))
    ]


def table_of(state: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a game's JSON state that a `.table` file has."""
    standings = {_column(row["side"]): row for row in state["standings"]}
    outcome, following = state["outcome"], state["next"]
    won = f"{', '.join(outcome['winners'])} ({outcome['termination']})" if outcome else None
    return {
        "rounds": [
            {_column(each["side"]): each["points"] for each in round_["points"]}
            for round_ in state["rounds"]
        ],
        "marked": [round_["number"] for round_ in state["rounds"] if round_["marked"]],
        "after the end": [round_["number"] for round_ in state["rounds"] if round_["after_end"]],
        "total": {name: row["total"] for name, row in standings.items()},
        "rank": {name: row["rank"] for name, row in standings.items()},
        "played": {name: row["rounds_played"] for name, row in standings.items()},
        "won": won,
        "deals next": following["dealer"] if following else None,
    }


def _column(side: list[str]) -> str:
    return " & ".join(side)


def _read_table(path: Path) -> dict[str, Any]:
    head, *lines = path.read_text("utf-8").splitlines()
    names = [name.strip() for name in head.split("|")[1:]]
    rounds: list[dict[str, int]] = []
    table: dict[str, Any] = {"marked": [], "after the end": [], "won": None, "deals next": None}
    for line in lines:
        word, *cells = [cell.strip() for cell in line.split("|")]
        figures = {name: int(cell) for name, cell in zip(names, cells, strict=False) if cell}
        if word.isdecimal():
            rounds.append(figures)
            for remark in cells[len(names) :]:
                table[remark].append(int(word))
        elif cells:
            table[word] = figures
        else:
            what, _, says = word.partition(": ")
            table[what] = says
    return table | {"rounds": rounds}
