"""How long a game still takes, by the times at which its rounds were written down.

Times are seconds that somebody else has read from a clock; here there is none. What they say is
a guess, so all of it is given from - to.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.game.game import Game
from companion.game.rounds import FEWEST_PLAYERS
from companion.game.standings import ending

FEWEST_GAPS = 2  # between rounds, before anything can be said
_SHORT_BREAK, _BREAK = 20 * 60, 60 * 60  # seconds: below none is a break, above each is
_MUCH = 4  # times as long as usual is a break
_CELLS = 40  # the target is divided into so many parts
_FAR = 120  # rounds; nobody looks further ahead
_LIKELY = (0.85, 0.5, 0.15)  # how likely the game is still being played then
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
        """Return the span in another measure: rounds as seconds."""
        return Span(self.least * factor, self.middle * factor, self.most * factor)


def pace(tables: Iterable[Sequence[float]]) -> float | None:
    """Return how long a round takes, by the times of each table; None before anybody can say.

    Where the clock jumped, or the table ate, there was no round: such gaps are left out. Rounds
    that were written down several at a time count together.
    """
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
    found: list[float] = []
    before = 1.0
    for number, after in enumerate(_still_playing(game), start=1):
        # Between two rounds, so that the middle does not jump by a whole one.
        while len(found) < len(_LIKELY) and after <= _LIKELY[len(found)]:
            found.append(number - (_LIKELY[len(found)] - after) / (before - after))
        before = after
        if number == _FAR or len(found) == len(_LIKELY):
            break
    return Span(*(max(rounds, 1) for rounds in found)) if len(found) == len(_LIKELY) else None


def _still_playing(game: Game) -> Iterator[float]:
    """Return how likely the game goes on after one more round, after two, and so on.

    Everybody is taken to gain by chance what anybody has gained in a round so far: who was lucky
    until now need not be lucky again.
    """
    target = game.target or 1
    totals = game.tally.ledger.totals
    sides = game.game_format.sides(game.present)
    needs = [-(-max(target - totals.get(side, 0), 1) * _CELLS // target) for side in sides]
    # Where players are sent off one by one, the game lasts while two are left.
    is_sending_off = game.game_format.falls(target, target)
    playing = (len(sides) + 2) / 2 if is_sending_off else len(sides)
    chances = _chances(game, target / _CELLS, playing)
    # How likely a side has gained so many cells by now; what is beyond the target is together.
    gained = [1.0] + [0.0] * _CELLS
    while True:
        gained = _added(gained, chances)
        below = [sum(gained[:need]) for need in needs]
        yield _at_least(2 if is_sending_off else len(sides), below)


def _chances(game: Game, cell: float, playing: float) -> list[tuple[int, float]]:
    """Return what a side may gain in a round, in cells, and how likely each is.

    What was seen at this table counts, and a little what is usual: after three rounds a table has
    seen next to nothing. One of those `playing` goes out.
    """
    gains: list[float] = [
        credit.points
        for played in game.tally.played
        if not played.after_end
        for credit in played.credited
        if credit.points
    ]
    hands = 1.0
    gaining = 1 - 1 / playing
    if game.scoring.is_highest_first:
        side = len(game.game_format.sides(game.present)[0])
        hands, gaining = len(game.present) - side, 1 / playing
        usual = _USUAL_TOGETHER
    else:
        usual = _USUAL_ALONE
    weight = _USUAL_ROUNDS * (1 if game.scoring.is_highest_first else playing - 1) / len(usual)
    weighted = [(points, 1.0) for points in gains]
    weighted += [(hands * _USUAL_HAND * part, weight) for part in usual]
    seen = sum(each for _, each in weighted)
    chances = defaultdict[int, float](float)
    chances[0] = 1 - gaining
    for points, number in weighted:
        # A gain between two cells counts for both, so that nothing is lost on the whole.
        cells, part = divmod(points / cell, 1)
        chances[int(cells)] += gaining * number / seen * (1 - part)
        chances[int(cells) + 1] += gaining * number / seen * part
    return list(chances.items())


def _added(gained: Sequence[float], chances: Sequence[tuple[int, float]]) -> list[float]:
    """Return how likely each sum is after one more round."""
    last = len(gained) - 1
    after = [0.0] * len(gained)
    for cells, likely in enumerate(gained):
        if likely > 1e-9:  # noqa: PLR2004 - what never happens costs time
            for more, chance in chances:
                after[min(cells + more, last)] += likely * chance
    return after


def _at_least(fewest: int, below: Sequence[float]) -> float:
    """Return how likely at least so many sides are below the target, each with its own chance."""
    ways = [1.0]  # by how many are below
    for chance in below:
        ways = [
            (ways[n] * (1 - chance) if n < len(ways) else 0.0) + (ways[n - 1] * chance if n else 0)
            for n in range(len(ways) + 1)
        ]
    return sum(ways[fewest:])
