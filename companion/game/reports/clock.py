"""Estimate of the remaining time of a game from the times (seconds) of recorded rounds."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, pairwise
from statistics import median

from companion.game.game import Game
from companion.game.rounds import FEWEST_PLAYERS
from companion.game.standings import ending

FEWEST_GAPS = 2  # intervals between rounds needed for an estimate
_SHORT_BREAK, _BREAK = 20 * 60, 60 * 60  # seconds: below never a break, above always
_MUCH = 4  # times the median interval is a break
_GAMES = 100  # simulated games
_NUMBERS = 2**14  # pseudo-random numbers, then repeated from the first
_FAR = 120  # rounds after which a simulation stops
_ENDED = (0.15, 0.5, 0.85)  # quantiles for `Span`
_TOO_MANY_FAR = _GAMES - int(_ENDED[-1] * _GAMES)
_USUAL_HAND = 35  # average points of a hand over many rounds
_USUAL_ALONE = (0.15, 0.6, 1.0, 2.25)  # factors for a single hand
_USUAL_TOGETHER = (0.4, 0.8, 1.1, 1.7)  # factors for all hands of a round, which vary less
_USUAL_ROUNDS = 3  # weight of the usual values, in rounds
_PLANNED = (0.9, 1.0, 1.1)  # factors if the number of rounds is planned


@dataclass(frozen=True, slots=True)
class Span:
    """Estimated range and median of rounds or seconds until the end."""

    least: float
    middle: float
    most: float

    def times(self, factor: float) -> "Span":
        return Span(self.least * factor, self.middle * factor, self.most * factor)


def pace(tables: Iterable[Sequence[float]]) -> float | None:
    """Return the average seconds per round from each table's times, or None if too few."""
    gaps = [later - earlier for times in tables for earlier, later in pairwise(times)]
    gaps = [gap for gap in gaps if 0 < gap < _BREAK]
    if len(gaps) < FEWEST_GAPS:
        return None
    longest = max(_MUCH * median(gaps), _SHORT_BREAK)
    played = [gap for gap in gaps if gap <= longest]
    return sum(played) / len(played)


def rounds_to_go(game: Game) -> Span | None:
    """Return the estimated number of rounds left per table, or None if unknown or over."""
    if ending(game) or len(game.rounds) < FEWEST_GAPS:
        return None
    if game.game_format.has_rotations:
        last = len(game.outline if game.game_format.has_stages else game.seating)
        each, tables = game.rounds_each, game.tables_open
        left = ((t.rounds_left or 0) + each * (last - t.rotation) for t in tables)
        most = max(left, default=0)
        return Span(*(most * part for part in _PLANNED))
    if len(game.game_format.sides(game.present)) < FEWEST_PLAYERS:
        return None  # a hand must be recounted
    limit = game.round_limit and max(game.round_limit - len(game.rounds), 1)
    if game.target is None:  # without a limit it ends by agreement
        return Span(*(limit * part for part in _PLANNED)) if limit else None
    ends: list[int] = []
    for end in _played_on(game, game.target):
        ends.append(min(end, limit or end))
        # Stop early: every save waits for this, and too many games without end give no estimate.
        if ends.count(_FAR) == _TOO_MANY_FAR:
            return None
    ends.sort()
    return Span(*(max(_quantile(ends, part), 1) for part in _ENDED))


def _quantile(ends: Sequence[int], part: float) -> float:
    """Return a quantile of sorted integers, interpolated to avoid jumps by whole rounds."""
    place = part * len(ends)
    end = ends[int(place)]
    first, last = bisect_left(ends, end), bisect_right(ends, end)
    return end - 1 + (place - first) / (last - first)


def _played_on(game: Game, target: int) -> Iterator[int]:
    """Yield the remaining rounds of simulated continuations; past luck has no influence."""
    totals = game.tally.ledger.totals
    sides = game.game_format.sides(game.present)
    # With elimination the game lasts while two players are left, else while all sides are.
    fewest = 2 if game.game_format.eliminates else len(sides)
    gains, chance = _gains(game), cycle(_numbers())
    most, gains_all = len(gains), not game.scoring.credits_own
    begun: list[float] = [max(target - totals.get(side, 0), 1) for side in sides]
    for _ in range(_GAMES):
        missing = [*begun]
        number = 0
        while len(missing) >= fewest and number < _FAR:
            number += 1
            out = next(chance) % len(missing)
            if gains_all:
                missing[out] -= gains[next(chance) % most]
            else:
                for place in range(len(missing)):
                    if place != out or game.scoring.counts_winner:
                        missing[place] -= gains[next(chance) % most]
            if min(missing) <= 0:
                missing = [points for points in missing if points > 0]
        yield number


def _gains(game: Game) -> Sequence[float]:
    """Return sample gains of a side per round: those of this game plus some usual values."""
    if not game.scoring.has_hands:
        return (1,)  # 1 per round won
    gains: list[float] = [
        credit.points
        for played in game.tally.played
        if not played.after_end
        for credit in played.credited
        if credit.points
    ]
    if game.scoring.counts_winner:
        return gains or (0,)  # of a game whose usual points are unknown
    sides = game.game_format.sides(game.present)
    if game.scoring.is_highest_first:
        parts, hands, gaining = _USUAL_TOGETHER, len(game.present) - len(sides[0]), 1
    else:
        parts, hands, gaining = _USUAL_ALONE, 1, len(sides) - 1
    usual = [hands * _USUAL_HAND * part for part in parts]
    return [*gains * len(usual), *usual * (_USUAL_ROUNDS * gaining)]


@cache
def _numbers() -> Sequence[int]:
    """Return fixed pseudo-random numbers, so that a game always gives the same estimate."""
    # Cached, because every save uses thousands of them.
    number, found = 1, []
    for _ in range(_NUMBERS):
        number = (number * 1103515245 + 12345) % 2**31
        found.append(number >> 12)  # low bits of this generator have short periods
    return found
