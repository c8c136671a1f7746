"""A tournament on paper and on the wall."""

import re

import pytest

from tests.browser.phone import TakePhone

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")
NAMES = ["Wilhelmina", "Jean-Baptiste", "Alexandra", "Bo"]


def started(phone: TakePhone, players: int) -> tuple[str, str]:
    """Start a tournament; gives the addresses of its organiser and of its board."""
    names = [f"{NAMES[seat % 4]} {seat}" for seat in range(1, players + 1)]
    asked = {"edition": "classic-108", "format": "tournament", "players": names}
    answer = phone().request.post("/api/games", data=asked).json()
    return f"/games/{answer['score_key']}", f"/watch/{answer['watch_key']}"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("players", "most"), [(9, 2), (40, 16)])
def test_the_plan_and_a_card_for_each_table_are_printed_on_few_pages(
    phone: TakePhone, paper: str, players: int, most: int
) -> None:
    page = phone()
    page.goto(f"{started(phone, players)[0]}/plan")
    printed = page.pdf(format=paper)
    assert 2 <= len(PDF_PAGE.findall(printed)) <= most


@pytest.mark.parametrize("players", [4, 8, 10, 23, 40])
def test_the_board_on_the_wall_shows_everybody_at_once(phone: TakePhone, players: int) -> None:
    page = phone()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(started(phone, players)[1])
    last = page.locator(".ranking tbody tr").last
    box = last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 1080
    assert page.evaluate("document.documentElement.scrollWidth") <= 1920
    assert page.locator(".ranking tbody tr").count() == players
