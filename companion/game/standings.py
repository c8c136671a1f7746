"""Ranking and lead of a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from companion.game.game import Game
from companion.game.outcome import Outcome, Termination
from companion.game.rounds import Seat, Side

Order = Callable[[Side], tuple[float | Fraction, ...]]  # key to sort sides, the best first


@dataclass(frozen=True, slots=True)
class Standing:
    """Row of the ranking; `eliminated_in_round` is None unless the player was eliminated."""

    rank: int
    side: Side
    total: int
    rounds_played: int
    eliminated_in_round: int | None

    @property
    def per_round(self) -> float | None:
        return self.total / self.rounds_played if self.rounds_played else None


def standings(game: Game) -> tuple[Standing, ...]:
    """Return all sides ranked, best first.

    Equal sides share a rank and the next one is skipped (1, 1, 3). If the lowest total is best,
    players who were eliminated or left come last, the latest first: else leaving would win.
    """
    ledger = game.tally.ledger
    totals, order = _by_stages(game) if game.stages else (ledger.totals, _order(game))
    # `index` finds the first of equal sides, so they share its rank.
    sides = sorted(totals, key=lambda side: (order(side), side))
    orders = [order(side) for side in sides]
    return tuple(
        Standing(
            rank=orders.index(order(side)) + 1,
            side=side,
            total=totals[side],
            rounds_played=ledger.played[side],
            eliminated_in_round=ledger.eliminated.get(side[0]),
        )
        for side in sides
    )


def ranking(game: Game) -> tuple[Standing, ...]:
    """Return the standings without players who left heats before the first round."""
    entrants = {*game.entrants}
    return tuple(each for each in standings(game) if not entrants.isdisjoint(each.side))


def _order(game: Game) -> Order:
    ledger, is_highest_first = game.tally.ledger, game.scoring.is_highest_first
    last_rounds: Mapping[Seat, int] = {}
    if not is_highest_first:
        counted = [played for played in game.tally.played if not played.after_end]
        away = (seat for seat in game.seats if seat not in game.contenders)
        left = {s: max((p.number for p in counted if s in p.present), default=0) for s in away}
        last_rounds = {**left, **ledger.eliminated}

    def order(side: Side) -> tuple[float | Fraction, ...]:
        if is_highest_first:
            return (-ledger.worth(side),)
        # With the lowest total best, every side is a single seat.
        last_round = last_rounds.get(side[0])
        return (last_round is not None, -(last_round or 0), ledger.totals[side])

    return order


def _by_stages(game: Game) -> tuple[Mapping[Side, int], Order]:
    """Return points, and an order by the stage reached, then by place and points there."""
    totals: dict[Side, int] = {(seat,): 0 for seat in game.seats}
    orders = dict.fromkeys(totals, (0.0, 0.0, 0.0))  # of players who left before the first round
    sign = -1 if game.scoring.is_highest_first else 1
    for stage in game.stages:
        for table in stage.tables:
            for seat, score in table.scores.items():
                totals[seat,] = score.points
                place = table.place(seat) or inf
                orders[seat,] = (-stage.number, place, sign * score.points)
    return totals, lambda side: orders[side]


@dataclass(frozen=True, slots=True)
class Lead:
    """Leaders and their margin `by` (None if all players still in are tied, or only one is)."""

    leaders: tuple[Standing, ...]
    by: int | None


def has_leaders(game: Game) -> bool:
    """Return whether a round was played, in heats one of the last stage."""
    return any(round_.rotation >= len(game.stages) for round_ in game.rounds)


def lead(game: Game) -> Lead | None:
    """Return the lead among players still in, or None before the first round or that of a stage."""
    in_game = set(game.contenders)
    still = [each for each in standings(game) if not in_game.isdisjoint(each.side)]
    if not has_leaders(game) or not still:
        return None
    first = still[0]
    behind = next((each for each in still if each.rank != first.rank), None)
    leaders = tuple(each for each in still if each.rank == first.rank)
    return Lead(leaders, abs(behind.total - first.total) if behind else None)


def ending(game: Game) -> Outcome | None:
    """Return the outcome by play, else by agreement (all with rank 1 win), else None."""
    if game.is_seating:
        return None
    # While a hand must be recounted there is no winner, not even by agreement.
    if game.outcome or not game.agreement or game.tally.ledger.is_unsure:
        return game.outcome
    first = (standing.side for standing in standings(game) if standing.rank == 1)
    winners = tuple(sorted(seat for side in first for seat in side))
    return Outcome(winners, Termination.BY_AGREEMENT)
