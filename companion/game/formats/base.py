"""What a format answers for the rest of the program; each format says only where it differs.

Nothing outside the formats asks for their names. What a page, a request or a score sheet has to
know of a format is one of these answers:

- which options a start takes: `options`, `has_target`, `has_dealer`, `default_target`,
  `default_rounds`, `scorings`, `option_fault` (what is wrong with any other option);
- who may play: `least`, `most`, `fewest`, `allows_resting`, `allows_leaving` (and joining),
  `allows_stand_ins`;
- what a page shows: `has_rotations` (a plan says who sits where), `has_several_tables` (up to
  `most_tables`, each with a key of its own; rounds are called by their table), `has_averages`
  (points a round beside the totals);
- how many rounds a phone may record while no server answers: `most_unsaved`;
- what is played: `plan`, `sides`;
- what a round comes to: `eligible`, `sides_of`, `credits`, `accounts`, `falls`, `outcome`.
"""

from collections.abc import Mapping

from companion.game.cards.hand import Hand
from companion.game.faults import FaultCode
from companion.game.outcome import Ledger, Outcome
from companion.game.rounds import Round, Seat, Side
from companion.game.scoring import Credit, ScoringMethod
from companion.game.tournament.seating import Rotation

DEFAULT_TARGET = 500  # where the box prints none


class GameFormat:
    """A format as most are: one table, everybody alone, played to a target as the scoring says."""

    name: str
    least: int = 2  # players at the start
    most: int = 10
    fewest: int = 2  # players that must be left when somebody leaves
    scorings: tuple[str, ...] = ("winner-collects", "keep-own", "rounds-won")  # first: the default
    options: frozenset[str] = frozenset({"target", "dealer"})
    option_fault: FaultCode = FaultCode.NOT_IN_THIS_FORMAT
    default_target: int | None = None  # that of the box
    default_rounds: int = 0  # of each partnership
    most_tables: int = 1
    allows_resting: bool = True
    allows_leaving: bool = True
    allows_stand_ins: bool = False
    has_rotations: bool = False
    has_averages: bool = False
    most_unsaved: int = 5

    @property
    def has_target(self) -> bool:
        return "target" in self.options

    @property
    def has_dealer(self) -> bool:
        return "dealer" in self.options

    @property
    def has_several_tables(self) -> bool:
        return self.most_tables > 1

    def plan(self, players: int) -> tuple[Rotation, ...]:
        del players
        return ()

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        return tuple((seat,) for seat in seats)

    def eligible(self, round_: Round, roster: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the seats a round was for: all that had come and not left when it began."""
        del round_
        return roster

    def sides_of(self, round_: Round, playing: tuple[Seat, ...]) -> tuple[Side, ...]:
        del round_
        return self.sides(playing)

    def credits(
        self,
        scoring: ScoringMethod,
        round_: Round,
        hands: Mapping[Seat, Hand],
        sides: tuple[Side, ...],
    ) -> tuple[Credit, ...]:
        return tuple(
            Credit(account, credit.points)
            for credit in scoring.credits(round_, hands, sides)
            for account in self.accounts(credit.side)
        )

    def accounts(self, side: Side) -> tuple[Side, ...]:
        return (side,)

    def falls(self, total: int, target: int) -> bool:
        del total, target
        return False

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int, scoring: ScoringMethod
    ) -> Outcome | None:
        """Return how the game has ended; `target`: points, or the number of planned rounds."""
        return scoring.end(ledger, present, target)
