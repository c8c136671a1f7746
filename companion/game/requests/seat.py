"""Reading what somebody asks for who takes a seat with their own phone, known by a digest."""

from collections.abc import Iterable
from dataclasses import replace

from companion.game import players
from companion.game.entries import Entry, PlayersLeft, PlayersRenamed, Together
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.requests.change import in_place_of, most_seats, read_newcomer, renamed
from companion.game.requests.reader import RequestReader
from companion.game.rounds import Seat
from companion.game.standings import ending

PHONE_PATTERN = r"[0-9a-f]{32}"


def take_seat(game: Game, values: object, phone: str) -> Entry:
    """Return that somebody takes a seat; whoever has one already calls it otherwise."""
    if game.seat_of_phone(phone):
        return rename_seat(game, values, phone)
    if not has_open_seats(game):
        raise ValidationError([Fault(FaultCode.SEATS_CLOSED)])
    full = Fault(FaultCode.NO_SEAT_LEFT, values={"most": game.game_format.most})
    if len(game.company) >= game.game_format.most:
        raise ValidationError([full])
    name = _read_name(values, (game.name(seat) for seat in game.company))
    labels = list(game.names)
    # The same as when the organiser adds somebody, so nothing else can happen to a game.
    # In a tournament that has begun they play from the next rotation on.
    joined = read_newcomer({"name": name}, game, labels)
    joined = replace(joined, phone=phone, waits=None if game.is_seating else True)
    if parts := in_place_of(game, joined):
        return Together(tuple(parts))
    if len(labels) > most_seats(game):  # with those who have left
        raise ValidationError([full])
    return joined


def has_open_seats(game: Game) -> bool:
    """Return whether anybody may take a seat: before the game begins, in a tournament later too."""
    is_joined_later = game.game_format.has_rotations and game.game_format.allows_leaving
    return game.is_seating or (is_joined_later and not ending(game))


def rename_seat(game: Game, values: object, phone: str) -> PlayersRenamed:
    """Return another name for the seat of a phone, before the game begins; else `LookupError`."""
    seat = _seat_before_start(game, phone)
    others = (name for other, name in enumerate(game.names, start=1) if other != seat)
    return renamed(game, seat, _read_name(values, others))


def leave_seat(game: Game, phone: str) -> PlayersLeft:
    """Return that the seat of a phone is given up, before the game begins; else `LookupError`."""
    return PlayersLeft((_seat_before_start(game, phone),))


def _seat_before_start(game: Game, phone: str) -> Seat:
    seat = game.seat_of_phone(phone)
    if seat is None:
        raise LookupError
    if not game.is_seating:
        raise ValidationError([Fault(FaultCode.SEATS_CLOSED)])
    return seat


def _read_name(values: object, taken: Iterable[str]) -> str:
    """Return a name that nobody takes for one of those taken; a free one goes with the fault."""
    reader = RequestReader(values)
    name = reader.check_name(reader.values.get("name"), ("name",))
    reader.raise_faults()
    others = list(taken)
    alike = next((other for other in others if players.is_alike(name, other)), None)
    if alike is not None:
        free = players.free_name(name, others)
        reader.add_fault(FaultCode.NAME_TAKEN, "name", name=alike, free=free)
    reader.raise_faults()
    return name
