"""Partners change from rotation to rotation, and everyone has a total (classic-108 L172-179)."""

from companion.game.formats.base import GameFormat
from companion.game.outcome import Ledger, Outcome, most_after_all_rounds
from companion.game.rounds import Side
from companion.game.scoring import ScoringMethod


class Tournament(GameFormat):
    """A plan seats two against two at each table; each partner is credited with the full points."""

    name = "tournament"
    least = 4
    most = 40
    scorings = ("winner-collects",)
    may_rest = False
    comings_and_goings = True
    fewest = 4
    is_planned = True

    def accounts(self, side: Side) -> tuple[Side, ...]:
        """Credit each partner by themselves."""
        return tuple((seat,) for seat in side)

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        """End when all rounds of all rotations are played."""
        del present, scoring
        return most_after_all_rounds(ledger, target)
