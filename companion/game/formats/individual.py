"""Everyone for themselves, two to ten players."""

from companion.game.formats.base import GameFormat


class Individual(GameFormat):
    """Every player is a side; with two players the two-player rules are shown."""

    name = "individual"
