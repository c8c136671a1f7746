"""Validation of points that a table gives beside the rounds."""

from companion.game.cards.hand import HIGHEST_TOTAL
from companion.game.entries import AdjustmentMade
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.requests.reader import RequestReader
from companion.game.requests.round import MOST_TABLES
from companion.game.rounds import Seat

LONGEST_WHY = 80


def read_adjustment(game: Game, values: object) -> AdjustmentMade:
    """Return the requested adjustment; raises `ValidationError` with all faults."""
    reader = RequestReader(values)
    if game.is_seating:
        raise ValidationError([Fault(FaultCode.SEATS_OPEN)])
    table = reader.integer("table", 1, MOST_TABLES) if reader.has("table") else None
    seat = _read_seat(game, reader, table)
    points = reader.integer("points", -HIGHEST_TOTAL, HIGHEST_TOTAL)
    if not points:
        reader.add_fault(FaultCode.NO_POINTS, "points")
    why = reader.line("why", LONGEST_WHY)
    reader.raise_faults()
    return AdjustmentMade(seat, points, why)


def _read_seat(game: Game, reader: RequestReader, table: int | None) -> Seat:
    """Return the seat of `player`, or 0 (with a fault) if they left or sit at another table."""
    name = reader.text("player", 1000, least=1)
    seat = game.seat(name)
    if seat is None:
        if name:
            reader.add_fault(FaultCode.UNKNOWN_PLAYER, "player", name=name)
        return 0
    seated = game.current_roster
    if table is not None and not (at_table := seats_at(game, table)):
        reader.add_fault(FaultCode.TABLE_NOT_OPEN, "table", table=table)
    elif table is not None and game.game_format.has_several_tables:
        seated = at_table
    if seat not in seated:
        reader.add_fault(FaultCode.NOT_PLAYING, "player", name=game.name(seat))
    return seat


def seats_at(game: Game, table: int) -> tuple[Seat, ...]:
    """Return the seats that play at a table, or have just played there, between two rotations."""
    opened = game.open_table(table)
    before = (seat for n in game.rounds_at(table)[-1:] for seat in game.rounds[n - 1].seated)
    return tuple(dict.fromkeys([*(opened.seated if opened else ()), *before]))
