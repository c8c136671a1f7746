"""Which tables may record a round, and who sits at them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.game.rounds import Round, Seat, Side
from companion.game.tournament.seating import Rotation

SEATS = 4  # at a table of a tournament


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that plays: who sits there, and how many rounds it has left (None: no limit)."""

    sides: tuple[Side, ...]
    table: int = 1
    rotation: int = 1
    rounds_left: int | None = None

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Everybody who sits there, in seat order."""
        return tuple(sorted(seat for side in self.sides for seat in side))

    def side_of(self, seat: Seat) -> int:
        """Return which of the sides somebody who sits there belongs to, counted from 1."""
        return next(number for number, side in enumerate(self.sides, start=1) if seat in side)


def rotations_begun(rounds: Iterable[Round]) -> int:
    """Return how many rotations of a plan have begun: up to the last one with a round."""
    return max((round_.rotation for round_ in rounds), default=0)


def unfinished_tables(
    seating: tuple[Rotation, ...], rounds: Iterable[Round], rounds_each: int
) -> Iterator[OpenTable]:
    """Yield the tables that lack some of their `rounds_each` rounds, rotation by rotation."""
    played = Counter((round_.rotation, round_.table) for round_ in rounds)
    for number, rotation in enumerate(seating, start=1):
        for table, sides in enumerate(rotation.tables, start=1):
            left = rounds_each - played[number, table]
            if left > 0:
                yield OpenTable(sides, table, number, left)


def open_tables(
    seating: tuple[Rotation, ...], rounds: tuple[Round, ...], rounds_each: int
) -> tuple[OpenTable, ...]:
    """Return the tables that lack some of their `rounds_each` rounds and may play them now.

    A rotation opens when all tables have finished the one before. Where a round was removed
    later, its table may record it all the same, whatever rotation the others are in.
    """
    reached = max(rotations_begun(rounds), 1)
    found: list[OpenTable] = []
    for table in unfinished_tables(seating, rounds, rounds_each):
        if found and table.rotation > max(reached, found[0].rotation):
            break  # an earlier rotation is not finished
        found.append(table)
    return tuple(found)
