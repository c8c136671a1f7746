"""JSON state of a game, with names instead of seats, for the API and `--json`."""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, NotRequired, TypedDict

from companion.game.cards.box import BoxValues
from companion.game.cards.hand import HandValues
from companion.game.entries import RulingSettled
from companion.game.formats import FORMATS
from companion.game.game import Game
from companion.game.outcome import Termination
from companion.game.requests.change import CUSTOM
from companion.game.requests.start import (
    HIGHEST_LIMIT,
    HIGHEST_TARGET,
    MOST_DECKS,
    MOST_ROUNDS_EACH,
)
from companion.game.rounds import Seat
from companion.game.schema import Count, Ordinal
from companion.game.scoring import SCORINGS
from companion.game.standings import Standing, ending, standings
from companion.game.tally import ScoredAdjustment, ScoredRound
from companion.game.tournament.heats import MOST_ADVANCE, TABLE_SIZES
from companion.game.tournament.seating import FairnessValues
from companion.game.tournament.stages import Stage

MOST_ROUNDS = 200

SideValues = Annotated[list[str], ("minItems", 1)]


class NoteValues(TypedDict):
    """A ruling that was applied in a round."""

    rule: str
    text: str


class CreditValues(TypedDict):
    """What a round was worth to a side."""

    side: SideValues
    points: int


class RoundValues(TypedDict):
    """A round that was played; `pile` where the opponents' cards were counted as one.

    `went_out` is null where nobody did, which only games without cards allow.
    """

    number: Ordinal
    table: Ordinal
    rotation: Ordinal
    sides: Annotated[list[SideValues], ("minItems", 2)]
    went_out: str | None
    hands: dict[str, HandValues]
    points: list[CreditValues]
    resting: list[str]
    side: str | None
    knocked_out: list[str]
    marked: bool
    after_end: bool
    recount: list[str]
    notes: list[NoteValues]
    remark: str | None
    pile: NotRequired[HandValues]


class AdjustmentValues(TypedDict):
    """Points of the table's own beside the rounds; `after_round` 0 before the first."""

    number: Ordinal
    side: SideValues
    points: int
    why: str
    after_round: Count
    after_end: bool


class StandingValues(TypedDict):
    """A line of the standings; `per_round` in a tournament, null before the first round."""

    rank: Ordinal
    side: SideValues
    total: int
    rounds_played: Count
    eliminated_in_round: Ordinal | None
    per_round: NotRequired[float | None]


class OutcomeValues(TypedDict):
    """Who has won, and what ended the game."""

    winners: SideValues
    termination: Termination


class SettledValues(TypedDict):
    """What the table plays on a point, and from which round on.

    `custom`: it is the house rule of the ruling, in the language that is asked for.
    """

    rule: str
    text: str
    custom: bool
    from_round: Ordinal


class StageTableValues(TypedDict):
    """A table of a stage: players by place, best first, and who went on."""

    table: Ordinal
    seats: list[str]
    places: list[SideValues]
    advanced: list[str]


class StageValues(TypedDict):
    """A stage of heats; players who left before it was over have no place."""

    stage: Ordinal
    final: bool
    tables: Annotated[list[StageTableValues], ("minItems", 1)]


class OpenTableValues(TypedDict):
    """A table that may play the next round; `rounds_left` in a tournament."""

    table: Ordinal
    rotation: Ordinal
    sides: list[SideValues]
    rounds_left: Count | None


class NextValues(TypedDict):
    """Who plays the next round."""

    dealer: str | None
    tables: list[OpenTableValues]
    resting: list[str]


class StateValues(TypedDict):
    """A whole game; `rounds_per_partnership`, `rotations` and `fairness` in a tournament.

    In heats `stages` and the options they are drawn by; a round's `rotation` is its stage.

    While players take their seats it is `seating`, and there are no rotations yet. `box` is there
    where it is one of the table's own.
    """

    version: Ordinal
    edition: str
    box: NotRequired[BoxValues]
    format: Annotated[str, ("enum", lambda: list(FORMATS))]
    scoring: Annotated[str, ("enum", tuple(SCORINGS))]
    target: Annotated[int, ("minimum", 1), ("maximum", HIGHEST_TARGET)] | None
    round_limit: Annotated[int, ("minimum", 1), ("maximum", HIGHEST_LIMIT)] | None
    open_end: bool
    title: str | None
    decks: Annotated[int, ("minimum", 1), ("maximum", MOST_DECKS)]
    left_out: dict[str, Ordinal]
    status: Literal["seating", "playing", "finished"]
    players: list[str]
    left: list[str]
    rounds_total: Count
    rounds: Annotated[list[RoundValues], ("maxItems", MOST_ROUNDS)]
    adjustments: list[AdjustmentValues]
    standings: list[StandingValues]
    outcome: OutcomeValues | None
    settled: list[SettledValues]
    next: NextValues | None
    rounds_per_partnership: NotRequired[
        Annotated[int, ("minimum", 1), ("maximum", MOST_ROUNDS_EACH)]
    ]
    rotations: NotRequired[Ordinal]
    by_average: NotRequired[bool]
    fairness: NotRequired[FairnessValues]
    table_size: NotRequired[
        Annotated[int, ("minimum", TABLE_SIZES[0]), ("maximum", TABLE_SIZES[-1])]
    ]
    rounds_per_table: NotRequired[Annotated[int, ("minimum", 1), ("maximum", MOST_ROUNDS_EACH)]]
    final_rounds: NotRequired[Annotated[int, ("minimum", 1), ("maximum", MOST_ROUNDS_EACH)]]
    advance: NotRequired[Annotated[int, ("minimum", 1), ("maximum", MOST_ADVANCE)]]
    stages: NotRequired[list[StageValues]]


