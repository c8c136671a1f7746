"""Tests of the estimate of a game's remaining time: pace and rounds to go."""

from statistics import median

import pytest

from companion.game.reports import clock
from companion.game.reports.clock import pace, rounds_to_go
from tests.game.reports.evenings import errors
from tests.table import Table

MINUTE = 60.0


def times(*minutes: float) -> list[float]:
    return [minute * MINUTE for minute in minutes]


def test_pace_is_average_time_of_played_rounds() -> None:
    assert pace([times(0, 6, 12, 20)]) == pytest.approx(20 / 3 * MINUTE)
    assert pace([times(0, 6)]) is None  # no pace after only one round


@pytest.mark.parametrize(
    "jumped",
    [
        times(0, 6, 12, -48, -42, -36),  # an hour back: end of summer time
        times(0, 6, 12, 612, 618, 624),  # clock corrected, or game continued next day
        times(0, 6, 12, 42, 48, 54),  # break
        times(0, 6, 12, 12, 18, 24),  # a round recorded twice
    ],
)
def test_pace_ignores_clock_jumps_and_breaks(jumped: list[float]) -> None:
    assert pace([jumped]) == pytest.approx(6 * MINUTE)


def test_pace_is_right_if_three_rounds_are_recorded_at_a_time() -> None:
    assert pace([times(0, 18, 18.2, 18.4, 36, 36.2, 36.4)]) == pytest.approx(6 * MINUTE, rel=0.02)


def test_pace_is_average_of_tournament_tables_in_parallel() -> None:
    assert pace([times(0, 6, 12), times(0, 8, 16)]) == pytest.approx(7 * MINUTE)


def test_rounds_to_go_are_unknown_before_two_rounds_and_after_end() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", target=100)
    table.round(out="Ana", Bo=10, Cy=5)
    assert rounds_to_go(table.game) is None
    table.round(out="Bo", Ana=10, Cy=5)
    assert rounds_to_go(table.game)
    table.round(out="Ana", Bo=90, Cy=50)
    assert rounds_to_go(table.game) is None


def test_estimate_is_shorter_if_a_player_is_near_target() -> None:
    near, far = (Table("hello-kitty", "Ana, Bo, Cy", target=500) for _ in range(2))
    for table, winners in ((near, ("Ana", "Ana", "Ana")), (far, ("Ana", "Bo", "Cy"))):
        for out in winners:
            others = {name: 55 for name in ("Ana", "Bo", "Cy") if name != out}
            table.round(out=out, **others)
    nearer, further = rounds_to_go(near.game), rounds_to_go(far.game)
    assert nearer
    assert further
    assert nearer.least <= nearer.middle <= nearer.most
    assert nearer.middle < further.middle
    assert rounds_to_go(near.game) == nearer  # the estimate is the same each time


def test_elimination_is_estimated_longer_than_keep_own() -> None:
    totals = {"Bo": 90, "Cy": 90, "Dee": 90}
    ends = []
    for game_format, scoring in (("individual", "keep-own"), ("challenge", "keep-own")):
        table = Table("hello-kitty", "Ana, Bo, Cy, Dee", format=game_format, scoring=scoring)
        for _ in range(3):
            table.round(out="Ana", **totals)
        span = rounds_to_go(table.game)
        assert span
        ends.append(span.middle)
    assert ends[0] < ends[1]


def test_no_estimate_while_recount_leaves_one_player() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy, Dee", format="challenge", target=100)
    table.round(out="Ana", Bo=60, Cy=60, Dee=10)
    table.round(out="Ana", Bo=50, Cy=50, Dee=20)
    table.round(out="Ana", Dee=80)
    table.correct(1, out="Ana", Bo=160, Cy=60, Dee=10)
    assert table.game.present == (1,)
    assert table.game.outcome is None
    assert rounds_to_go(table.game) is None


def test_tournament_estimate_is_planned_rounds_left() -> None:
    table = Table(
        "hello-kitty", "A, B, C, D", format="tournament", rounds_per_partnership=2, rotations=3
    )
    assert rounds_to_go(table.game) is None
    for _ in range(2):
        sides = table.state["next"]["tables"][0]["sides"]
        (out, _partner), others = sides
        table.round(out=out, **dict.fromkeys(others, 10))
    span = rounds_to_go(table.game)
    assert span
    assert span.middle == 4


def test_estimate_of_unreachable_target_stops_early(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", target=10_000, scoring="keep-own")
    for _ in range(2):
        table.round(out="Ana", Bo=10, Cy=5)
    # Only 10,000 numbers are given, whereas simulating all games to their limit needs 36,000.
    monkeypatch.setattr(clock, "cycle", lambda _: iter(range(10_000)))
    assert rounds_to_go(table.game) is None


def test_median_error_of_time_estimate_at_half_time_is_at_most_a_fifth() -> None:
    assert median(errors(150, seed=16)) <= 0.2
