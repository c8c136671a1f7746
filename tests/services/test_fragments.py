"""What was drawn is kept, each time around another id."""

import pytest

from companion.services.fragments import Pages


class Drawings:
    """Counts what is drawn."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, own_id: str) -> str:
        self.number += 1
        return f"<{own_id}> drawing {self.number} <{own_id}>"


def test_a_page_is_drawn_once_and_given_each_time_with_another_id() -> None:
    pages, draw = Pages(), Drawings()
    assert pages.page("a", "one", draw) == "<one> drawing 1 <one>"
    assert pages.page("a", "two", draw) == "<two> drawing 1 <two>"
    assert pages.page("b", "two", draw) == "<two> drawing 2 <two>"


def test_the_pages_asked_for_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    pages, draw = Pages(), Drawings()
    monkeypatch.setattr(Pages, "MOST", 2 * len("<> drawing 1 <>"))
    for name in ("a", "b", "a", "c", "a"):
        pages.page(name, "", draw)
    assert draw.number == 3
    pages.page("b", "", draw)
    assert draw.number == 4


def test_a_page_that_two_drew_at_once_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pages, draw = Pages(), Drawings()
    monkeypatch.setattr(Pages, "MOST", 2 * len("<> drawing 1 <>"))
    pages.page("a", "", lambda hole: pages.page("a", hole, draw))
    pages.page("b", "", draw)
    pages.page("a", "", draw)
    assert draw.number == 2


def test_a_page_too_large_to_keep_is_given_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pages, draw = Pages(), Drawings()
    monkeypatch.setattr(Pages, "MOST", 3)
    assert pages.page("a", "one", draw) == "<one> drawing 1 <one>"
    assert pages.page("a", "two", draw) == "<two> drawing 2 <two>"
