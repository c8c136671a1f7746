"""Two against two, partners opposite each other (classic-108 L166-168)."""

from companion.game.outcome import Ledger, Outcome
from companion.game.rounds import Seat, Side
from companion.game.scoring import ScoringMethod


class Teams:
    """Seats 1 and 3 against 2 and 4; a team collects what both its opponents hold."""

    name = "teams"
    least = 4
    most = 4
    scorings: tuple[str, ...] = ("winner-collects",)
    may_rest = False
    comings_and_goings = False
    fewest = 4
    is_planned = False

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        """Make partners of those who sit opposite each other."""
        return seats[0::2], seats[1::2]

    def accounts(self, side: Side) -> tuple[Side, ...]:
        """Credit the side as one."""
        return (side,)

    def falls(self, total: int, target: int) -> bool:
        """Send nobody off."""
        del total, target
        return False

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        """Let the first team at the target win; no sheet says more about the end of a team game."""
        return scoring.end(ledger, present, target)