def own_words(settled: RulingSettled) -> str:
    """Return the text of a house rule, or the name of the chosen option."""
    return settled.text or settled.choice or ""


def state(
    game: Game,
    first: int | None = None,
    last: int | None = None,
    *,
    table: int | None = None,
    words: Callable[[RulingSettled], str] = own_words,
) -> StateValues:
    """Return the state with at most `MOST_ROUNDS` rounds: the last ones, or from `first` on."""
    outcome = ending(game)
    values: StateValues = {
        "version": game.version,
        "edition": game.start.edition,
        "format": game.start.game_format,
        "scoring": game.start.scoring,
        "target": game.target,
        "round_limit": game.round_limit,
        "open_end": game.is_open_ended,
        "title": game.start.title,
        "decks": game.start.decks,
        "left_out": dict(game.start.left_out or {}),
        "status": "finished" if outcome else "seating" if game.is_seating else "playing",
        "players": list(game.names),
        "left": _names(game, (seat for seat in game.seats if seat not in game.current_roster)),
        "rounds_total": len(game.rounds),
        "rounds": [_round(game, played) for played in _page(game, first, last, table)],
        "adjustments": [
            _adjustment(game, number, each)
            for number, each in enumerate(game.tally.adjustments, start=1)
        ],
        "standings": [_standing(game, standing) for standing in standings(game)],
        "outcome": {"winners": _names(game, outcome.winners), "termination": outcome.termination}
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
        # Rounds may still be recorded after the end, but no next one is announced.
        "next": None if outcome or game.is_seating else _next(game),
    }
    if game.start.box is not None:
        values["box"] = game.start.box
    if game.game_format.has_stages:
        rules = game.stage_rules
        values["table_size"], values["advance"] = rules.table_size, rules.advance
        values["rounds_per_table"], values["final_rounds"] = rules.rounds, rules.final_rounds
        values["stages"] = [_stage(game, stage) for stage in game.stages]
        return values
    if game.game_format.has_rotations:
        values["rounds_per_partnership"] = game.rounds_each
        if game.start.by_average:
            values["by_average"] = True
    if game.seating:
        values["rotations"] = len(game.seating)
        values["fairness"] = game.fairness.as_values()
    return values


def _stage(game: Game, stage: Stage) -> StageValues:
    return {
        "stage": stage.number,
        "final": stage.is_final,
        "tables": [
            {
                "table": table.table,
                "seats": _names(game, table.seats),
                "places": [_names(game, seats) for seats in table.places],
                "advanced": _names(game, table.advanced),
            }
            for table in stage.tables
        ],
    }


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
        "went_out": game.name(round_.went_out) if round_.went_out else None,
        "hands": {game.name(seat): hand.as_values() for seat, hand in round_.hands.items()},
        "points": [{"side": _names(game, c.side), "points": c.points} for c in played.credited],
        "resting": _names(game, played.resting),
        "side": round_.side,
        "knocked_out": _names(game, round_.knocked_out),
        "marked": round_.marked,
        "after_end": played.after_end,
        "recount": _names(game, played.recount),
        "notes": [{"rule": note.rule, "text": note.text} for note in round_.notes],
        "remark": round_.remark or None,
    }
    if round_.pile:
        values["pile"] = round_.pile.as_values()
    return values


def _adjustment(game: Game, number: int, adjusted: ScoredAdjustment) -> AdjustmentValues:
    return {
        "number": number,
        "side": _names(game, adjusted.side),
        "points": adjusted.adjustment.points,
        "why": adjusted.adjustment.why,
        "after_round": adjusted.after_round,
        "after_end": adjusted.after_end,
    }


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
