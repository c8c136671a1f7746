"""The formats: who sits down with whom, and what ends the game. Scoring knows none of them."""

from companion.game.formats.base import GameFormat
from companion.game.formats.challenge import Challenge
from companion.game.formats.individual import Individual
from companion.game.formats.teams import Teams
from companion.game.formats.tournament import Tournament

# By name, in the order pages offer them; a test may add one of its own.
FORMATS: dict[str, GameFormat] = {
    game_format.name: game_format
    for game_format in (Individual(), Teams(), Challenge(), Tournament())
}
DEFAULT_FORMAT = Individual.name

__all__ = ["DEFAULT_FORMAT", "FORMATS", "GameFormat"]
