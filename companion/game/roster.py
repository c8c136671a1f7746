"""What happens between rounds: who comes and leaves, who is set to deal, that the table stops."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from companion.game import entries as e
from companion.game.rounds import Seat

RosterEntry = e.PlayersLeft | e.PlayerJoined | e.DealerSet | e.RotationsChanged | e.GameFinished


@dataclass(frozen=True, slots=True)
class RosterChange:
    """An entry made before round `number`, and how many rotations had begun by then."""

    number: int
    entry: RosterEntry
    rotations_begun: int = 0

    def reseated(self, new_seats: Mapping[Seat, Seat]) -> Self:
        match self.entry:
            case e.PlayersLeft(seats):
                entry: RosterEntry = e.PlayersLeft(tuple(sorted(new_seats[s] for s in seats)))
            case e.PlayerJoined(seat):
                entry = replace(self.entry, seat=new_seats[seat])
            case e.DealerSet(dealer):
                entry = e.DealerSet(new_seats[dealer])
            case _:
                return self
        return replace(self, entry=entry)


def roster_after(founders: Iterable[Seat], changes: Iterable[RosterChange]) -> tuple[Seat, ...]:
    """Return who is in after all these changes: founders and who came, without who left."""
    # In order: who left may come back later.
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
    """Return this seat, or the first one to its left that is among `seats` (not empty)."""
    # Past the last seat it goes on at the first one.
    return next((other for other in seats if other >= seat), seats[0])
