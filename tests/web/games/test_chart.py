"""Coordinates of the chart's lines, axis labels and names."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.web.games.chart import MAX_LINES, chart_of

ANA, BO = (1,), (2,)


def test_chart_lines_and_labels_span_zero_to_target() -> None:
    chart = chart_of({ANA: [0, 50, 100], BO: [0, 0, 0]}, [ANA, BO], [1, 2], 100)
    left, middle, right = (point.split(",") for point in chart.lines[0].points.split())
    assert (float(left[0]), float(left[1])) == (chart.left, chart.bottom)
    assert (float(right[0]), float(right[1])) == (chart.right, chart.top)
    assert float(middle[0]) == (chart.left + chart.right) / 2
    assert float(middle[1]) == (chart.top + chart.bottom) / 2
    assert chart.target_y == chart.top
    assert [label.figure for label in chart.totals] == [0, 20, 40, 60, 80, 100]
    assert [label.figure for label in chart.rounds] == [1, 2]


def test_chart_of_long_game_is_downsampled_but_keeps_last_round() -> None:
    totals = list(range(1561))
    chart = chart_of({ANA: totals}, [ANA], range(1, 1561), None)
    assert len(chart.steps) < 130
    assert (chart.steps[0], chart.steps[-1]) == (0, 1560)
    assert len(chart.lines[0].points.split()) == len(chart.steps)
    assert chart.target_y is None


def test_chart_shows_only_the_best_ranked_lines() -> None:
    sides = [(seat,) for seat in range(1, 41)]
    chart = chart_of({side: [0, side[0]] for side in sides}, sides[::-1], [1], None)
    assert [line.side for line in chart.lines] == sides[: -1 - MAX_LINES : -1]


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=MAX_LINES))
def test_chart_names_never_overlap_or_leave_the_plot_area(totals: list[int]) -> None:
    sides = [(seat,) for seat, _ in enumerate(totals, start=1)]
    chart = chart_of({s: [0, t] for s, t in zip(sides, totals, strict=True)}, sides, [1], 500)
    heights = sorted(line.name_y for line in chart.lines)
    assert all(lower - upper >= 14.9 for upper, lower in pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= chart.bottom
