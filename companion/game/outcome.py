"""Outcome of a game: whether it is over, the winners and the reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from companion.game.rounds import Seat, Side


class Termination(StrEnum):
    """Reason why a game ended."""

    TARGET_REACHED = "target-reached"
    LOWEST_AT_TARGET = "lowest-at-target"
    LAST_SURVIVOR = "last-survivor"
    ALL_ROTATIONS_PLAYED = "all-rotations-played"
    ROUNDS_PLAYED = "rounds-played"
    FINAL_PLAYED = "final-played"
    BY_AGREEMENT = "by-agreement"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seats of all winners in order, and the reason why the game ended."""

    winners: tuple[Seat, ...]
    termination: Termination


@dataclass(frozen=True, slots=True)
class Ledger:
    """Running totals by account, that is by the seats that are credited together."""

    totals: Mapping[Side, int]
    played: Mapping[Side, int]  # number of rounds
    eliminated: Mapping[Seat, int] = field(default_factory=dict)  # round that eliminated a seat
    rounds: int = 0
    is_unsure: bool = False  # a round must be recounted, so there is no outcome yet
    outcome: Outcome | None = None
    by_average: bool = False  # ranked by points per round

    def worth(self, side: Side) -> Fraction:
        """Return the figure that ranks a side, if the highest is best."""
        number = self.played[side] if self.by_average else 1
        return Fraction(self.totals[side], number) if number else Fraction(0)


def _won(sides: Iterable[Side], termination: Termination) -> Outcome:
    return Outcome(tuple(sorted(seat for side in sides for seat in side)), termination)


def best(
    ledger: Ledger,
    sides: Iterable[Side],
    termination: Termination,
    *,
    is_highest_first: bool = True,
) -> Outcome:
    """Return a win for the best total of some sides, which equal ones share."""
    worth = {side: ledger.worth(side) for side in sides}
    first = max(worth.values()) if is_highest_first else min(worth.values())
    return _won((side for side, each in worth.items() if each == first), termination)


def last_survivor(ledger: Ledger, present: tuple[Side, ...]) -> Outcome | None:
    """Return a win for the only player not eliminated (classic-108 L183-187), or None."""
    # One round may eliminate several players; if it eliminates all, there is no winner yet.
    alive = [side for side in present if not ledger.eliminated.keys() & set(side)]
    return _won(alive, Termination.LAST_SURVIVOR) if len(alive) == 1 else None


def most_after_all_rounds(ledger: Ledger, rounds: int | None) -> Outcome | None:
    """Return a win for the highest total after `rounds` rounds (classic-108 L179), or None."""
    if rounds is None or ledger.rounds < rounds:
        return None
    return best(ledger, ledger.totals, Termination.ALL_ROTATIONS_PLAYED)
