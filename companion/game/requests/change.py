"""Reading what somebody asks to change about a running game, and taking back."""

from companion.game import players
from companion.game.entries import (
    DealerSet,
    Entry,
    GameFinished,
    PlayerJoined,
    PlayersLeft,
    PlayersRenamed,
    RotationsChanged,
    RoundRemoved,
    RulingSettled,
    RulingUnsettled,
    StandIn,
    TakenBack,
    TargetChanged,
    Together,
)
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.replay import Game, then
from companion.game.requests.reader import RequestReader
from companion.game.requests.start import HIGHEST_TARGET, seat_named
from companion.game.rounds import Seat
from companion.game.tournament.tables import begun

CHANGES = ("players", "target", "leave", "join", "dealer", "seat", "rotations", "finish")
LONGEST_SETTLEMENT = 200
HIGHEST_ROUND = 9999  # from which something may be settled: rounds to come can be agreed about
MOST_SEATS = 40  # ever, with those who left


def read_change(game: Game, values: object, *, is_last: bool = True) -> Entry:
    """Read one or several changes to a game as one entry, which is taken back as one.

    They happen in the order of `CHANGES`, each to the game that those before it have made: who
    has just joined may deal, and a name is the one that then holds. Enough must be left to play
    and whoever deals must play, unless it is not the last (`is_last`) before the next round.
    Who was sent off by the format keeps the seat: a correction may bring them in again.
    """
    reader = RequestReader(values)
    asked = [name for name in CHANGES if reader.has(name)]
    if not asked:
        reader.add_fault(FaultCode.NOTHING_TO_CHANGE, choices=CHANGES)
    parts: list[Entry] = []
    for name in asked:
        already = len(reader.faults)
        said = _READERS[name](reader, game)
        parts += said
        game = then(game, Together(tuple(said))) if len(reader.faults) == already else game
    fewest = game.game_format.fewest
    if is_last and reader.has("leave") and len(game.present) < fewest:
        code = (
            FaultCode.TOO_FEW_FOR_A_TABLE if game.game_format.is_planned else FaultCode.TOO_FEW_PLAY
        )
        reader.add_fault(code, "leave", least=fewest)
    for part in parts if is_last else ():
        if isinstance(part, DealerSet) and part.dealer in set(game.company) - set(game.present):
            reader.add_fault(FaultCode.NOT_PLAYING, "dealer", name=game.name(part.dealer))
    if reader.has("join") and len(game.company) > game.game_format.most:
        reader.add_fault(FaultCode.TOO_MANY_PLAY, "join", most=game.game_format.most)
    reader.raise_faults()
    return parts[0] if len(parts) == 1 else Together(tuple(parts))


def _players(reader: RequestReader, game: Game) -> list[Entry]:
    labels = reader.names("players", kept=game.names)
    for place, label in enumerate(labels):
        if game.is_stand_in(label) and game.seat(label) != place + 1:
            reader.add_fault(FaultCode.NAME_TWICE, "players", place, name=label)
    if len(labels) != len(game.names):
        reader.add_fault(
            FaultCode.EVERY_SEAT_A_NAME, "players", seats=len(game.names), given=len(labels)
        )
    return [PlayersRenamed(labels)]


def _target(reader: RequestReader, game: Game) -> list[Entry]:
    if game.game_format.is_planned:
        reader.add_fault(FaultCode.NOT_IN_A_TOURNAMENT, "target")
    return [TargetChanged(reader.integer("target", 1, HIGHEST_TARGET))]


def _dealer(reader: RequestReader, game: Game) -> list[Entry]:
    if game.game_format.is_planned:
        reader.add_fault(FaultCode.NOT_IN_A_TOURNAMENT, "dealer")
    dealer = seat_named(reader, "dealer", game.names)
    if dealer and dealer not in game.company:
        reader.add_fault(FaultCode.NOT_PLAYING, "dealer", name=game.name(dealer))
    return [DealerSet(dealer or 0)]


def _finish(reader: RequestReader, game: Game) -> list[Entry]:
    del game
    return [GameFinished(reader.boolean("finish"))]


def _leave(reader: RequestReader, game: Game) -> list[Entry]:
    seats: set[Seat] = set()
    for place, name in enumerate(_who(reader, game, "leave")):
        seat = game.seat(name) if isinstance(name, str) else None
        if seat is None:
            reader.add_fault(FaultCode.UNKNOWN_PLAYER, "leave", place, name=name)
        elif seat not in game.company:
            reader.add_fault(FaultCode.NOT_PLAYING, "leave", place, name=game.name(seat))
        else:
            seats.add(seat)
    return [PlayersLeft(tuple(sorted(seats)))]


def _join(reader: RequestReader, game: Game) -> list[Entry]:
    coming: list[Entry] = []
    labels = list(game.names)
    for place, values in enumerate(_who(reader, game, "join")):
        one = _one_who_joins(reader, game, labels, place, values)
        coming += [one] if one else []
    most = max(MOST_SEATS, 2 * game.game_format.most)
    if len(labels) > most:
        reader.add_fault(FaultCode.TOO_MANY_PLAY, "join", most=most)
    return coming


