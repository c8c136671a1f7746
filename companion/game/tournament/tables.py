"""Which tables may record a round, and who sits at them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.game.faults import FaultCode
from companion.game.requests.reader import RequestReader
from companion.game.rounds import Round, Seat, Side
from companion.game.tournament.seating import Rotation

MOST_TABLES = 99  # and rotations: more than any plan has


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
        """Tell which of the sides somebody who sits there belongs to, counted from 1."""
        return next(place for place, side in enumerate(self.sides, start=1) if seat in side)


def begun(rounds: Iterable[Round]) -> int:
    """Tell how many rotations of a plan have begun: up to the last one with a round."""
    return max((round_.rotation for round_ in rounds), default=0)


def open_tables(
    seating: tuple[Rotation, ...], rounds: tuple[Round, ...], each: int
) -> tuple[OpenTable, ...]:
    """Find the tables that still lack some of their `each` rounds and may play them now.

    A rotation opens when all tables have finished the one before. Where a round was removed
    later, its table may record it all the same, whatever rotation the others are in.
    """
    played = Counter((round_.rotation, round_.table) for round_ in rounds)
    reached = max(begun(rounds), 1)
    found: list[OpenTable] = []
    for number, rotation in enumerate(seating, start=1):
        if number > reached and found:
            break
        for table, sides in enumerate(rotation.tables, start=1):
            left = each - played[number, table]
            found += [OpenTable(sides, table, number, left)] if left > 0 else []
    return tuple(found)


def table_asked(reader: RequestReader, tables: tuple[OpenTable, ...]) -> OpenTable:
    """Read which of these tables is meant by `table` and `rotation`.

    With a single table neither need be said; of two rotations at one table it is the earlier.
    Raises `ValidationError` where none is found: without its table nothing more can be told of a
    round.
    """
    rotation, table = _asked(reader, "rotation"), _asked(reader, "table")
    reader.raise_faults()
    found = [t for t in tables if rotation in {None, t.rotation}]
    if not found:
        reader.add_fault(FaultCode.ROTATION_NOT_OPEN, "rotation", rotation=rotation)
    elif table is None and len({t.table for t in found}) > 1:
        reader.add_fault(FaultCode.WHICH_TABLE, "table")
    found = [t for t in found if table in {None, t.table}]
    if not found and not reader.faults:
        reader.add_fault(FaultCode.TABLE_NOT_OPEN, "table", table=table)
    reader.raise_faults()
    return found[0]


def _asked(reader: RequestReader, name: str) -> int | None:
    return reader.integer(name, 1, MOST_TABLES) if reader.has(name) else None
