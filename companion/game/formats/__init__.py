"""The formats: who sits down with whom, and what ends the game. Scoring knows none of them."""

from collections.abc import Mapping

from companion.game.formats.base import GameFormat
from companion.game.formats.challenge import Challenge
from companion.game.formats.individual import Individual
from companion.game.formats.teams import Teams
from companion.game.formats.tournament import Tournament

FORMATS: Mapping[str, GameFormat] = {
    each.name: each for each in (Individual(), Teams(), Challenge(), Tournament())
}

__all__ = ["FORMATS", "GameFormat"]
