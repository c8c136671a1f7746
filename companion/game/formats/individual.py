"""Everyone for themselves, two to ten players."""

from companion.game.formats.base import GameFormat


class Individual(GameFormat):
    """Every player is a side; with two players the two-player rules are shown."""

    name = "individual"
    least = 2
    most = 10
    scorings = ("winner-collects", "keep-own")
    may_rest = True
    comings_and_goings = True
    fewest = 2
    is_planned = False
