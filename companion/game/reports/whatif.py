"""How the same rounds would have come out under the other printed scoring."""

from dataclasses import replace

from companion.game.replay import Game


def other_scoring(game: Game) -> Game | None:
    """Give the game as it would stand under the other scoring its format has.

    None where the format has only one, or where some round only has a pile: then nobody knows who
    was caught with what. Rounds and target stay, so the other game may have ended earlier, or not
    yet.
    """
    others = [name for name in game.game_format.scorings if name != game.scoring.name]
    if not others or any(round_.pile for round_ in game.rounds):
        return None
    return replace(game, start=replace(game.start, scoring=others[0]))
