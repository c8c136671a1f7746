"""How long a game still takes, guessed by the times (seconds) at which rounds were written."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, pairwise
from statistics import median

from companion.game.game import Game
from companion.game.rounds import FEWEST_PLAYERS
from companion.game.standings import ending

FEWEST_GAPS = 2  # between rounds, before anything can be said
_SHORT_BREAK, _BREAK = 20 * 60, 60 * 60  # seconds: below none is a break, above each is
_MUCH = 4  # times as long as usual is a break
_GAMES = 100  # are played on by chance
_NUMBERS = 2**14  # are drawn for them, and then the same from the first on
_FAR = 120  # rounds; nobody looks further ahead
_ENDED = (0.15, 0.5, 0.85)  # so many of them have ended by then
_TOO_MANY_FAR = _GAMES - int(_ENDED[-1] * _GAMES)
_USUAL_HAND = 35  # points that somebody is caught with, on the average of many rounds
_USUAL_ALONE = (0.15, 0.6, 1.0, 2.25)  # parts of it: some are caught with much
_USUAL_TOGETHER = (0.4, 0.8, 1.1, 1.7)  # and all hands of a round with rather the same
_USUAL_ROUNDS = 3  # so many rounds what is usual counts
_PLANNED = (0.9, 1.0, 1.1)  # where the number of rounds is planned only their length is a guess


@dataclass(frozen=True, slots=True)
class Span:
    """From - to, and the middle: half of such games have ended by then."""

    least: float
    middle: float
    most: float

    def times(self, factor: float) -> "Span":
        return Span(self.least * factor, self.middle * factor, self.most * factor)


def pace(tables: Iterable[Sequence[float]]) -> float | None:
    """Return how long a round takes, by the times of each table; None before anybody can say."""
    gaps = [later - earlier for times in tables for earlier, later in pairwise(times)]
    gaps = [gap for gap in gaps if 0 < gap < _BREAK]
    if len(gaps) < FEWEST_GAPS:
        return None
    longest = max(_MUCH * median(gaps), _SHORT_BREAK)
    played = [gap for gap in gaps if gap <= longest]
    return sum(played) / len(played)


def rounds_to_go(game: Game) -> Span | None:
    """Return how many rounds are still played at each table; None where nobody can say yet."""
    if ending(game) or len(game.rounds) < FEWEST_GAPS:
        return None
    if game.game_format.has_rotations:
        each, last = game.rounds_each, len(game.seating)
        left = ((t.rounds_left or 0) + each * (last - t.rotation) for t in game.tables_open)
        most = max(left, default=0)
        return Span(*(most * part for part in _PLANNED))
    if len(game.game_format.sides(game.present)) < FEWEST_PLAYERS:
        return None  # a hand must be recounted before anybody knows who plays on
    ends: list[int] = []
    for end in _played_on(game):
        ends.append(end)
        # Every save would wait until all have come so far, and then nothing be said.
        if ends.count(_FAR) == _TOO_MANY_FAR:
            return None
    ends.sort()
    return Span(*(max(_quantile(ends, part), 1) for part in _ENDED))


def _quantile(ends: Sequence[int], part: float) -> float:
    """Return when so many of the games have ended, between two rounds: it jumps by no whole one."""
    place = part * len(ends)
    end = ends[int(place)]
    first, last = bisect_left(ends, end), bisect_right(ends, end)
    return end - 1 + (place - first) / (last - first)


def _played_on(game: Game) -> Iterator[int]:
    """Yield how many rounds a game takes that goes on from here by chance: luck need not last."""
    target, totals = game.target or 1, game.tally.ledger.totals
    sides = game.game_format.sides(game.present)
    # Where players are sent off one by one, the game lasts while two are left.
    fewest = 2 if game.game_format.falls(target, target) else len(sides)
    gains, chance = _gains(game), cycle(_numbers())
    most, gains_all = len(gains), game.scoring.is_highest_first
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
                    if place != out:
                        missing[place] -= gains[next(chance) % most]
            if min(missing) <= 0:
                missing = [points for points in missing if points > 0]
        yield number


def _gains(game: Game) -> Sequence[float]:
    """Return what a side may gain in a round: what was seen here, and a little what is usual."""
    if not game.scoring.has_hands:
        return (1,)  # a round won
    gains: list[float] = [
        credit.points
        for played in game.tally.played
        if not played.after_end
        for credit in played.credited
        if credit.points
    ]
    sides = game.game_format.sides(game.present)
    if game.scoring.is_highest_first:
        parts, hands, gaining = _USUAL_TOGETHER, len(game.present) - len(sides[0]), 1
    else:
        parts, hands, gaining = _USUAL_ALONE, 1, len(sides) - 1
    usual = [hands * _USUAL_HAND * part for part in parts]
    return [*gains * len(usual), *usual * (_USUAL_ROUNDS * gaining)]


@cache
def _numbers() -> Sequence[int]:
    """Return large numbers as if by chance, always the same: so is the guess for a game."""
    # Made once: every save takes thousands of them, and waits for these.
    number, found = 1, []
    for _ in range(_NUMBERS):
        number = (number * 1103515245 + 12345) % 2**31
        found.append(number >> 12)  # the last digits of such numbers come round soon
    return found
