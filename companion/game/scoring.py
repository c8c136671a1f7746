"""Scoring methods of the leaflets: points credited for a round."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.cards.hand import Hand
from companion.game.outcome import Ledger, Outcome, Termination, best
from companion.game.rounds import Round, Seat, Side


@dataclass(frozen=True, slots=True)
class Credit:
    """Points credited to a side for one round."""

    side: Side
    points: int


class ScoringMethod:
    """Base scoring method: the winner of a round is credited; first to the target wins."""

    name: str
    is_highest_first: bool = True  # whether the highest total wins
    has_hands: bool = True  # whether the others' hands are counted
    allows_pile: bool = False  # whether opponents' cards may be counted as one hand
    credits_own: bool = False  # whether every player is credited their own hand
    counts_winner: bool = False  # whether the player who went out has a hand too
    default_target: int | None = None  # None for the box's target
    highest_target: int = 10_000

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        """Return the credits for a round; `sides` are those that play, `hands` those that count."""
        worth = self.worth(round_, hands)
        return tuple(Credit(side, worth) for side in sides if round_.went_out in side)

    def worth(self, round_: Round, hands: Mapping[Seat, Hand]) -> int:
        """Return the points for the winner of a round: the sum of the others' hands."""
        return round_.pile.points if round_.pile else sum(h.points for h in hands.values())

    def end(self, ledger: Ledger, present: tuple[Side, ...], target: int | None) -> Outcome | None:
        """Return a win for the best total once any reaches the target, or None."""
        # Players who left cannot win. Ties are only possible if the lowest total wins, the target
        # was lowered or a player joined with an opening total.
        if target is None or max((ledger.totals[s] for s in present), default=0) < target:
            return None
        is_highest_first = self.is_highest_first
        reason = Termination.TARGET_REACHED if is_highest_first else Termination.LOWEST_AT_TARGET
        return best(ledger, present, reason, is_highest_first=is_highest_first)


class WinnerCollects(ScoringMethod):
    """Winner of a round scores the others' hands; first to the target wins (classic-108 L107)."""

    name = "winner-collects"
    allows_pile = True


class KeepOwn(ScoringMethod):
    """Each player scores their own hand; the lowest total wins (classic-108 L121-123)."""

    name = "keep-own"
    is_highest_first = False
    credits_own = True

    def credits(
        self, round_: Round, hands: Mapping[Seat, Hand], sides: tuple[Side, ...]
    ) -> tuple[Credit, ...]:
        del round_
        return tuple(Credit(s, sum(hands[p].points for p in s if p in hands)) for s in sides)


class EachScores(KeepOwn):
    """Each player scores their own points, in a game without cards; the highest total wins."""

    name = "each-scores"
    is_highest_first = True
    counts_winner = True


class RoundsWon(ScoringMethod):
    """Winner of a round scores 1, no cards are counted; first to the target wins."""

    name = "rounds-won"
    has_hands = False
    default_target = 3  # the only target printed for it
    highest_target = 100

    def worth(self, round_: Round, hands: Mapping[Seat, Hand]) -> int:
        del round_, hands
        return 1


SCORINGS: Mapping[str, ScoringMethod] = {
    method.name: method for method in (WinnerCollects(), KeepOwn(), RoundsWon(), EachScores())
}
