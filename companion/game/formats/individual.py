"""Everyone for themselves, two to ten players."""

from companion.game.faults import FaultCode
from companion.game.formats.base import GameFormat


class Individual(GameFormat):
    """Every player is a side; with two players the two-player rules are shown."""

    name = "individual"
    option_fault = FaultCode.ONLY_IN_A_TOURNAMENT
