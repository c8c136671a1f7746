"""Tests with a simulated screen reader and a keyboard: a round, a question, joining."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import TakePhone, until
from tests.browser.reader import Reader
from tests.browser.table import AT_REST, Table


@pytest.fixture
def table(phone: TakePhone) -> Table:
    return Table(phone()).start("hello-kitty", ["Ana", "Bo", "Cy"]).ready()


def test_round_and_its_correction_are_announced_once(table: Table, phone: TakePhone) -> None:
    reader, page = Reader(table.phone), table.phone
    reader.go_to("radio", "Ana")
    reader.press("Space")
    assert reader.focus == ("radio", "Ana")  # the drawn tick is no part of the name
    reader.go_to("button", "Bo")
    other = Table(phone()).open(page.url)
    other.fill_in("Ana", {"Cy": 1})
    expect(page.locator("#hand-3 .row > b")).to_have_text("1")
    assert reader.focus == ("button", "Bo …")  # the poll with Cy's hand did not move the focus
    reader.press("Enter")
    assert reader.focus == ("group", "Keypad")
    reader.press("7", "7")
    reader.go_to("button", "Save · Ana +15")
    reader.press("Enter")
    table.shows({"Ana": 15, "Bo": 0, "Cy": 0})
    result = "Round 1: Ana +15. Ana leads by 15."
    assert [text for text in reader.announced() if "Ana +15" in text] == [result]
    assert reader.names("cell") == ["+15", "14 left in hand", "1 left in hand"]
    until(page, lambda: reader.focus == ("radio", "Ana"))
    page.evaluate(AT_REST)  # taps count again
    reader.go_to("link", "Round 1", "Shift+Tab")
    reader.press("Enter")
    expect(page.get_by_role("region", name="Correct this round")).to_be_visible()
    assert "Round 1" in reader.names("heading")
    reader.go_to("button", "Bo 7 7 14")
    reader.press("Enter", "Backspace", "Enter")
    table.shows({"Ana": 8, "Bo": 0, "Cy": 0})
    corrected = [text for text in reader.announced() if "corrected" in text]
    assert corrected == ["Round 1 corrected: Bo’s hand from 14 to 7."]


def test_question_is_answered_for_screen_reader(table: Table) -> None:
    reader, page = Reader(table.phone), table.phone
    reader.go_to("link", "Rules", "Shift+Tab")
    reader.press("Enter")
    expect(page.locator("[name=q]")).to_be_visible()
    reader.go_to("searchbox", "")
    page.keyboard.type("can i put a +2 on a +2")
    reader.press("Enter")
    expect(page.locator(".verdict").first).to_be_visible()
    question = "Can I answer a +2 with a +2 so that the next player draws?"
    assert question in reader.names("heading")
    assert "No" in reader.names("StaticText")
    reader.go_to("link", "This follows from the rules")  # and the position in the leaflet


def test_name_field_keeps_text_while_others_join(page: Page) -> None:
    options = {"edition": "hello-kitty", "open_seats": True}
    game = page.request.post("/api/games", data=options).json()
    page.goto(f"/join/{game['join_key']}")
    reader = Reader(page)
    reader.go_to("textbox", "Your name")
    page.keyboard.type("Zo")
    page.request.post(f"/api/join/{game['join_key']}", data={"name": "Ana"})
    expect(page.get_by_text("1 player is here")).to_be_visible()
    page.keyboard.type("é")
    reader.press("Enter")
    expect(page.get_by_text("2 players are here")).to_be_visible()
    assert "You have a seat, Zoé." in reader.names("heading")
