"""Two against two, partners opposite each other (classic-108 L166-168)."""

from companion.game.faults import FaultCode
from companion.game.formats.base import GameFormat
from companion.game.rounds import Seat, Side


class Teams(GameFormat):
    """Seats 1 and 3 against 2 and 4; a team collects what both its opponents hold."""

    name = "teams"
    option_fault = FaultCode.ONLY_IN_A_TOURNAMENT
    least = 4
    most = 4
    fewest = 4
    scorings = ("winner-collects", "rounds-won")  # no sheet has teams that keep their own
    allows_resting = False  # two against two need all four
    allows_leaving = False

    def sides(self, seats: tuple[Seat, ...]) -> tuple[Side, ...]:
        return seats[0::2], seats[1::2]
