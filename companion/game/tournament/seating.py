"""Who sits with whom in a tournament: rotations, rests, and how fair they are."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import accumulate, combinations, islice, product
from math import gcd
from typing import Any

from companion.game.rounds import Seat, Side
from companion.game.tournament import whist

Table = tuple[Side, Side]
Pair = tuple[Seat, Seat]  # the lower seat first
Range = tuple[int, int]  # the least and the most

PLAYERS = range(4, 41)  # there is a design for every number of them

_WAYS = 8  # of handing out the seats of a design; more find hardly fewer repeated partnerships


@dataclass(frozen=True, slots=True)
class Rotation:
    """One seating of a tournament: at each table two partners against two; the others rest."""

    tables: tuple[Table, ...]
    resting: tuple[Seat, ...] = ()

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Everybody who plays, in seat order."""
        return tuple(sorted(seat for table in self.tables for side in table for seat in side))

    @property
    def partners(self) -> tuple[Pair, ...]:
        """Every pair that plays together."""
        return tuple(_pair(*side) for table in self.tables for side in table)

    @property
    def opponents(self) -> tuple[Pair, ...]:
        """Every pair that plays against each other."""
        return tuple(_pair(*pair) for table in self.tables for pair in product(*table))


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often a pair partners and meets as opponents, and how often a player rests."""

    partners: Range
    opponents: Range
    rests: Range


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole seating of a tournament, seats 1 to `players`."""

    players: int
    rotations: tuple[Rotation, ...]

    @property
    def fairness(self) -> Fairness:
        """How fair the plan is when it is played to its end."""
        return fairness(self.rotations, range(1, self.players + 1))

    def as_values(self) -> dict[str, Any]:
        """Give the plan as plain values, rotations and tables numbered from 1."""
        return {
            "players": self.players,
            "rotations": [_values(number, each) for number, each in enumerate(self.rotations, 1)],
            "fairness": asdict(self.fairness),
        }


@cache
def plan(players: int) -> Plan:
    """Seat a tournament of 4 to 40 players; KeyError for any other number.

    The promises of `whist` hold for the whole plan. Wherever it is cut short, rests differ by one
    at most; by two with 6, 7, 14, 22, 30 and 38 players, where no design of this kind does better.
    """
    seats = tuple(range(1, players + 1))
    return Plan(players, _ordered(_design(seats), dict.fromkeys(seats, 0), set()))


def replanned(seats_now: tuple[Seat, ...], played: Sequence[Rotation]) -> tuple[Rotation, ...]:
    """Seat those who are there now anew, after rotations that stand.

    Gives every rotation of the design for so many players (4 to 40, else KeyError); what is left
    of the tournament is a beginning of it. Those rest first who have sat out least, and whoever
    was not there for a rotation has sat it out. Over the whole design most old partnerships come
    again, so of some ways to hand out its seats that one is taken where they come latest.
    """
    known = {pair for rotation in played for pair in rotation.partners}
    present = Counter(seat for rotation in played for seat in rotation.seated)
    sat_out = {seat: len(played) - present[seat] for seat in seats_now}
    ways = [_ordered(_design(seats), sat_out, known) for seats in islice(_dealt(seats_now), _WAYS)]
    return min(ways, key=lambda way: sum(accumulate(_again(rotation, known) for rotation in way)))


def fairness(rotations: Iterable[Rotation], players: Collection[Seat]) -> Fairness:
    """Count over all (two or more) of these players; rotations may come from several plans."""
    seatings = tuple(rotations)
    pairs = tuple(combinations(sorted(players), 2))
    return Fairness(
        _range(Counter(pair for each in seatings for pair in each.partners), pairs),
        _range(Counter(pair for each in seatings for pair in each.opponents), pairs),
        _range(Counter(seat for each in seatings for seat in each.resting), players),
    )


def _design(seats: tuple[Seat, ...]) -> Iterator[Rotation]:
    """Hand out the seats of the design for so many players: its seat 1 to the first, and so on."""
    for fours in whist.rotations(len(seats)):
        tables = tuple(
            ((seats[a - 1], seats[b - 1]), (seats[c - 1], seats[d - 1])) for a, b, c, d in fours
        )
        seated = {seat for table in tables for side in table for seat in side}
        yield Rotation(tables, tuple(sorted(set(seats) - seated)))


def _dealt(seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    """Hand the seats out in order, then taking every second, third, ... where that meets all."""
    count = len(seats)
    for step in range(1, count):
        if gcd(step, count) == 1:
            yield tuple(seats[place * step % count] for place in range(count))


def _ordered(
    coming: Iterable[Rotation], sat_out: Mapping[Seat, int], known: set[Pair]
) -> tuple[Rotation, ...]:
    """Let those rest first who have sat out least, then put off partnerships there have been."""
    counts = dict(sat_out)
    left = [(_again(rotation, known), rotation) for rotation in coming]
    order = []
    while left:
        weights = [(sum(counts[seat] for seat in each.resting), again) for again, each in left]
        _, following = left.pop(weights.index(min(weights)))
        counts |= {seat: counts[seat] + 1 for seat in following.resting}
        order.append(following)
    return tuple(order)


def _again(rotation: Rotation, known: set[Pair]) -> int:
    return sum(pair in known for pair in rotation.partners)


def _pair(one: Seat, other: Seat) -> Pair:
    return (one, other) if one < other else (other, one)


def _range(counts: Counter[Any], over: Collection[Any]) -> Range:
    return min(counts[each] for each in over), max(counts[each] for each in over)


def _values(number: int, rotation: Rotation) -> dict[str, Any]:
    tables = [{"table": table, "sides": sides} for table, sides in enumerate(rotation.tables, 1)]
    return {"rotation": number, "tables": tables, "resting": rotation.resting}
