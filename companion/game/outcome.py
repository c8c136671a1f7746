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


def first_at_target(
    ledger: Ledger, present: tuple[Side, ...], target: int | None
) -> Outcome | None:
    """Return a win for the highest total at or above the target (classic-108 L121), or None."""
    # Players who left cannot win. Ties are only possible if the target was lowered or a player
    # joined with an opening total.
    highest = max((ledger.totals[side] for side in present), default=0)
    if target is None or highest < target:
        return None
    return _won((s for s in present if ledger.totals[s] == highest), Termination.TARGET_REACHED)


def lowest_at_target(
    ledger: Ledger, present: tuple[Side, ...], target: int | None
) -> Outcome | None:
    """Return a win for the lowest total once any total reaches the target (hello-kitty L118)."""
    totals = [ledger.totals[side] for side in present]
    if target is None or max(totals, default=0) < target:
        return None
    return _won(
        (s for s in present if ledger.totals[s] == min(totals)), Termination.LOWEST_AT_TARGET
    )


def best_after_limit(
    ledger: Ledger, present: tuple[Side, ...], *, is_highest_first: bool
) -> Outcome:
    """Return a win for the best total of the sides present, once the last round is played."""
    totals = [ledger.totals[side] for side in present]
    best = max(totals) if is_highest_first else min(totals)
    return _won((s for s in present if ledger.totals[s] == best), Termination.ROUNDS_PLAYED)


def last_survivor(ledger: Ledger, present: tuple[Side, ...]) -> Outcome | None:
    """Return a win for the only player not eliminated (classic-108 L183-187), or None."""
    # One round may eliminate several players; if it eliminates all, there is no winner yet.
    alive = [side for side in present if not ledger.eliminated.keys() & set(side)]
    return _won(alive, Termination.LAST_SURVIVOR) if len(alive) == 1 else None


def most_after_all_rounds(ledger: Ledger, rounds: int | None) -> Outcome | None:
    """Return a win for the highest total after `rounds` rounds (classic-108 L179), or None."""
    if rounds is None or ledger.rounds < rounds:
        return None
    highest = max(map(ledger.worth, ledger.totals))
    best = (side for side in ledger.totals if ledger.worth(side) == highest)
    return _won(best, Termination.ALL_ROTATIONS_PLAYED)
