"""Validation of requests by a player's own phone: take, rename and leave a seat."""

from collections.abc import Iterable
from dataclasses import replace

from companion.game import players
from companion.game.entries import Combined, Entry, PlayersLeft, PlayersRenamed
from companion.game.faults import Fault, FaultCode, ValidationError
from companion.game.game import Game
from companion.game.requests.change import entries_reusing_seat, most_seats, read_newcomer, renamed
from companion.game.requests.reader import RequestReader
from companion.game.rounds import Seat
from companion.game.standings import ending

PHONE_PATTERN = r"[0-9a-f]{32}"


def take_seat(game: Game, values: object, phone: str) -> Entry:
    """Return the entry that gives a phone a seat, or renames the seat it has already."""
    if game.seat_of_phone(phone):
        return rename_seat(game, values, phone)
    if not has_open_seats(game):
        raise ValidationError([Fault(FaultCode.SEATS_CLOSED)])
    full = Fault(FaultCode.NO_SEAT_LEFT, values={"most": game.game_format.max_players})
    if len(game.current_roster) >= game.game_format.max_players:
        raise ValidationError([full])
    name = _read_name(values, (game.name(seat) for seat in game.current_roster))
    labels = list(game.names)
    # Same checks as for a player added by the organiser. In a running tournament the player
    # waits for the next rotation.
    joined = read_newcomer({"name": name}, game, labels)
    joined = replace(joined, phone=phone, waits=None if game.is_seating else True)
    if parts := entries_reusing_seat(game, joined):
        return Combined(tuple(parts))
    if len(labels) > most_seats(game):  # including players who left
        raise ValidationError([full])
    return joined


def has_open_seats(game: Game) -> bool:
    """Return whether seats can be taken: before the start, in a tournament until the end."""
    is_joined_later = game.game_format.has_rotations and game.game_format.allows_leaving
    is_full = game.game_format.has_stages and game.is_begun
    return game.is_seating or (is_joined_later and not is_full and not ending(game))


def rename_seat(game: Game, values: object, phone: str) -> PlayersRenamed:
    """Return a rename of a phone's seat before the start; LookupError if it has no seat."""
    seat = _seat_before_start(game, phone)
    others = (name for other, name in enumerate(game.names, start=1) if other != seat)
    return renamed(game, seat, _read_name(values, others))


def leave_seat(game: Game, phone: str) -> PlayersLeft:
    """Return the removal of a phone's seat before the start; LookupError if it has none."""
    return PlayersLeft((_seat_before_start(game, phone),))


def _seat_before_start(game: Game, phone: str) -> Seat:
    seat = game.seat_of_phone(phone)
    if seat is None:
        raise LookupError
    if not game.is_seating:
        raise ValidationError([Fault(FaultCode.SEATS_CLOSED)])
    return seat


def _read_name(values: object, taken: Iterable[str]) -> str:
    """Return a name that is not like a taken one; the fault suggests a free name."""
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
