"""Elimination format: players who reach the target are out (classic-108 L183-187)."""

from companion.game.faults import FaultCode
from companion.game.formats.base import GameFormat
from companion.game.outcome import Ledger, Outcome, last_survivor
from companion.game.rounds import Side
from companion.game.scoring import ScoringMethod


class Challenge(GameFormat):
    """Elimination: the last player below the target wins; totals are never reset."""

    name = "challenge"
    option_fault = FaultCode.ONLY_IN_A_TOURNAMENT
    min_players = 3
    scorings = ("keep-own",)  # players are eliminated by their own points
    eliminates = True
    most_unsaved = 1  # the players of the next round depend on the totals

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int | None, scoring: ScoringMethod
    ) -> Outcome | None:
        del target, scoring
        return last_survivor(ledger, present)
