"""A game as plain values in people's names: what scripts, overlays and `--json` are given."""

from collections.abc import Callable, Iterable

from companion.game.entries import RulingSettled
from companion.game.game import Game
from companion.game.reports.values import (
    MOST_ROUNDS,
    NextValues,
    RoundValues,
    StandingValues,
    StateValues,
)
from companion.game.requests.change import CUSTOM
from companion.game.rounds import Seat
from companion.game.standings import Standing, ending, standings
from companion.game.tally import ScoredRound


def own_words(settled: RulingSettled) -> str:
    """Return what a table wrote itself; else the name of what it chose."""
    return settled.text or settled.choice or ""


def state(
    game: Game,
    first: int | None = None,
    last: int | None = None,
    *,
    table: int | None = None,
    words: Callable[[RulingSettled], str] = own_words,
) -> StateValues:
    """Return the whole game, with at most `MOST_ROUNDS` rounds: the last, or from `first` on."""
    outcome = ending(game)
    values: StateValues = {
        "version": game.version,
        "edition": game.start.edition,
        "format": game.start.game_format,
        "scoring": game.start.scoring,
        "target": game.target,
        "decks": game.start.decks,
        "left_out": dict(game.start.left_out or {}),
        "status": "finished" if outcome else "seating" if game.is_seating else "playing",
        "players": list(game.names),
        "left": _names(game, (seat for seat in game.seats if seat not in game.company)),
        "rounds_total": len(game.rounds),
        "rounds": [_round(game, played) for played in _page(game, first, last, table)],
        "standings": [_standing(game, standing) for standing in standings(game)],
        "outcome": {
            "winners": _names(game, outcome.winners),
            "termination": outcome.termination,
        }
        if outcome
        else None,
        "settled": [
            {
                "rule": s.rule,
                "text": words(s),
                "custom": s.choice == CUSTOM,
                "from_round": s.from_round,
            }
            for s in game.settled
        ],
        # After the end rounds may still be recorded, but none is expected.
        "next": None if outcome or game.is_seating else _next(game),
    }
    if game.start.box is not None:
        values["box"] = game.start.box
    if game.game_format.has_rotations:
        values["rounds_per_partnership"] = game.rounds_each
    if game.seating:
        values["rotations"] = len(game.seating)
        values["fairness"] = game.fairness.as_values()
    return values


def _names(game: Game, seats: Iterable[Seat]) -> list[str]:
    return [game.name(seat) for seat in seats]


def _page(
    game: Game, first: int | None, last: int | None, table: int | None
) -> tuple[ScoredRound, ...]:
    played = game.tally.played
    if table:
        return tuple(p for p in played if p.round.table == table)[-MOST_ROUNDS:]
    if first is None:
        return played[-MOST_ROUNDS:]
    end = min(last or len(game.rounds), first + MOST_ROUNDS - 1)
    return played[first - 1 : end]


def _round(game: Game, played: ScoredRound) -> RoundValues:
    round_ = played.round
    values: RoundValues = {
        "number": played.number,
        "table": round_.table,
        "rotation": round_.rotation,
        "sides": [_names(game, side) for side in round_.sides],
        "went_out": game.name(round_.went_out),
        "hands": {game.name(seat): hand.as_values() for seat, hand in round_.hands.items()},
        "points": [{"side": _names(game, c.side), "points": c.points} for c in played.credited],
        "resting": _names(game, played.resting),
        "side": round_.side,
        "knocked_out": _names(game, round_.knocked_out),
        "marked": round_.marked,
        "after_end": played.after_end,
        "recount": _names(game, played.recount),
        "notes": [{"rule": note.rule, "text": note.text} for note in round_.notes],
    }
    if round_.pile:
        values["pile"] = round_.pile.as_values()
    return values


def _standing(game: Game, standing: Standing) -> StandingValues:
    values: StandingValues = {
        "rank": standing.rank,
        "side": _names(game, standing.side),
        "total": standing.total,
        "rounds_played": standing.rounds_played,
        "eliminated_in_round": standing.eliminated_in_round,
    }
    if game.game_format.has_averages:
        values["per_round"] = standing.per_round
    return values


def _next(game: Game) -> NextValues:
    return {
        "dealer": game.name(game.dealer) if game.dealer else None,
        "tables": [
            {
                "table": table.table,
                "rotation": table.rotation,
                "sides": [_names(game, side) for side in table.sides],
                "rounds_left": table.rounds_left,
            }
            for table in game.tables_open
        ],
        "resting": _names(game, game.resting_now),
    }
