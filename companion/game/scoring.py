"""The printed scoring methods: who is credited with which points for one round."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.game.cards.hand import Hand
from companion.game.outcome import Ledger, Outcome, first_at_target, lowest_at_target
from companion.game.rounds import Round, Seat, Side


@dataclass(frozen=True, slots=True)
class Credit:
    """Points credited to a side for one round."""

    side: Side
    points: int


class ScoringMethod(Protocol):
    """What the formats need to know of a way of scoring."""

    name: str
    is_highest_first: bool  # whether the highest total is the best
    has_hands: bool  # whether it counts what the others are left with
    allows_pile: bool  # whether all opponents' cards may be counted as one hand
    default_target: int | None  # None: that of the box
    highest_target: int

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        """Return who is credited with what; `sides` are those who play, `hands` what counts."""

    def end(self, ledger: Ledger, present: tuple[Side, ...], target: int) -> Outcome | None:
        """Return how the game has ended for those present, or None while it goes on."""


class WinnerCollects:
    """Who goes out collects what the others hold; first to the target wins (classic-108 L107)."""

    name = "winner-collects"
    is_highest_first = True
    has_hands = True
    allows_pile = True
    default_target: int | None = None
    highest_target = 10_000
    end = staticmethod(first_at_target)

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        caught = round_.pile.points if round_.pile else sum(h.points for h in hands.values())
        return tuple(Credit(side, caught) for side in sides if round_.went_out in side)


class KeepOwn:
    """Everyone keeps the points of their own hand; the lowest total wins (classic-108 L121-123)."""

    name = "keep-own"
    is_highest_first = False
    has_hands = True
    allows_pile = False
    default_target: int | None = None
    highest_target = 10_000
    end = staticmethod(lowest_at_target)

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        del round_
        return tuple(Credit(s, sum(hands[p].points for p in s if p in hands)) for s in sides)


class RoundsWon:
    """Who goes out scores 1, and no cards are counted; first to the target wins."""

    name = "rounds-won"
    is_highest_first = True
    has_hands = False
    allows_pile = False
    default_target: int | None = 3  # what the one box that prints a number has
    highest_target = 100
    end = staticmethod(first_at_target)

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        del hands
        return tuple(Credit(side, 1) for side in sides if round_.went_out in side)


SCORINGS: Mapping[str, ScoringMethod] = {
    method.name: method for method in (WinnerCollects(), KeepOwn(), RoundsWon())
}
