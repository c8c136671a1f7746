"""What stands in a journal, said as people would ask for it: in names instead of seats.

Whatever can not be said that way raises one of the plain errors of Python, or says something
else: whoever reads it anew compares.
"""

from typing import Any

from companion.game import entries as e
from companion.game.cards.hand import Hand
from companion.game.replay import Game, apply
from companion.game.rounds import Round


def asked_start(start: e.GameStarted) -> dict[str, Any]:
    """Say how a game began."""
    return {
        "edition": start.edition,
        "format": start.game_format,
        "scoring": start.scoring,
        "target": start.target,
        "players": start.names,
        "decks": start.decks,
        "left_out": start.left_out,
        "dealer": start.names[start.dealer - 1] if start.dealer else None,
        "rounds_per_partnership": start.rounds_per_partnership,
        "rotations": start.rotations,
    }


def asked_round(round_: Round, game: Game) -> dict[str, Any]:
    """Say a round."""
    hands = {game.name(seat): _hand(hand) for seat, hand in round_.hands.items()}
    pile = _hand(round_.pile) if round_.pile else None
    return {
        "went_out": game.name(round_.went_out),
        "hands": None if pile else hands,
        "pile": pile,
        "resting": [game.name(seat) for seat in round_.resting],
        "table": round_.table,
        "rotation": round_.rotation,
        "keep_anyway": round_.marked,
        "notes": [{"rule": note.rule, "text": note.text} for note in round_.notes],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {"points": hand.points} if hand.cards is None else {"cards": hand.cards}


def asked_change(  # noqa: C901, PLR0911 - one table, written as a match
    entry: e.Entry, game: Game
) -> dict[str, Any]:
    """Say a change to anything but the rounds."""
    match entry:
        case e.PlayersRenamed(names):
            return {"players": names}
        case e.TargetChanged(target):
            return {"target": target}
        case e.DealerSet(dealer):
            return {"dealer": game.name(dealer)}
        case e.GameFinished(finished):
            return {"finish": finished}
        case e.PlayersLeft(seats):
            return {"leave": [game.name(seat) for seat in seats]}
        case e.PlayerJoined(seat, name, total):
            is_back = seat <= len(game.names)
            return {"join": [{"name": name} | ({} if is_back else {"total": total})]}
        case e.StandIn(seat, name):
            return {"seat": seat, "name": name}
        case e.RotationsChanged(rotations):
            return {"rotations": rotations}
        case e.Together(parts):
            asked: dict[str, Any] = {}
            for part in parts:
                for what, value in asked_change(part, game).items():
                    known = asked.get(what)
                    asked[what] = [*known, *value] if isinstance(known, list) else value
                game = apply(game, part)
            return asked
    raise TypeError(entry)
