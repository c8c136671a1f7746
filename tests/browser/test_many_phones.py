"""Test of heats with 24 phones at six tables, from the first name to the last place."""

import re
from collections.abc import Mapping
from itertools import chain

from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone
from tests.browser.test_joining import sit_down

PLAYERS = [f"P{number:02}" for number in range(1, 25)]
AT_TABLE = re.compile(r"You’re at table (\d)")
OPTIONS = {"edition": "classic-108", "format": "heats", "rounds_per_table": 1, "advance": 1}
# The last player of each table wins its only round; the others come in the order of the list.
FIRST_STAGE = {
    f"You came {place}": PLAYERS[first::4] for first, place in enumerate(("7th", "13th", "19th"))
}
LATER_STAGES = {"You won!": 1, "You came 2nd": 1, "You came 3rd": 2, "You came 5th": 2}


def tables_of(phones: Mapping[str, Page]) -> dict[int, list[str]]:
    """Reload all phones, and return the players who are told a table, by its number."""
    found: dict[int, list[str]] = {}
    for name, phone in phones.items():
        phone.reload()
        if said := AT_TABLE.search(phone.get_by_role("heading", level=1).inner_text()):
            found.setdefault(int(said[1]), []).append(name)
    return found


def play(phone: Page, table: int) -> str:
    """Count a round at this phone's table, won by the last one there; return the winner's name."""
    phone.get_by_role("button", name=f"Count for table {table}").click()
    phone.wait_for_url("**/tables/*")
    tiles = phone.locator(".out label")
    winner = tiles.last.inner_text().strip()
    tiles.last.click()
    for place, seat in enumerate(tiles.locator("input").all()[:-1]):
        points = phone.locator(f"[name=points-{seat.get_attribute('value')}]")
        points.fill(str(10 * table + place))
    phone.locator("form.round button.primary:visible").last.click()
    expect(phone.locator(".flash")).to_be_visible()
    return winner


def test_24_phones_play_heats_at_six_tables_until_each_shows_its_place(
    phone: TakePhone, base_url: str
) -> None:
    game = Companion(base_url).ask("POST", "/api/games", open_seats=True, **OPTIONS)
    join, organiser = f"/join/{game['join_key']}", phone()
    # One phone has scripts, so its page changes by itself; the others are reloaded.
    phones = {name: phone(java_script_enabled=name == "P02") for name in PLAYERS}
    for name, each in phones.items():
        sit_down(each, join, name)
    organiser.goto(f"/games/{game['score_key']}")
    organiser.get_by_role("button", name="Start with 24 players").click()
    expect(phones["P02"].get_by_role("heading", level=1)).to_have_text("You’re at table 1")
    left = [*PLAYERS]
    for tables, draw in ((6, "Draw the next heats"), (2, "Draw the final"), (1, "")):
        seats = tables_of(phones)
        assert (len(seats), sorted(chain(*seats.values()))) == (tables, left)
        left = sorted(play(phones[names[0]], table) for table, names in seats.items())
        for names in seats.values():
            phones[names[0]].goto(join)
        if draw:
            organiser.reload()
            organiser.get_by_role("button", name=draw).click()
    expect(organiser.locator(".moment")).to_contain_text(f"{left[0]} wins!")
    places: dict[str, list[str]] = {}
    for name, each in phones.items():
        each.reload()
        said = each.get_by_text(re.compile("^You (came|won)")).inner_text()
        places.setdefault(said, []).append(name)
    assert places["You won!"] == left
    later = {place: len(names) for place, names in places.items() if place not in FIRST_STAGE}
    assert later == LATER_STAGES
    assert {place: places[place] for place in FIRST_STAGE} == FIRST_STAGE
