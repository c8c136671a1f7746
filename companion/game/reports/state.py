"""A game as plain values in people's names: what scripts, overlays and `--json` are given."""

from dataclasses import asdict
from typing import Any

from companion.game.outcome import Outcome
from companion.game.replay import Game
from companion.game.rounds import Side
from companion.game.standings import ending, standings
from companion.game.tally import ScoredRound
from companion.game.tournament.tables import OpenTable

MOST_ROUNDS = 200


def state(
    game: Game, first: int | None = None, last: int | None = None, *, table: int | None = None
) -> dict[str, Any]:
    """Give the whole game, with at most `MOST_ROUNDS` rounds: the last, or from `first` on.

    `table`: only the rounds of that table of a tournament.
    """
    outcome = ending(game)
    return {
        "version": game.version,
        "edition": game.start.edition,
        "format": game.start.game_format,
        "scoring": game.start.scoring,
        "target": game.target,
        "decks": game.start.decks,
        "left_out": dict(game.start.left_out or {}),
        "status": "finished" if outcome else "playing",
        "players": list(game.names),
        "left": _names(game, _left(game)),
        "rounds_total": len(game.rounds),
        "rounds": [_round(game, played) for played in _shown(game, first, last, table)],
        "standings": _standings(game),
        "outcome": _outcome(game, outcome),
        "settled": [
            {"rule": s.rule, "text": s.text, "from_round": s.from_round} for s in game.settled
        ],
        "next": None if outcome else _next(game),
        **(_tournament(game) if game.game_format.is_planned else {}),
    }


def _tournament(game: Game) -> dict[str, Any]:
    return {
        "rounds_per_partnership": game.rounds_each,
        "rotations": len(game.seating),
        "fairness": asdict(game.fairness),
    }


def _shown(
    game: Game, first: int | None, last: int | None, table: int | None
) -> tuple[ScoredRound, ...]:
    if table:
        return tuple(p for p in game.course.played if p.round.table == table)[-MOST_ROUNDS:]
    if first is None:
        return game.course.played[-MOST_ROUNDS:]
    end = min(last or len(game.rounds), first + MOST_ROUNDS - 1)
    return game.course.played[first - 1 : end]


def _names(game: Game, seats: Side) -> list[str]:
    return [game.name(seat) for seat in seats]


def _left(game: Game) -> Side:
    return tuple(seat for seat in game.seats if seat not in game.company)


def _round(game: Game, played: ScoredRound) -> dict[str, Any]:
    round_ = played.round
    values = {
        "number": played.number,
        "table": round_.table,
        "rotation": round_.rotation,
        "sides": [_names(game, side) for side in round_.sides],
        "went_out": game.name(round_.went_out),
        "hands": {game.name(seat): hand.as_values() for seat, hand in round_.hands.items()},
        "points": [{"side": _names(game, c.side), "points": c.points} for c in played.credited],
        "resting": _names(game, played.resting),
        "marked": round_.marked,
        "after_end": played.after_end,
        "recount": _names(game, played.recount),
        "notes": [{"rule": note.rule, "text": note.text} for note in round_.notes],
    }
    return values | ({"pile": round_.pile.as_values()} if round_.pile else {})


def _standings(game: Game) -> list[dict[str, Any]]:
    return [
        {
            "rank": standing.rank,
            "side": _names(game, standing.side),
            "total": standing.total,
            "rounds_played": standing.rounds_played,
            "eliminated_in_round": standing.eliminated_in_round,
            **({"per_round": standing.per_round} if game.game_format.is_planned else {}),
        }
        for standing in standings(game)
    ]


def _outcome(game: Game, outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"winners": _names(game, outcome.winners), "termination": outcome.termination}


def _next(game: Game) -> dict[str, Any]:
    return {
        "dealer": game.name(game.dealer) if game.dealer else None,
        "tables": [_table(game, table) for table in game.tables_open],
        "resting": _names(game, game.resting_now),
    }


def _table(game: Game, table: OpenTable) -> dict[str, Any]:
    return {
        "table": table.table,
        "rotation": table.rotation,
        "sides": [_names(game, side) for side in table.sides],
        "rounds_left": table.rounds_left,
    }
