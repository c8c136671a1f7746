"""The elimination game: whoever reaches the number is out (classic-108 L183-187)."""

from companion.game.faults import FaultCode
from companion.game.formats.base import GameFormat
from companion.game.outcome import Ledger, Outcome, last_survivor
from companion.game.rounds import Side
from companion.game.scoring import ScoringMethod


class Challenge(GameFormat):
    """The last one below the number has won; no sheet resets the totals when two are left."""

    name = "challenge"
    option_fault = FaultCode.ONLY_IN_A_TOURNAMENT
    least = 3
    scorings = ("keep-own",)  # points are what sends players off
    most_unsaved = 1  # who plays the next round follows from the totals

    def falls(self, total: int, target: int) -> bool:
        return total >= target

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        del target, scoring
        return last_survivor(ledger, present)
