"""Players who take a seat with their own phone, by the link that the organiser shows.

A phone keeps a key to its seat. Of that key only a digest stands in the journal, so whoever reads
the journal can do nothing to the seat.
"""

from dataclasses import dataclass

from companion.game.game import Game
from companion.game.players import clean
from companion.game.requests.reader import RequestReader
from companion.game.rounds import Seat
from companion.keys import derived_key, digest_of, new_key
from companion.services.access import Access
from companion.services.changes import Changed, GameChanges, Write


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat that a phone has, the key to it, and how the game was changed by that."""

    seat: Seat
    seat_key: str
    changed: Changed


def seat_of(game: Game, seat_key: str) -> Seat | None:
    return game.seat_of_phone(digest_of(seat_key))


def take_seat(
    changes: GameChanges, access: Access, write: Write, values: object, seat_key: str | None = None
) -> TakenSeat | None:
    """Let somebody take a seat, or rename theirs; None for a repeat after it was given up.

    Without a `seat_key` a new one is made, the same for the same request.
    """
    key = seat_key or _seat_key_of(access, write) or new_key()
    seat = seat_of(access.game, key)
    if seat and access.game.name(seat) == _name(values):
        return TakenSeat(seat, key, Changed(access.game, access.game))
    changed = changes.take_seat(access, write, values, key)
    seat = seat_of(changed.game, key)
    return TakenSeat(seat, key, changed) if seat else None


def _seat_key_of(access: Access, write: Write) -> str | None:
    """Return the key for each repeat of a request; only who knows the game's id can work it out."""
    if write.request_id is None:
        return None
    return derived_key(f"{write.request_id} {write.fingerprint}", access.game_id.encode())


def _name(values: object) -> str | None:
    name = RequestReader(values).values.get("name")
    return clean(name) if isinstance(name, str) else None
