"""The line chart of the totals: its coordinates are worked out here, a template draws the SVG.

Lines are told apart by dashes and by the sign and the name at their end, not by colour alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game.rounds import Side

WIDTH, HEIGHT = 320, 240  # of the drawing, in its own units: about the pixels of a phone
LEFT, RIGHT, TOP, BOTTOM = 36, 112, 12, 24  # margins
MAX_LINES = 10  # as many as can be told apart: the first in the ranking
_MAX_STEPS = 120  # points of a line; more of them nobody could see
_NAME_HEIGHT = 19  # and of the disc beside it
_MARKS = 5  # about so many figures on each axis, one of these apart:
_TICKS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000)


@dataclass(frozen=True, slots=True)
class Line:
    """The totals of one side: `points` as SVG writes them, its end, and where its name is drawn."""

    side: Side
    place: int
    points: str
    x: float
    y: float
    name_y: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure beside or below the chart, and where it is drawn on its axis."""

    figure: int
    at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """All that is drawn; `steps`: after how many rounds each point of a line is taken."""

    lines: tuple[Line, ...]
    steps: tuple[int, ...]
    totals: tuple[Mark, ...]
    rounds: tuple[Mark, ...]
    target_y: float | None
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    bottom: float = HEIGHT - BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(
    totals: Mapping[Side, Sequence[int]],
    ranked: Sequence[Side],
    numbers: Sequence[int],
    target: int | None,
) -> Chart:
    """Return the chart of the totals of the sides, the first in the ranking first.

    `numbers` are the rounds after which the totals were taken; each side has one total more, from
    before the first round.
    """
    last = len(numbers)
    shown = ranked[:MAX_LINES]
    highest = max([1, target or 0, *(max(totals[side]) for side in shown)])
    lowest = min([0, *(min(totals[side]) for side in shown)])

    def x(step: int) -> float:
        return round(LEFT + (WIDTH - RIGHT - LEFT) * step / (last or 1), 1)

    def y(total: int) -> float:
        part = (total - lowest) / (highest - lowest)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part, 1)

    # A long game is thinned out, but always ends with its last round.
    interval = -(-last // _MAX_STEPS) or 1
    steps = (*range(0, last, interval), last)
    ends = {side: y(totals[side][-1]) for side in shown}
    names = _spread(ends)
    lines = []
    for place, side in enumerate(shown, start=1):
        points = " ".join(f"{x(step):g},{y(totals[side][step]):g}" for step in steps)
        lines.append(Line(side, place, points, WIDTH - RIGHT, ends[side], names[side]))
    each = _interval(highest - lowest)
    of_totals = range(-(-lowest // each) * each, highest + 1, each)
    of_rounds = range(_interval(last), last + 1, _interval(last))
    return Chart(
        lines=tuple(lines),
        steps=steps,
        totals=tuple(Mark(total, y(total)) for total in of_totals),
        rounds=tuple(Mark(numbers[step - 1], x(step)) for step in of_rounds),
        target_y=None if target is None else y(target),
    )


def _interval(highest: int) -> int:
    """Return a round number that divides an axis into about `_MARKS` parts."""
    return next((tick for tick in _TICKS if highest <= tick * _MARKS), _TICKS[-1])


def _spread(ends: Mapping[Side, float]) -> dict[Side, float]:
    """Return where the names at the ends of the lines are drawn so that none covers another.

    They are pushed apart from the top down, and where that runs below the axis, back up.
    """
    names: dict[Side, float] = {}
    free = float(TOP)
    for side in sorted(ends, key=lambda side: ends[side]):
        names[side] = max(ends[side], free)
        free = names[side] + _NAME_HEIGHT
    lowest = float(HEIGHT - BOTTOM)
    for side in reversed(names):
        names[side] = min(names[side], lowest)
        lowest = names[side] - _NAME_HEIGHT
    return names
