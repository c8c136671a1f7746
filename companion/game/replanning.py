"""What a plan of rotations becomes when people leave or come."""

from dataclasses import replace

from companion.game.game import Game
from companion.game.tournament.seating import replanned
from companion.game.tournament.tables import rotations_begun


def replan(game: Game, shown: int = 0) -> Game:
    """Return the game with a plan for those who are in now.

    Rotations that have begun stand, and `shown` of them in any case.
    """
    game_format, seats = game.game_format, game.company
    if game.is_seating:  # there is no plan before all have their seats
        return game
    # While some leave and others come in one change there may be too few for a moment.
    if not game_format.has_rotations or not game_format.least <= len(seats) <= game_format.most:
        return game
    begun = max(rotations_begun(game.rounds), shown)
    # People finish a rotation that has begun, somebody else sitting in for who left.
    played = game.seating[:begun]
    rotations = game.rotations or (len(game.seating) if begun else None)
    return replace(game, plan=(*played, *replanned(seats, played)), rotations=rotations)
