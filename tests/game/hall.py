"""A hall where a tournament is played: tests say what people do, and look at what is shown."""

from typing import Any

from companion.editions import load_editions
from companion.game.changing import read_change, redo, undo, undo_at
from companion.game.entries import Entry, RoundCorrected, RoundRecorded, RoundRemoved
from companion.game.recording import read_round
from companion.game.replay import Game, Versioned, replay
from companion.game.starting import read_start
from companion.game.state import state

BOXES = load_editions()
EIGHT = "Ana, Bo, Cy, Dee, Eve, Flo, Gus, Hal"


class Hall:
    """Some tables, and all that was said and written down at them, as entries of `journal`."""

    def __init__(self, players: str = EIGHT, **wishes: object) -> None:
        edition = str(wishes.get("edition", "classic-108"))
        self.box = BOXES[edition]
        values = {"edition": "classic-108", "format": "tournament", "players": players.split(", ")}
        self.journal: list[Versioned] = [(1, read_start({**values, **wishes}, BOXES))]

    # what people do

    def round(
        self, out: str, *, table: int = 1, rotation: int | None = None, **caught: int
    ) -> None:
        """Write down who went out and what the opponents held."""
        self.change(RoundRecorded(self.read(out, table, rotation, caught)))

    def read(self, out: str, table: int, rotation: int | None, caught: dict[str, int]) -> Any:  # noqa: ANN401 - a round
        values = round_values(out, table, rotation, caught)
        return read_round(self.game, self.box.lexicon, values)

    def correct(self, number: int, out: str, **caught: int) -> None:
        values = {"went_out": out, "hands": hands(caught)}
        read = read_round(self.game, self.box.lexicon, values, number)
        self.change(RoundCorrected(number, read))

    def remove(self, number: int) -> None:
        self.change(RoundRemoved(number))

    def undo(self, table: int | None = None) -> None:
        self.change(undo_at(self.game, table) if table else undo(self.game))

    def redo(self) -> None:
        self.change(redo(self.game))

    def ask(self, **changes: object) -> None:
        self.change(read_change(self.game, changes))

    def change(self, entry: Entry) -> None:
        self.journal.append((len(self.journal) + 1, entry))

    def play(self, *, table: int | None = None, points: int = 10) -> None:
        """Let one open table (this one) play a round: its first player goes out."""
        sits = next(t for t in self.game.tables_open if table in {None, t.table})
        caught = {self.game.name(seat): points for seat in sits.sides[1]}
        self.round(
            self.game.name(sits.sides[0][0]), table=sits.table, rotation=sits.rotation, **caught
        )

    def play_rotation(self) -> None:
        """Let all tables finish the rotation that is being played."""
        rotation = self.game.tables_open[0].rotation
        while self.game.tables_open and self.game.tables_open[0].rotation == rotation:
            self.play()

    # what is shown

    @property
    def game(self) -> Game:
        return replay(self.journal)

    @property
    def state(self) -> dict[str, Any]:
        return state(self.game)

    @property
    def totals(self) -> dict[str, int]:
        return {row["side"][0]: row["total"] for row in self.state["standings"]}

    @property
    def open(self) -> list[tuple[int, int, int]]:
        """The open tables: table, rotation, rounds left."""
        return [(t.table, t.rotation, t.rounds_left or 0) for t in self.game.tables_open]

    def sits(self, rotation: int) -> list[list[list[str]]]:
        """Who sits at each table of a rotation."""
        tables = self.game.seating[rotation - 1].tables
        return [[[self.game.name(s) for s in side] for side in table] for table in tables]


def round_values(
    out: str, table: int | None, rotation: int | None, caught: dict[str, int]
) -> dict[str, Any]:
    """Write a round as a script would."""
    return {"went_out": out, "table": table, "rotation": rotation, "hands": hands(caught)}


def hands(caught: dict[str, int]) -> dict[str, dict[str, int]]:
    return {name: {"points": points} for name, points in caught.items()}
