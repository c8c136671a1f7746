"""Individual format for two to ten players without partners."""

from companion.game.faults import FaultCode
from companion.game.formats.base import ENDS, GameFormat


class Individual(GameFormat):
    """Individual play: every player is a side."""

    name = "individual"
    options = frozenset({*ENDS, "dealer"})
    option_fault = FaultCode.ONLY_IN_A_TOURNAMENT
