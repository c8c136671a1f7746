"""The score sheet as people draw it: a column a player, a line a round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.game.game import Game
from companion.game.outcome import Outcome
from companion.game.rounds import Seat, Side
from companion.game.standings import Standing, ending, standings
from companion.game.tally import ScoredRound

ROUNDS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side has in one round.

    `points`: credited (None: nothing). `caught`: held at the end of the round (None: not known).
    `total`: after the round.
    """

    points: int | None
    caught: int | None
    total: int
    went_out: bool
    rested: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One round of the sheet."""

    played: ScoredRound
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Recount:
    """What must be put right in a round, because a correction changed who was in when it began.

    `winner`: went out, and was not in. `missing`: were in, and have no hand. `struck`: have one,
    and were not in.
    """

    number: int
    winner: Seat | None
    missing: tuple[Seat, ...]
    struck: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet and who leads; `recount` are the rounds to be put right."""

    sides: tuple[Side, ...]
    lines: tuple[Line, ...]
    standings: tuple[Standing, ...]
    ending: Outcome | None
    recount: tuple[Recount, ...]

    @property
    def latest(self) -> tuple[Line, ...]:
        """The rounds that are shown at once, in a long game."""
        return self.lines[-ROUNDS_SHOWN:]

    @property
    def leaders(self) -> tuple[Standing, ...]:
        """Who leads; nobody before the first round."""
        return tuple(s for s in self.standings if s.rank == 1) if self.lines else ()

    def standing(self, side: Side) -> Standing:
        """Find the line of a side in the ranking."""
        return next(s for s in self.standings if s.side == side)


def sheet_of(game: Game) -> Sheet:
    """Draw the sheet of a game."""
    ranked = standings(game)
    sides = tuple(sorted(standing.side for standing in ranked))
    totals = {side: sum(game.openings.get(seat, 0) for seat in side) for side in sides}
    lines = []
    for played in game.tally.played:
        for credit in played.credited:
            totals[credit.side] += credit.points
        lines.append(Line(played, tuple(_cells(played, totals))))
    recount = tuple(filter(None, map(_recount, game.tally.played)))
    return Sheet(sides, tuple(lines), ranked, ending(game), recount)


def _recount(played: ScoredRound) -> Recount | None:
    round_ = played.round
    is_out = not played.after_end and round_.went_out not in played.present
    if not (is_out or played.recount):
        return None
    return Recount(
        played.number,
        winner=round_.went_out if is_out else None,
        missing=tuple(seat for seat in played.recount if seat not in round_.hands),
        struck=tuple(seat for seat in played.recount if seat in round_.hands),
    )


def _cells(played: ScoredRound, totals: Mapping[Side, int]) -> Iterator[Cell]:
    round_ = played.round
    credited = {credit.side: credit.points for credit in played.credited}
    seated = set(round_.seated)
    for side, total in totals.items():
        caught = [round_.hands[seat].points for seat in side if seat in round_.hands]
        yield Cell(
            points=credited.get(side),
            caught=sum(caught) if caught else None,
            total=total,
            went_out=round_.went_out in side,
            rested=seated.isdisjoint(side),
        )
