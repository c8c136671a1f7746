"""What a format answers for the rest of the game; each says only where it differs."""

from companion.game.outcome import Ledger, Outcome
from companion.game.rounds import Seat, Side
from companion.game.scoring import ScoringMethod


class GameFormat:
    """A format only says which sides sit down and what ends the game."""

    name: str
    least: int  # players
    most: int
    scorings: tuple[str, ...]  # the first is the default
    may_rest: bool
    comings_and_goings: bool  # whether players may leave and join
    fewest: int  # who must be left when somebody leaves
    is_planned: bool  # whether a plan of rotations says who sits where

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        """Tell how those who sit down form sides, where no plan says so: everybody alone."""
        return tuple((seat,) for seat in seats)

    def accounts(self, side: Side) -> tuple[Side, ...]:
        """Tell who is credited with all that a side is: the side as one."""
        return (side,)

    def falls(self, total: int, target: int) -> bool:
        """Tell whether this total sends a player off from the next round on: none does."""
        del total, target
        return False

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        """Tell whether the game has ended for those present: as the scoring says.

        `target` is what is played to: points, or in a tournament the number of all its rounds.
        """
        return scoring.end(ledger, present, target)
