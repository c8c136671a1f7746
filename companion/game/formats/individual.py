"""Everyone for themselves, two to ten players."""

from companion.game.outcome import Ledger, Outcome
from companion.game.rounds import Seat, Side
from companion.game.scoring import ScoringMethod


class Individual:
    """Every player is a side; with two players the two-player rules are shown."""

    name = "individual"
    least = 2
    most = 10
    scorings: tuple[str, ...] = ("winner-collects", "keep-own")
    may_rest = True
    comings_and_goings = True
    fewest = 2
    is_planned = False

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        """Seat everybody alone."""
        return tuple((seat,) for seat in seats)

    def accounts(self, side: Side) -> tuple[Side, ...]:
        """Credit the side as one."""
        return (side,)

    def falls(self, total: int, target: int) -> bool:
        """Send nobody off: everybody plays to the end."""
        del total, target
        return False

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        """End as the scoring says."""
        return scoring.end(ledger, present, target)
