"""The line chart of the totals: worked out here, drawn as SVG by a template, no script needed.

Lines are told apart by dashes and by the name at their end, not by colour alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game.rounds import Side

WIDTH, HEIGHT = 360, 240  # of the drawing, in its own units
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 104, 10, 22
_END = WIDTH - _RIGHT
_APART = 15  # between two names at the ends of their lines
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000)
_MARKS = 5  # about so many figures beside the chart
LINES = 10  # as many as can be told apart: the first in the ranking
_STEPS_SHOWN = 120  # of a long game every so many rounds; more of them nobody could see


@dataclass(frozen=True, slots=True)
class Line:
    """The totals of one side: `points` as SVG writes them, where it ends, where its name stands."""

    side: Side
    place: int
    points: str
    x: float
    y: float
    name_y: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure beside or below the chart, and where it stands."""

    figure: int
    at: float


@dataclass(frozen=True, slots=True)
class Chart:
    """All that is drawn; `steps`: after how many rounds each point of a line stands."""

    lines: tuple[Line, ...]
    steps: tuple[int, ...]
    totals: tuple[Mark, ...]
    rounds: tuple[Mark, ...]
    target_y: float | None
    left: float = _LEFT
    right: float = _END
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(
    totals: Mapping[Side, Sequence[int]],
    ranked: Sequence[Side],
    numbers: Sequence[int],
    target: int | None,
) -> Chart:
    """Draw the totals of the sides, the first in the ranking first.

    `numbers` are the rounds that the totals stand after; all totals begin before the first.
    """
    shown = ranked[:LINES]
    steps = _thinned(len(numbers))
    highest = max([1, target or 0, *(max(totals[side]) for side in shown)])
    ends = {side: _down(totals[side][-1], highest) for side in shown}
    names = _spread(ends)
    lines = tuple(
        Line(side, place, _points(totals[side], steps, highest), _END, ends[side], names[side])
        for place, side in enumerate(shown, start=1)
    )
    return Chart(
        lines,
        steps,
        tuple(Mark(figure, _down(figure, highest)) for figure in _figures(highest)),
        tuple(Mark(numbers[n - 1], _across(n, len(numbers))) for n in _some(len(numbers))),
        None if target is None else _down(target, highest),
    )


def _thinned(rounds: int) -> tuple[int, ...]:
    """Choose after how many rounds the totals are shown: from the beginning to the last one."""
    every = -(-rounds // _STEPS_SHOWN) or 1
    return (*range(0, rounds, every), rounds)


def _points(totals: Sequence[int], steps: Sequence[int], highest: int) -> str:
    last = steps[-1]
    return " ".join(f"{_across(n, last):g},{_down(totals[n], highest):g}" for n in steps)


def _across(step: int, steps: int) -> float:
    return round(_LEFT + (_END - _LEFT) * step / (steps or 1), 1)


def _down(total: int, highest: int) -> float:
    return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * total / highest, 1)


def _figures(highest: int) -> range:
    step = next((step for step in _STEPS if highest <= step * _MARKS), _STEPS[-1])
    return range(0, highest + 1, step)


def _some(rounds: int) -> range:
    """Choose the rounds that are numbered below the chart."""
    step = next((step for step in _STEPS if rounds <= step * _MARKS), _STEPS[-1])
    return range(step, rounds + 1, step)


def _spread(ends: Mapping[Side, float]) -> dict[Side, float]:
    """Push the names at the ends of the lines apart, from the top down, then up from the ground."""
    names: dict[Side, float] = {}
    free = float(_TOP)
    for side in sorted(ends, key=lambda each: ends[each]):
        names[side] = max(ends[side], free)
        free = names[side] + _APART
    ground = float(HEIGHT - 4)
    for side in reversed(names):
        names[side] = min(names[side], ground)
        ground = names[side] - _APART
    return names
