"""What happens between rounds: who comes and leaves, who is set to deal, that the table stops."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from companion.game.entries import (
    DealerSet,
    GameFinished,
    PlayerJoined,
    PlayersLeft,
    RotationsChanged,
)
from companion.game.rounds import Seat

Said = PlayersLeft | PlayerJoined | DealerSet | RotationsChanged | GameFinished


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Something that was said before round `number` (the next one, where it is not yet played).

    `begun`: how many rotations of a tournament had begun then.
    """

    number: int
    said: Said
    begun: int = 0

    def closed_up(self, gone: int) -> Self:
        """Stand before the same round after round `gone` was removed."""
        return replace(self, number=self.number - (self.number > gone))

    def moved(self, to: Mapping[Seat, Seat]) -> Self:
        """Say the same of other seats."""
        match self.said:
            case PlayersLeft(seats):
                return replace(self, said=PlayersLeft(tuple(sorted(to[s] for s in seats))))
            case PlayerJoined(seat):
                return replace(self, said=replace(self.said, seat=to[seat]))
            case DealerSet(dealer):
                return replace(self, said=DealerSet(to[dealer]))
            case _:
                return self


def still_in(founders: Iterable[Seat], between: Iterable[RosterChange]) -> tuple[Seat, ...]:
    """Tell who is in after all this: the founders, and who came, without who left."""
    seats = set(founders)
    for each in between:
        match each.said:
            case PlayersLeft(gone):
                seats -= set(gone)
            case PlayerJoined(seat):
                seats.add(seat)
            case _:
                pass
    return tuple(sorted(seats))


def first_from(seat: Seat, seats: tuple[Seat, ...]) -> Seat:
    """Give this seat, or the first one to its left that is among `seats` (not empty)."""
    return next((each for each in seats if each >= seat), seats[0])