def _who(reader: RequestReader, game: Game, name: str) -> list[object]:
    """Ask who comes or leaves, where the format lets people do so."""
    if not game.game_format.comings_and_goings:
        reader.add_fault(FaultCode.SEATS_ARE_FIXED, name)
    who = reader.sequence(name)
    if reader.values[name] in ([], ()):
        reader.add_fault(FaultCode.NOBODY_NAMED, name)
    return who


def _one_who_joins(
    reader: RequestReader, game: Game, labels: list[str], place: int, values: object
) -> PlayerJoined | None:
    """Read a newcomer, who starts from a total, or one who comes back to an old seat and total."""
    try:
        wish = RequestReader(values, at=f"/join/{place}")
    except ValidationError as refused:
        reader.faults += refused.faults
        return None
    name = wish.check_name(wish.values.get("name"), ("name",))
    total = wish.integer("total", 0, HIGHEST_TARGET, 0)
    same = (i for i, n in enumerate(labels, 1) if players.key(n) == players.key(name))
    seat = game.seat(name) or next(same, None)
    if seat is None:
        labels.append(name)
        if wish.has("total") and game.target and total >= game.target:
            wish.add_fault(FaultCode.TOTAL_AT_TARGET, "total", target=game.target)
    elif seat > len(game.names) or seat in game.company:
        wish.add_fault(FaultCode.NAME_TWICE, "name", name=name)
    elif wish.has("total"):
        wish.add_fault(FaultCode.COMES_BACK, "total", name=name)
    reader.faults += wish.faults
    return None if wish.faults else PlayerJoined(seat or len(labels), name, total)


def _stand_in(reader: RequestReader, game: Game) -> list[Entry]:
    """Read who plays on for a seat from now on; its owner may come back to it."""
    if not game.game_format.is_planned:
        reader.add_fault(FaultCode.ONLY_IN_A_TOURNAMENT, "seat")
    seat = reader.integer("seat", 1, len(game.names))
    name = reader.check_name(reader.values.get("name"), ("name",))
    if game.seat(name) not in {None, seat}:
        reader.add_fault(FaultCode.NAME_TWICE, "name", name=name)
    return [StandIn(seat, name)]


def _rotations(reader: RequestReader, game: Game) -> list[Entry]:
    """Read how many rotations are played in all: not fewer than have begun."""
    if not game.game_format.is_planned:
        reader.add_fault(FaultCode.ONLY_IN_A_TOURNAMENT, "rotations")
        return []
    least = max(begun(game.rounds), 1)
    return [RotationsChanged(reader.integer("rotations", least, len(game.plan)))]


_READERS = {
    "players": _players,
    "target": _target,
    "leave": _leave,
    "join": _join,
    "dealer": _dealer,
    "seat": _stand_in,
    "rotations": _rotations,
    "finish": _finish,
}


def read_settlement(game: Game, rule: str, values: object) -> RulingSettled:
    """Read what this table plays on a point, from which round on (default: the next)."""
    reader = RequestReader(values)
    following = len(game.rounds) + 1
    settled = RulingSettled(
        rule=rule,
        text=reader.text("text", LONGEST_SETTLEMENT, least=1),
        from_round=reader.integer("from_round", 1, HIGHEST_ROUND, following),
    )
    reader.raise_faults()
    return settled


def unsettle(game: Game, rule: str) -> RulingUnsettled:
    """Play a point by the sheet again; LookupError where the table had not settled it."""
    if all(settled.rule != rule for settled in game.settled):
        raise LookupError(rule)
    return RulingUnsettled(rule)


def undo(game: Game) -> TakenBack:
    """Take back the last change that still stands."""
    if not game.changes:
        raise ValidationError([Fault(FaultCode.NOTHING_TO_UNDO)])
    return TakenBack(game.changes[-1:])


def step_back(game: Game, version: object) -> TakenBack:
    """Take back, as one, all changes that came after a version and still stand."""
    later = tuple(v for v in game.changes if type(version) is int and v > version)
    if not later:
        raise ValidationError([Fault(FaultCode.NOTHING_TO_UNDO)])
    return TakenBack(later)


def undo_at(game: Game, table: int) -> RoundRemoved:
    """Take back the last round of one table of a tournament, whatever the others did since."""
    numbers = [number for number, r in enumerate(game.rounds, start=1) if r.table == table]
    if not numbers:
        raise ValidationError([Fault(FaultCode.NOTHING_TO_UNDO)])
    return RoundRemoved(numbers[-1])


def redo(game: Game) -> TakenBack:
    """Take back the last taking back."""
    if not game.undone:
        raise ValidationError([Fault(FaultCode.NOTHING_TO_REDO)])
    return TakenBack(game.undone[-1:])
