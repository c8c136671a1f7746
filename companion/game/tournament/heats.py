"""Heats: sizes of tables, seats of the first stage, and the draw of the next one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil

from companion.game.rounds import Seat
from companion.game.tournament.seating import Rotation

# Options of a start, as its entry and requests name them.
OPTIONS = ("table_size", "rounds_per_table", "final_rounds", "advance")
TABLE_SIZES = range(3, 7)
DEFAULT_SIZE = 4
MOST_ADVANCE = 2  # from each table
_FEWEST = min(TABLE_SIZES)  # at a table, as long as there are others


def table_sizes(players: int, most: int) -> tuple[int, ...]:
    """Return the sizes of tables for at most `most` players each, the larger ones first.

    There is one table fewer, with more than `most` players, as long as one would be too small.
    """
    tables = ceil(players / most)
    while tables > 1 and players // tables < _FEWEST:
        tables -= 1
    return tuple(players // tables + (table < players % tables) for table in range(tables))


def outline(players: int, most: int, advance: int) -> tuple[int, ...]:
    """Return the number of tables of each stage, the last one being the final."""
    tables = [len(table_sizes(players, most))]
    while tables[-1] > 1:
        tables.append(len(table_sizes(tables[-1] * advance, most)))
    return tuple(tables)


def stage_of(tables: Sequence[Sequence[Seat]]) -> Rotation:
    return Rotation(tuple(tuple((seat,) for seat in seats) for seats in tables))


def seats_of(stage: Rotation) -> tuple[tuple[Seat, ...], ...]:
    return tuple(tuple(seat for side in table for seat in side) for table in stage.tables)


def stage_reached(plan: Sequence[Rotation], seat: Seat) -> int:
    """Return the number of the last stage in which a player sits, 0 if there is none."""
    return max((n for n, stage in enumerate(plan, start=1) if seat in stage.seated), default=0)


def first_stage(seats: Sequence[Seat], most: int) -> Rotation:
    """Return the first stage, with neighbours in the list at the same table."""
    left = iter(seats)
    return stage_of([[next(left) for _ in range(n)] for n in table_sizes(len(seats), most)])


def deal(order: Sequence[Seat], former: Mapping[Seat, int], most: int) -> Rotation:
    """Return the next stage: players dealt to the tables in turn, there and back.

    Players with the same `former` table (at most two) are parted if there are two tables. Then a
    player skips the tables that would make this impossible, now or later.
    """
    sizes = table_sizes(len(order), most)
    forth = range(len(sizes))
    places = [
        table
        for turn in range(sizes[0] if sizes else 0)
        for table in (reversed(forth) if turn % 2 else forth)
        if turn < sizes[table]
    ]
    tables: list[list[Seat]] = [[] for _ in sizes]
    for at, seat in enumerate(order):
        waiting = {former[other] for other in order[at + 1 :]}
        met = [{former[other] for other in seats} for seats in tables]
        left = Counter(places)
        # A table's free places take players of different former tables whom it has not met. Parting
        # is possible if each table has enough of these: tests compare this with all draws.
        spare = [len(waiting - met[table]) - left[table] for table in forth]
        chosen = places[0]
        for table in dict.fromkeys(places):
            # Sitting here takes one place, and those of the same former table no longer fit.
            here = spare[table] + 1 - (former[seat] in waiting)
            others = (spare[each] for each in forth if each != table)
            if former[seat] not in met[table] and min([here, *others]) >= 0:
                chosen = table
                break
        places.remove(chosen)
        tables[chosen].append(seat)
    return stage_of(tables)
