"""The elimination game: whoever reaches the number is out (classic-108 L183-187)."""

from companion.game.outcome import Ledger, Outcome, last_survivor
from companion.game.rounds import Seat, Side
from companion.game.scoring import ScoringMethod


class Challenge:
    """Everyone adds up what they are caught with; the last one below the number has won.

    Totals carry on when two are left: no sheet resets them.
    """

    name = "challenge"
    least = 3
    most = 10
    scorings: tuple[str, ...] = ("keep-own",)
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
        """Send off whoever has reached the number."""
        return total >= target

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        """End when a single one is left."""
        del target, scoring
        return last_survivor(ledger, present)
