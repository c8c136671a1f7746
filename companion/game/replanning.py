"""What a plan of rotations becomes when people leave or come."""

from dataclasses import replace

from companion.game.entries import GameStarted
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.tournament.seating import Rotation, plan, replanned
from companion.game.tournament.tables import begun


def first_plan(start: GameStarted) -> tuple[Rotation, ...]:
    """Give the whole plan that a tournament starts with; other formats have none."""
    is_planned = FORMATS[start.game_format].is_planned
    return plan(len(start.names)).rotations if is_planned else ()


def planned_anew(game: Game) -> Game:
    """Let those who are in now play the design for their number, from the next rotation on.

    Rotations that have begun stand. The number of rotations stays, as far as the new plan goes;
    before the first round of a tournament that was not shortened it is the whole new plan.
    """
    seats = game.roster(len(game.rounds) + 1)
    game_format = game.game_format
    # While some leave and others come in one change there may be too few for a moment.
    if not game_format.is_planned or not game_format.least <= len(seats) <= game_format.most:
        return game
    played = begun(game.rounds)
    stands = game.seating[:played]
    rotations = game.rotations or (len(game.seating) if played else None)
    return replace(game, plan=(*stands, *replanned(seats, stands)), rotations=rotations)
