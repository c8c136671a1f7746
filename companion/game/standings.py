"""Who leads: the ranking of a game."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.game.outcome import Outcome
from companion.game.replay import Game
from companion.game.rounds import Seat, Side


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking; `eliminated_in_round` where the format sends players off."""

    rank: int
    side: Side
    total: int
    rounds_played: int
    eliminated_in_round: int | None

    @property
    def per_round(self) -> float | None:
        """The points a round, None before the first one."""
        return self.total / self.rounds_played if self.rounds_played else None


def standings(game: Game) -> tuple[Standing, ...]:
    """Rank all sides, best first.

    Equal ones share a rank and the next rank is skipped (1, 1, 3), in seat order.
    """
    ledger = game.course.ledger
    order = _order(game)
    sides = sorted(ledger.totals, key=lambda side: (order(side), side))
    ranks = _ranks([order(side) for side in sides])
    return tuple(
        Standing(rank, side, ledger.totals[side], ledger.played[side], ledger.fallen.get(side[0]))
        for rank, side in zip(ranks, sides, strict=True)
    )


def _ranks(orders: Iterable[tuple[int, ...]]) -> list[int]:
    seen = list(orders)
    return [seen.index(order) + 1 for order in seen]


def _order(game: Game) -> Callable[[Side], tuple[int, ...]]:
    """Say what sides are ranked by, as a list of tie-breaks, smallest first.

    Where the lowest total is best, whoever has fallen comes after all who have not, the latest
    round first; so does whoever has left, who would otherwise win by no longer playing.
    """
    ledger = game.course.ledger
    if game.scoring.highest_first:
        return lambda side: (-ledger.totals[side],)
    gone = {**_gone(game), **ledger.fallen}

    def lowest_first(side: Side) -> tuple[int, ...]:
        last_round = gone.get(side[0])
        return (last_round is not None, -(last_round or 0), ledger.totals[side])

    return lowest_first


def _gone(game: Game) -> dict[Seat, int]:
    """Find who was not in at the end, or is not any more, and the last round they were in."""
    counted = [played for played in game.course.played if not played.after_end]
    away = (seat for seat in game.seats if seat not in game.contenders)
    return {s: max((p.number for p in counted if s in p.present), default=0) for s in away}


def ending(game: Game) -> Outcome | None:
    """Tell how the game ended: by play, or else by agreement, when all with rank 1 have won.

    While a hand must be recounted nobody has won either way.
    """
    if game.outcome or not game.agreement or game.course.ledger.unsure:
        return game.outcome
    first = (standing.side for standing in standings(game) if standing.rank == 1)
    return Outcome(tuple(sorted(seat for side in first for seat in side)), "by-agreement")
