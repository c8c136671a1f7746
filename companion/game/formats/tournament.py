"""Partners change from rotation to rotation, and everyone has a total (classic-108 L172-179)."""

from companion.game.outcome import Ledger, Outcome, most_after_all_rounds
from companion.game.rounds import Seat, Side
from companion.game.scoring import ScoringMethod


class Tournament:
    """A plan seats two against two at each table; each partner is credited with the full points."""

    name = "tournament"
    least = 4
    most = 40
    scorings: tuple[str, ...] = ("winner-collects",)
    may_rest = False
    comings_and_goings = True
    fewest = 4
    is_planned = True

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        """Rank everybody alone; who sits with whom is in the plan."""
        return tuple((seat,) for seat in seats)

    def accounts(self, side: Side) -> tuple[Side, ...]:
        """Credit each partner by themselves."""
        return tuple((seat,) for seat in side)

    def falls(self, total: int, target: int) -> bool:
        """Send nobody off."""
        del total, target
        return False

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        """End when all rounds of all rotations are played."""
        del present, scoring
        return most_after_all_rounds(ledger, target)
