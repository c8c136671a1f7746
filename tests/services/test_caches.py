"""What is kept as long as there is room for it, and how often open pages may ask."""

import pytest

from companion.services.caches import BoundedCache, PollInterval
from tests.web.clock import Clock

MADE = "made 1"


class Making:
    """Counts how often something was made."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> str:
        self.number += 1
        return f"made {self.number}"


def cache_for(values: int) -> BoundedCache[str, str]:
    return BoundedCache(values * len(MADE), weigh=len)


def test_what_is_kept_is_made_once_for_each_key() -> None:
    cache, make = cache_for(9), Making()
    assert [cache.get_or_make(key, make) for key in "aab"] == ["made 1", "made 1", "made 2"]
    assert (cache.get("b"), cache.get("c")) == ("made 2", None)


def test_what_was_asked_for_last_is_kept() -> None:
    cache, make = cache_for(2), Making()
    for key in "abaca":
        cache.get_or_make(key, make)
    assert make.number == 3
    cache.get_or_make("b", make)
    assert make.number == 4


def test_what_two_made_at_once_counts_once() -> None:
    cache, make = cache_for(2), Making()
    cache.get_or_make("a", lambda: cache.get_or_make("a", make))
    cache.get_or_make("b", make)
    cache.get_or_make("a", make)
    assert make.number == 2


def test_what_is_too_large_to_keep_is_returned_all_the_same() -> None:
    cache, make = BoundedCache[str, str](3, weigh=len), Making()
    assert [cache.get_or_make(key, make) for key in "aa"] == ["made 1", "made 2"]


def test_what_goes_leaves_its_room_to_others() -> None:
    cache = cache_for(2)
    for number in range(3):
        for key in "ab":
            cache.put(key, MADE)
        if number == 1:
            cache.drop("a")
            cache.drop("a")
        else:
            cache.clear()
        assert cache.get("a") is None
    for key in "ab":
        cache.put(key, MADE)
    assert (cache.get("a"), cache.get("b")) == (MADE, MADE)


def test_the_least_that_is_to_be_kept_stays_whatever_it_weighs() -> None:
    cache = BoundedCache[str, int](10, weigh=int, least=1)
    for key, weight in (("a", 1), ("b", 98), ("c", 99)):
        cache.put(key, weight)
    assert [cache.get(key) for key in "abc"] == [None, None, 99]


def pace_of(pages: int, seconds: float, clock: Clock, pace: PollInterval) -> float:
    """Let so many pages ask every so many seconds for a while."""
    for _ in range(4):
        for _ in range(round(pages * PollInterval.WINDOW / seconds)):
            pace.after(seconds)
        clock.passes(seconds=PollInterval.WINDOW)
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
