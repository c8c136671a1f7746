"""Tables of a tournament plan that may record a round."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.game.rounds import OpenTable, Round
from companion.game.tournament.seating import Rotation

SEATS = 4  # per table


def rotations_begun(rounds: Iterable[Round]) -> int:
    return max((round_.rotation for round_ in rounds), default=0)


def unfinished_tables(
    seating: tuple[Rotation, ...], rounds: Iterable[Round], rounds_each: int
) -> Iterator[OpenTable]:
    """Yield the tables with fewer than `rounds_each` rounds, rotation by rotation."""
    played = Counter((round_.rotation, round_.table) for round_ in rounds)
    for number, rotation in enumerate(seating, start=1):
        for table, sides in enumerate(rotation.tables, start=1):
            left = rounds_each - played[number, table]
            if left > 0:
                yield OpenTable(sides, table, number, left)


def open_tables(
    seating: tuple[Rotation, ...], rounds: tuple[Round, ...], rounds_each: int
) -> tuple[OpenTable, ...]:
    """Return the tables that may record a round now, each with its rounds left.

    A rotation opens when all tables have finished the previous one. If a round of an earlier
    rotation was removed, its table may record it again.
    """
    reached = max(rotations_begun(rounds), 1)
    found: list[OpenTable] = []
    for table in unfinished_tables(seating, rounds, rounds_each):
        if found and table.rotation > max(reached, found[0].rotation):
            break  # an earlier rotation is not finished
        found.append(table)
    return tuple(found)
