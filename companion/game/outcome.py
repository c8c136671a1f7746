"""Is the game over, who has won, and why? One value answers all three."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.game.rounds import Seat, Side


class Termination(StrEnum):
    """What ended a game."""

    TARGET_REACHED = "target-reached"
    LOWEST_AT_TARGET = "lowest-at-target"
    LAST_SURVIVOR = "last-survivor"
    ALL_ROTATIONS_PLAYED = "all-rotations-played"
    BY_AGREEMENT = "by-agreement"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats of all who won, in seat order, and what ended it."""

    winners: tuple[Seat, ...]
    termination: Termination


@dataclass(frozen=True, slots=True)
class Ledger:
    """What some rounds have come to; accounts are sides that are credited together."""

    totals: Mapping[Side, int]
    played: Mapping[Side, int]  # rounds
    fallen: Mapping[Seat, int] = field(default_factory=dict)  # the round that sent a seat off
    rounds: int = 0
    is_unsure: bool = False  # some round must be recounted, so nothing is decided
    outcome: Outcome | None = None


def _won(sides: Iterable[Side], termination: Termination) -> Outcome:
    return Outcome(tuple(sorted(seat for side in sides for seat in side)), termination)


def first_at_target(ledger: Ledger, present: tuple[Side, ...], target: int) -> Outcome | None:
    """Return the win of whoever reaches the target first (classic-108 L121)."""
    # Of those who are present only: whoever has left wins nothing any more. Two can stand at it
    # after the same round only when the target was lowered or somebody joined with points.
    highest = max((ledger.totals[side] for side in present), default=0)
    if highest < target:
        return None
    return _won((s for s in present if ledger.totals[s] == highest), Termination.TARGET_REACHED)


def lowest_at_target(ledger: Ledger, present: tuple[Side, ...], target: int) -> Outcome | None:
    """Return the win of the lowest total (ties shared) at the target (hello-kitty L118)."""
    totals = [ledger.totals[side] for side in present]
    if max(totals, default=0) < target:
        return None
    return _won(
        (s for s in present if ledger.totals[s] == min(totals)), Termination.LOWEST_AT_TARGET
    )


def last_survivor(ledger: Ledger, present: tuple[Side, ...]) -> Outcome | None:
    """Return the win of the last one whose total is below the number (classic-108 L183-187)."""
    # Several may fall in one round; where nobody is left, nobody has won yet.
    alive = [side for side in present if not ledger.fallen.keys() & set(side)]
    return _won(alive, Termination.LAST_SURVIVOR) if len(alive) == 1 else None


def most_after_all_rounds(ledger: Ledger, rounds: int) -> Outcome | None:
    """Return the win of the highest total after so many rounds (classic-108 L179), ties shared."""
    if ledger.rounds < rounds:
        return None
    highest = max(ledger.totals.values())
    return _won(
        (s for s in ledger.totals if ledger.totals[s] == highest), Termination.ALL_ROTATIONS_PLAYED
    )
