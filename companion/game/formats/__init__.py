"""Game formats: sides, seating and the end of the game. Scoring does not depend on them."""

from companion.game.formats.base import GameFormat
from companion.game.formats.challenge import Challenge
from companion.game.formats.heats import Heats
from companion.game.formats.individual import Individual
from companion.game.formats.teams import Teams
from companion.game.formats.tournament import Tournament

# By name, in the order shown on pages; tests may add their own.
FORMATS: dict[str, GameFormat] = {
    game_format.name: game_format
    for game_format in (Individual(), Teams(), Challenge(), Tournament(), Heats())
}
DEFAULT_FORMAT = Individual.name

__all__ = ["DEFAULT_FORMAT", "FORMATS", "GameFormat"]
