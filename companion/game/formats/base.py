"""Base class of game formats, with defaults that each format overrides where it differs.

No code outside the formats checks a format's name. Pages, requests and score sheets use:

- options of a new game: `options`, `has_target`, `has_dealer`, `default_target`,
  `default_rounds`, `scorings`, `option_fault` (fault code for any other option);
- players: `min_players`, `max_players`, `min_remaining`, `allows_resting`, `allows_leaving` (and
  joining), `allows_stand_ins`;
- `eliminates`: whether players who reach the target are out;
- what a page shows: `has_rotations` (players are seated by a plan), `has_stages` (of which each
  is drawn when the one before is over), `has_several_tables` (up to
  `most_tables`, each with its own access key; rounds are labelled by table), `has_averages`
  (points per round besides totals);
- how many rounds a phone may record while offline: `most_unsaved`;
- seating: `plan` (empty for a number of players without one), `first_plan`, `sides`;
- scoring of a round: `eligible`, `sides_of`, `credits`, `accounts`, `outcome`.
"""

from collections.abc import Mapping, Sequence

from companion.game.cards.hand import Hand
from companion.game.faults import FaultCode
from companion.game.outcome import Ledger, Outcome
from companion.game.rounds import Round, Seat, Side
from companion.game.scoring import Credit, ScoringMethod
from companion.game.tournament.seating import Rotation

DEFAULT_TARGET = 500  # if the box prints none
ENDS = ("target", "round_limit", "open_end")  # options of how a game ends


class GameFormat:
    """Format with the usual rules: one table, no partners, played to a target."""

    name: str
    min_players: int = 2  # players at the start of a game
    max_players: int = 10
    min_remaining: int = 2  # players that must remain when others leave
    # The default first; `each-scores` needs a game without cards.
    scorings: tuple[str, ...] = ("winner-collects", "keep-own", "rounds-won", "each-scores")
    options: frozenset[str] = frozenset({"target", "dealer"})
    option_fault: FaultCode = FaultCode.NOT_IN_THIS_FORMAT
    default_target: int | None = None  # None for the box's target
    default_rounds: int = 0  # rounds per partnership
    most_tables: int = 1
    allows_resting: bool = True
    allows_leaving: bool = True
    allows_stand_ins: bool = False
    eliminates: bool = False
    has_rotations: bool = False
    has_stages: bool = False
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

    def first_plan(self, seats: Sequence[Seat], table_size: int | None) -> tuple[Rotation, ...]:
        """Return the plan with which a game begins."""
        del table_size
        return self.plan(len(seats))

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        return tuple((seat,) for seat in seats)

    def eligible(self, round_: Round, roster: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the seats entitled to play a round: with a plan those at the table, else all."""
        return round_.seated if self.has_rotations else roster

    def sides_of(self, round_: Round, playing: tuple[Seat, ...]) -> tuple[Side, ...]:
        return round_.sides if self.has_rotations else self.sides(playing)

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

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int | None, scoring: ScoringMethod
    ) -> Outcome | None:
        """Return the outcome, or None if the game goes on.

        `target` is in points, or the number of planned rounds, or None if the format has neither.
        """
        return scoring.end(ledger, present, target)
