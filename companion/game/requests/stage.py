"""Validation of requests that draw a stage of heats, or remove one."""

from collections.abc import Sequence
from itertools import chain

from companion.game import entries as e
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.players import clean
from companion.game.replay import apply
from companion.game.requests.reader import RequestReader
from companion.game.rounds import Seat
from companion.game.tournament.heats import seats_of


def read_draw(game: Game, values: object) -> e.StageDrawn:
    """Return the draw of the next stage; `ended` ends this one by the clock."""
    reader = RequestReader(values)
    is_ended = reader.boolean("ended")
    if game.is_seating:
        reader.add_fault(FaultCode.SEATS_OPEN)
    elif not game.game_format.has_stages:
        reader.add_fault(game.game_format.option_fault)
    reader.raise_faults()
    stage = game.stages[-1]
    if stage.is_final:
        reader.add_fault(FaultCode.NO_NEXT_STAGE)
    waiting = tuple(t.table for t in stage.unfinished if not (is_ended and t.rounds_played))
    if waiting:
        reader.add_fault(FaultCode.TABLE_NOT_DONE, tables=waiting)
    reader.raise_faults()
    tables = seats_of(game.stage_rules.draw(stage))
    return e.StageDrawn(stage.number + 1, tables, by_time=bool(stage.unfinished) or None)


def read_stage_removed(game: Game, number: int) -> e.StageRemoved:
    """Return the removal of a drawn stage; LookupError if there is none with this number."""
    if not (game.game_format.has_stages and 1 < number <= len(game.plan)):
        raise LookupError(number)
    if number < len(game.plan) or any(round_.rotation >= number for round_ in game.rounds):
        raise ValidationError([Fault(FaultCode.STAGE_BEGUN)])
    return e.StageRemoved(number)


def read_draw_again(game: Game) -> e.Combined:
    """Return another draw of the last stage, by the clock if it was, in place of the one it has."""
    number = len(game.plan)
    removed = read_stage_removed(game, number)
    drawn = (each.entry for each in game.roster_changes if isinstance(each.entry, e.StageDrawn))
    is_by_time = any(each.stage == number and each.by_time for each in drawn)
    return e.Combined((removed, read_draw(apply(game, removed), {"ended": is_by_time})))


def read_stage(
    game: Game, stage: int, tables: Sequence[Sequence[str]], *, is_by_time: bool
) -> e.StageDrawn:
    """Return a draw given by names, whoever went on; raises `ValidationError` if impossible.

    The first stage may be given before its first round, if others were seated than now.
    """
    drawn = tuple(tuple(_seat(game, clean(name)) for name in names) for names in tables)
    found = [*chain(*drawn)]
    before = game.plan[stage - 2].seated if 1 < stage <= len(game.plan) + 1 else game.seats
    is_next = stage == len(game.plan) + 1 and len(game.plan[-1].tables) > 1
    is_first = stage == 1 and not game.is_begun and len(game.plan) == 1
    is_possible = len(set(found)) == len(found) and set(found) <= {*before} and all(drawn)
    if not is_possible or not (is_next or is_first):
        raise ValidationError([Fault(FaultCode.NOT_A_DRAW, "/stage", {"stage": stage})])
    return e.StageDrawn(stage, drawn, by_time=is_by_time or None)


def _seat(game: Game, name: str) -> Seat:
    if seat := game.seat(name):
        return seat
    raise ValidationError([Fault(FaultCode.UNKNOWN_PLAYER, "/stage", {"name": name})])
