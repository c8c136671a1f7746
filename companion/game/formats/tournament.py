"""Tournament format with changing partners and individual totals (classic-108 L172-179)."""

from companion.game.faults import FaultCode
from companion.game.formats.base import GameFormat
from companion.game.outcome import Ledger, Outcome, most_after_all_rounds
from companion.game.rounds import Side
from companion.game.scoring import ScoringMethod
from companion.game.tournament.seating import PLAYERS, Rotation, plan
from companion.game.tournament.tables import SEATS


class Tournament(GameFormat):
    """Tournament: two against two by a plan; it ends after the plan (classic-108 L179)."""

    name = "tournament"
    min_players = PLAYERS[0]
    max_players = PLAYERS[-1]
    min_remaining = PLAYERS[0]  # one table
    scorings = ("winner-collects",)
    options = frozenset({"rounds_per_partnership", "rotations", "seating", "by_average"})
    option_fault = FaultCode.NOT_IN_A_TOURNAMENT
    default_rounds = 4  # the leaflet's 28 rounds for eight players: seven rotations of four
    most_tables = max_players // SEATS
    allows_resting = False  # the plan decides who rests
    allows_stand_ins = True
    has_rotations = True
    has_averages = True
    most_unsaved = 1  # the next rotation depends on all tables

    def plan(self, players: int) -> tuple[Rotation, ...]:
        return plan(players).rotations if players in PLAYERS else ()

    def accounts(self, side: Side) -> tuple[Side, ...]:
        return tuple((seat,) for seat in side)

    def outcome(
        self, ledger: Ledger, present: tuple[Side, ...], target: int | None, scoring: ScoringMethod
    ) -> Outcome | None:
        del present, scoring
        return most_after_all_rounds(ledger, target)
