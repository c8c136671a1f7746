"""Players joining with their own phones, by the join link.

A phone stores the key of its seat. The journal contains only a digest of that key, so reading the
journal gives no access to the seat.
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
    """A phone's seat, its seat key, and the resulting change of the game."""

    seat: Seat
    seat_key: str
    changed: Changed


def seat_of(game: Game, seat_key: str) -> Seat | None:
    return game.seat_of_phone(digest_of(seat_key))


def take_seat(
    changes: GameChanges, access: Access, write: Write, values: object, seat_key: str | None = None
) -> TakenSeat | None:
    """Take or rename a phone's seat, or return None for a repeat after the seat was given up.

    Without a `seat_key` a new one is made, the same for a repeated request.
    """
    if not seat_key and write.request_id is not None:
        # Derived from the request and the secret id of the game, so the same for each repeat.
        request = f"{write.request_id} {write.fingerprint}"
        seat_key = derived_key(request, access.game_id.encode())
    key = seat_key or new_key()
    seat, name = seat_of(access.game, key), RequestReader(values).values.get("name")
    if seat and isinstance(name, str) and access.game.name(seat) == clean(name):
        return TakenSeat(seat, key, Changed(access.game, access.game))
    changed = changes.take_seat(access, write, values, key)
    seat = seat_of(changed.game, key)
    return TakenSeat(seat, key, changed) if seat else None
