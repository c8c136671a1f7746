"""The formats: who sits down with whom, and what ends the game. Scoring knows none of them."""

from companion.game.formats.base import GameFormat
from companion.game.formats.challenge import Challenge
from companion.game.formats.individual import Individual
from companion.game.formats.teams import Teams
from companion.game.formats.tournament import Tournament

FORMATS: dict[str, GameFormat] = {}  # by name, in the order pages offer them


def register(game_format: GameFormat) -> None:
    """Let games be started and replayed in a format, under its name."""
    FORMATS[game_format.name] = game_format


for _game_format in (Individual(), Teams(), Challenge(), Tournament()):
    register(_game_format)

DEFAULT_FORMAT = Individual.name

__all__ = ["DEFAULT_FORMAT", "FORMATS", "GameFormat", "register"]
