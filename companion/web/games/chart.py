"""Coordinates of the line chart of totals, which a template draws as SVG.

Lines differ by dashes and by the sign and name at their end, not only by colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game.rounds import Side

WIDTH, HEIGHT = 320, 240  # in SVG units, about the pixels of a phone
LEFT, RIGHT, TOP, BOTTOM = 36, 112, 12, 24  # margins
MAX_LINES = 10  # of the best ranked sides; more could not be told apart
_MAX_STEPS = 120  # points of a line; more would not be visible
_NAME_HEIGHT = 19  # of a name and the disc beside it
_LABELS = 5  # on each axis, approximately, at one of the distances below
_TICKS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000)


@dataclass(frozen=True, slots=True)
class Line:
    """A side's line, with `points` in SVG syntax, its end (`x`, `y`) and its name's height."""

    side: Side
    position: int
    points: str
    x: float
    y: float
    name_y: float


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """A number beside or below the chart, with its coordinate on that axis."""

    figure: int
    at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """All that the template draws, with `steps` as the rounds played at a line's points."""

    lines: tuple[Line, ...]
    steps: tuple[int, ...]
    totals: tuple[AxisLabel, ...]
    rounds: tuple[AxisLabel, ...]
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
    """Return the chart of all sides' totals, with lines in ranking order.

    `numbers` are the rounds after which totals were taken. Each side has one more total, from
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

    # A long game is downsampled, but its last round is always included.
    interval = -(-last // _MAX_STEPS) or 1
    steps = (*range(0, last, interval), last)
    ends = {side: y(totals[side][-1]) for side in shown}
    names = _spread(ends)
    lines = []
    for position, side in enumerate(shown, start=1):
        points = " ".join(f"{x(step):g},{y(totals[side][step]):g}" for step in steps)
        lines.append(Line(side, position, points, WIDTH - RIGHT, ends[side], names[side]))
    each = _interval(highest - lowest)
    of_totals = range(-(-lowest // each) * each, highest + 1, each)
    of_rounds = range(_interval(last), last + 1, _interval(last))
    return Chart(
        lines=tuple(lines),
        steps=steps,
        totals=tuple(AxisLabel(total, y(total)) for total in of_totals),
        rounds=tuple(AxisLabel(numbers[step - 1], x(step)) for step in of_rounds),
        target_y=None if target is None else y(target),
    )


def _interval(highest: int) -> int:
    """Return a round distance that puts about `_LABELS` labels on an axis."""
    return next((tick for tick in _TICKS if highest <= tick * _LABELS), _TICKS[-1])


def _spread(ends: Mapping[Side, float]) -> dict[Side, float]:
    """Return the heights of the names at the line ends, without overlaps.

    Names are pushed apart from the top down, then back up if that runs below the axis.
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
