"""How often open pages may ask."""

import pytest

from companion.services.caches import PollInterval
from tests.web.clock import Clock


def pace_of(pages: int, seconds: float, clock: Clock, pace: PollInterval) -> float:
    """Let so many pages ask every so many seconds for a while."""
    for _ in range(4):
        for _ in range(round(pages * PollInterval.STRETCH / seconds)):
            pace.after(seconds)
        clock.passes(seconds=PollInterval.STRETCH)
        last = pace.after(seconds)
    return last


def test_the_more_pages_are_open_the_later_each_may_ask() -> None:
    clock = Clock()
    pace = PollInterval(clock)
    assert pace_of(10, 2, clock, pace) == 2
    assert pace_of(1000, 2, clock, pace) == pytest.approx(2, rel=0.01)
    assert pace_of(2000, 2, clock, pace) == pytest.approx(4, rel=0.01)
    assert pace_of(2000, 4, clock, pace) == pytest.approx(4, rel=0.01)
    assert pace_of(90_000, 4, clock, pace) == PollInterval.LATEST
    clock.passes(hours=9)
    pace.after(2)
    assert pace.after(2) == 2
