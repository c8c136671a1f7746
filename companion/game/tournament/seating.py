"""Seating plans of tournaments: rotations, rests and fairness."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, islice, product
from math import gcd
from typing import Annotated, Any, TypedDict

from companion.game.rounds import Seat, Side
from companion.game.schema import Count, Ordinal
from companion.game.tournament import whist

Table = tuple[Side, ...]
Pair = tuple[Seat, Seat]  # the lower seat first
Range = tuple[int, int]  # least and most

PLAYERS = range(4, 41)  # numbers of players with a design

_TRIES = 8  # assignments of seats tried; more would avoid few more repeated partnerships

_TWO = ("minItems", 2), ("maxItems", 2)
_Player = Annotated[int, ("minimum", 1), ("maximum", PLAYERS[-1])]


class FairnessValues(TypedDict):
    """The least and the most times that a pair partners and meets, and that a player rests."""

    partners: Annotated[Sequence[Count], *_TWO]
    opponents: Annotated[Sequence[Count], *_TWO]
    rests: Annotated[Sequence[Count], *_TWO]


class PlannedTableValues(TypedDict):
    """Who plays against whom at a table."""

    table: Ordinal
    sides: Annotated[Sequence[Annotated[Sequence[_Player], *_TWO]], *_TWO]


class RotationValues(TypedDict):
    """One seating of all tables."""

    rotation: Ordinal
    tables: Annotated[list[PlannedTableValues], ("minItems", 1)]
    resting: Sequence[_Player]


class PlanValues(TypedDict):
    """A whole seating, rotations and tables numbered from 1."""

    players: Annotated[int, ("minimum", PLAYERS[0]), ("maximum", PLAYERS[-1])]
    rotations: Annotated[list[RotationValues], ("minItems", 1)]
    fairness: FairnessValues


@dataclass(frozen=True, slots=True)
class Rotation:
    """Seating of all tables for some rounds, with the sides at each; the others rest."""

    tables: tuple[Table, ...]
    resting: tuple[Seat, ...] = ()

    @property
    def seated(self) -> tuple[Seat, ...]:
        return tuple(sorted(seat for table in self.tables for side in table for seat in side))

    @property
    def partners(self) -> tuple[Pair, ...]:
        return tuple(_pair(*side) for table in self.tables for side in table)

    @property
    def opponents(self) -> tuple[Pair, ...]:
        return tuple(_pair(*pair) for table in self.tables for pair in product(*table))


@dataclass(frozen=True, slots=True)
class Fairness:
    """Least and most times that a pair partners or meets as opponents, and a player rests."""

    partners: Range
    opponents: Range
    rests: Range

    def as_values(self) -> FairnessValues:
        return {"partners": self.partners, "opponents": self.opponents, "rests": self.rests}


@dataclass(frozen=True, slots=True)
class Plan:
    """All rotations of a tournament for seats 1 to `players`."""

    players: int
    rotations: tuple[Rotation, ...]

    @property
    def fairness(self) -> Fairness:
        return fairness(self.rotations, range(1, self.players + 1))

    def as_values(self) -> PlanValues:
        return {
            "players": self.players,
            "rotations": [
                {
                    "rotation": number,
                    "tables": [
                        {"table": table, "sides": sides}
                        for table, sides in enumerate(rotation.tables, start=1)
                    ],
                    "resting": rotation.resting,
                }
                for number, rotation in enumerate(self.rotations, start=1)
            ],
            "fairness": self.fairness.as_values(),
        }


@cache
def plan(players: int) -> Plan:
    """Return the plan for 4 to 40 players; KeyError for any other number.

    The whole plan has the properties described in `whist`. If cut short, rests differ by at most
    one, or two with 6, 7, 14, 22, 30 and 38 players, where no design of this kind does better.
    """
    seats = tuple(range(1, players + 1))
    return Plan(players, _ordered(_design(seats), dict.fromkeys(seats, 0), set()))


def replanned(seats_now: tuple[Seat, ...], played: Sequence[Rotation]) -> tuple[Rotation, ...]:
    """Return the rotations to follow the played ones; KeyError unless 4 to 40 players.

    Players who have sat out least rest first; being absent from a rotation counts as sitting out.
    Of several assignments of seats, the one that repeats partnerships latest is chosen.
    """
    former = {pair for rotation in played for pair in rotation.partners}
    present = Counter(seat for rotation in played for seat in rotation.seated)
    sat_out = {seat: len(played) - present[seat] for seat in seats_now}
    seatings = [
        _ordered(_design(seats), sat_out, former) for seats in islice(_dealt(seats_now), _TRIES)
    ]
    # Cumulative sums give earlier repetitions more weight.
    return min(
        seatings, key=lambda s: sum(accumulate(_repeats(rotation, former) for rotation in s))
    )


def fairness(rotations: Iterable[Rotation], players: Collection[Seat]) -> Fairness:
    """Return the fairness of rotations (also of several plans) for two or more players."""
    seatings = tuple(rotations)
    pairs = tuple(combinations(sorted(players), 2))
    return Fairness(
        _range(Counter(pair for rotation in seatings for pair in rotation.partners), pairs),
        _range(Counter(pair for rotation in seatings for pair in rotation.opponents), pairs),
        _range(Counter(seat for rotation in seatings for seat in rotation.resting), players),
    )


def _design(seats: tuple[Seat, ...]) -> Iterator[Rotation]:
    """Yield the design's rotations, with its seats 1, 2, ... replaced by `seats` in order."""
    for fours in whist.rotations(len(seats)):
        tables = tuple(
            ((seats[a - 1], seats[b - 1]), (seats[c - 1], seats[d - 1])) for a, b, c, d in fours
        )
        seated = {seat for table in tables for side in table for seat in side}
        yield Rotation(tables, tuple(sorted(set(seats) - seated)))


def _dealt(seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    """Yield permutations of the seats: in order, then in steps coprime to their number."""
    count = len(seats)
    for step in range(1, count):
        if gcd(step, count) == 1:
            yield tuple(seats[place * step % count] for place in range(count))


def _ordered(
    coming: Iterable[Rotation], sat_out: Mapping[Seat, int], former: set[Pair]
) -> tuple[Rotation, ...]:
    """Sort rotations: players who sat out least rest first, then repeated pairs come last."""
    counts = dict(sat_out)
    left = [(_repeats(rotation, former), rotation) for rotation in coming]
    order = []
    while left:
        weights = [
            (sum(counts[seat] for seat in rotation.resting), repeats) for repeats, rotation in left
        ]
        # Choose the first of equal ones, so that every server has the same plan.
        _, following = left.pop(weights.index(min(weights)))
        counts |= {seat: counts[seat] + 1 for seat in following.resting}
        order.append(following)
    return tuple(order)


def _repeats(rotation: Rotation, former: set[Pair]) -> int:
    return sum(pair in former for pair in rotation.partners)


def _pair(one: Seat, other: Seat) -> Pair:
    return (one, other) if one < other else (other, one)


def _range(counts: Counter[Any], keys: Collection[Any]) -> Range:
    return min(counts[key] for key in keys), max(counts[key] for key in keys)
