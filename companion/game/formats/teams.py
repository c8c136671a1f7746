"""Teams format: two against two, partners opposite each other (classic-108 L166-168)."""

from companion.game.faults import FaultCode
from companion.game.formats.base import ENDS, GameFormat
from companion.game.rounds import Seat, Side


class Teams(GameFormat):
    """Teams of two: seats 1 and 3 against 2 and 4; a team scores both opponents' hands."""

    name = "teams"
    options = frozenset({*ENDS, "dealer"})
    option_fault = FaultCode.ONLY_IN_A_TOURNAMENT
    min_players = 4
    max_players = 4
    min_remaining = 4
    scorings = ("winner-collects", "rounds-won", "each-scores")  # no leaflet has keep-own for teams
    allows_resting = False  # all four players are needed
    allows_leaving = False

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        return seats[0::2], seats[1::2]
