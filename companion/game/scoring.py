"""The printed scoring methods: who is credited with which points for one round."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.cards.hand import Hand
from companion.game.outcome import Ledger, Outcome, first_at_target, lowest_at_target
from companion.game.rounds import Round, Seat, Side


@dataclass(frozen=True, slots=True)
class Credit:
    """Points credited to a side for one round."""

    side: Side
    points: int


class ScoringMethod:
    """A way of scoring as most are: who goes out is credited; first to the target wins."""

    name: str
    is_highest_first: bool = True  # whether the highest total is the best
    has_hands: bool = True  # whether it counts what the others are left with
    allows_pile: bool = False  # whether all opponents' cards may be counted as one hand
    default_target: int | None = None  # None: that of the box
    highest_target: int = 10_000

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        """Return who is credited with what; `sides` are those who play, `hands` what counts."""
        worth = self.worth(round_, hands)
        return tuple(Credit(side, worth) for side in sides if round_.went_out in side)

    def worth(self, round_: Round, hands: Mapping[Seat, Hand]) -> int:
        """Return what a round is worth to who went out: all that the others hold."""
        return round_.pile.points if round_.pile else sum(h.points for h in hands.values())

    def end(self, ledger: Ledger, present: tuple[Side, ...], target: int) -> Outcome | None:
        """Return how the game has ended for those present, or None while it goes on."""
        return first_at_target(ledger, present, target)


class WinnerCollects(ScoringMethod):
    """Who goes out collects what the others hold; first to the target wins (classic-108 L107)."""

    name = "winner-collects"
    allows_pile = True


class KeepOwn(ScoringMethod):
    """Everyone keeps the points of their own hand; the lowest total wins (classic-108 L121-123)."""

    name = "keep-own"
    is_highest_first = False
    end = staticmethod(lowest_at_target)

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        del round_
        return tuple(Credit(s, sum(hands[p].points for p in s if p in hands)) for s in sides)


class RoundsWon(ScoringMethod):
    """Who goes out scores 1, and no cards are counted; first to the target wins."""

    name = "rounds-won"
    has_hands = False
    default_target = 3  # what the one box that prints a number has
    highest_target = 100

    def worth(self, round_: Round, hands: Mapping[Seat, Hand]) -> int:
        del round_, hands
        return 1


SCORINGS: Mapping[str, ScoringMethod] = {
    method.name: method for method in (WinnerCollects(), KeepOwn(), RoundsWon())
}
