"""Changes between rounds: who joins and leaves, stages, adjustments, the agreement to stop."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from companion.game import entries as e
from companion.game.rounds import Seat

RosterEntry = (
    e.PlayersLeft
    | e.PlayerJoined
    | e.DealerSet
    | e.RotationsChanged
    | e.StageDrawn
    | e.GameFinished
    | e.AdjustmentMade
)


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Entry made before round `number`, with the number of rotations begun by then."""

    number: int
    entry: RosterEntry
    rotations_begun: int = 0

    def reseated(self, new_seats: Mapping[Seat, Seat]) -> Self:
        match self.entry:
            case e.PlayersLeft(seats):
                entry: RosterEntry = e.PlayersLeft(tuple(sorted(new_seats[s] for s in seats)))
            case e.PlayerJoined(seat) | e.AdjustmentMade(seat):
                entry = replace(self.entry, seat=new_seats[seat])
            case e.DealerSet(dealer):
                entry = e.DealerSet(new_seats[dealer])
            case _:
                return self
        return replace(self, entry=entry)


def roster_after(founders: Iterable[Seat], changes: Iterable[RosterChange]) -> tuple[Seat, ...]:
    """Return the seats that have joined and not left after these changes."""
    # In order, because a player who left may return.
    seats = set(founders)
    for change in changes:
        match change.entry:
            case e.PlayersLeft(left):
                seats -= set(left)
            case e.PlayerJoined(seat):
                seats.add(seat)
            case _:
                pass
    return tuple(sorted(seats))


def next_seat(seat: Seat, seats: tuple[Seat, ...]) -> Seat:
    """Return this seat if it is in `seats` (not empty), else the next one to its left."""
    # After the last seat, wrap around to the first.
    return next((other for other in seats if other >= seat), seats[0])
