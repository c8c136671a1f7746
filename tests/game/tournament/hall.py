"""Tournament for tests, with methods for actions at its tables and for results."""

from companion.game.entries import RoundCorrected, RoundRecorded
from companion.game.requests.change import undo, undo_at
from tests.table import PlayedGame, round_values

EIGHT = "Ana, Bo, Cy, Dee, Eve, Flo, Gus, Hal"


class Hall(PlayedGame):
    """Tournament without a store, played by calling its methods."""

    def __init__(
        self, players: str = EIGHT, edition: str = "classic-108", **options: object
    ) -> None:
        super().__init__(edition, players, **{"format": "tournament", **options})

    # actions

    def round(
        self, out: str, *, table: int | None = 1, rotation: int | None = None, **caught: int
    ) -> None:
        """Record a round at a table, given who went out and the opponents' points by name."""
        values = round_values(out=out, hands=caught) | {"table": table, "rotation": rotation}
        self.change(RoundRecorded(self.read(values)))

    def correct(self, number: int, out: str, **caught: int) -> None:
        self.change(RoundCorrected(number, self.read(round_values(out=out, hands=caught), number)))

    def undo(self, table: int | None = None) -> None:
        self.change(undo_at(self.game, table) if table else undo(self.game))

    def play(self, *, table: int | None = None, points: int = 10) -> None:
        """Record a round, won by the first player, at an open table (by default the first)."""
        sits = next(t for t in self.game.tables_open if table in {None, t.table})
        caught = {self.game.name(seat): points for seat in sits.sides[1]}
        self.round(
            self.game.name(sits.sides[0][0]), table=sits.table, rotation=sits.rotation, **caught
        )

    def play_rotation(self) -> None:
        """Record all rounds left in the current rotation."""
        rotation = self.game.tables_open[0].rotation
        while self.game.tables_open and self.game.tables_open[0].rotation == rotation:
            self.play()

    # results

    @property
    def open(self) -> list[tuple[int, int, int]]:
        """Tables that can record a round, as (table, rotation, rounds left)."""
        return [(t.table, t.rotation, t.rounds_left or 0) for t in self.game.tables_open]

    def sits(self, rotation: int) -> list[list[list[str]]]:
        """Return the names of each pair at each table of a rotation."""
        tables = self.game.seating[rotation - 1].tables
        return [[[self.game.name(s) for s in side] for side in table] for table in tables]
