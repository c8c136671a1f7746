"""Bounded cache and polling interval."""

import pytest

from companion.services.caches import BoundedCache, PollInterval
from tests.web.clock import Clock

MADE = "made 1"


class Making:
    """Factory that counts its calls."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> str:
        self.number += 1
        return f"made {self.number}"


def cache_for(values: int) -> BoundedCache[str, str]:
    return BoundedCache(values * len(MADE), weigh=len)


def test_cached_value_is_made_once_per_key() -> None:
    cache, make = cache_for(9), Making()
    assert [cache.get_or_make(key, make) for key in "aab"] == ["made 1", "made 1", "made 2"]
    assert (cache.get("b"), cache.get("c")) == ("made 2", None)


def test_cache_drops_least_recently_used_value() -> None:
    cache, make = cache_for(2), Making()
    for key in "abaca":
        cache.get_or_make(key, make)
    assert make.number == 3
    cache.get_or_make("b", make)
    assert make.number == 4


def test_cached_value_made_twice_at_once_is_weighed_once() -> None:
    cache, make = cache_for(2), Making()
    cache.get_or_make("a", lambda: cache.get_or_make("a", make))
    cache.get_or_make("b", make)
    cache.get_or_make("a", make)
    assert make.number == 2


def test_value_too_large_for_cache_is_returned_uncached() -> None:
    cache, make = BoundedCache[str, str](3, weigh=len), Making()
    assert [cache.get_or_make(key, make) for key in "aa"] == ["made 1", "made 2"]


def test_dropped_and_cleared_cache_values_free_their_weight() -> None:
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


def test_cache_retains_least_count_even_if_too_heavy() -> None:
    cache = BoundedCache[str, int](10, weigh=int, least=1)
    for key, weight in (("a", 1), ("b", 98), ("c", 99)):
        cache.put(key, weight)
    assert [cache.get(key) for key in "abc"] == [None, None, 99]


def pace_of(pages: int, seconds: float, clock: Clock, pace: PollInterval) -> float:
    """Return the interval after `pages` pages have polled every `seconds` seconds for a while."""
    for _ in range(4):
        for _ in range(round(pages * PollInterval.WINDOW / seconds)):
            pace.after(seconds)
        clock.advance(seconds=PollInterval.WINDOW)
        last = pace.after(seconds)
    return last


def test_polling_interval_grows_with_number_of_open_pages() -> None:
    clock = Clock()
    pace = PollInterval(clock)
    assert pace_of(10, 2, clock, pace) == 2
    assert pace_of(1000, 2, clock, pace) == pytest.approx(2, rel=0.01)
    assert pace_of(2000, 2, clock, pace) == pytest.approx(4, rel=0.01)
    assert pace_of(2000, 4, clock, pace) == pytest.approx(4, rel=0.01)
    assert pace_of(90_000, 4, clock, pace) == PollInterval.LATEST
    clock.advance(hours=9)
    pace.after(2)
    assert pace.after(2) == 2
