"""Drawing lots for the seats of a tournament."""

from dataclasses import replace
from secrets import SystemRandom

from companion.game.entries import GameStarted


def by_lot(start: GameStarted, seating: object) -> GameStarted:
    """Put the players in the order of the lots, where `drawn` was asked for; the game keeps it."""
    if seating != "drawn":
        return start
    return replace(start, names=tuple(SystemRandom().sample(start.names, len(start.names))))
