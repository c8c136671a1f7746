"""Tests of copies of games in the browser: when they are deleted, and how many are stored."""

import pytest
from playwright.sync_api import expect

from tests.browser.copies import wait_for_copies, wait_for_copy
from tests.browser.phone import TakePhone
from tests.browser.table import Table

FOUR = ["Ana", "Bo", "Cy", "Dee"]
FILL = """() => new Promise((done) => {
  const opening = indexedDB.open("companion");
  opening.onsuccess = () => {
    const filling = opening.result.transaction("copies", "readwrite");
    for (let at = 0; at < 30; at += 1) {
      filling.objectStore("copies").put({ page: `/games/${at}`, at, entries: [] });
    }
    filling.oncomplete = done;
  };
})"""


@pytest.fixture
def table(phone: TakePhone) -> Table:
    table = Table(phone()).start("classic-108", FOUR)
    wait_for_copy(table.phone)
    return table


@pytest.mark.parametrize("deletes", [True, False])
def test_deleting_or_removing_game_deletes_its_phone_copy(table: Table, *, deletes: bool) -> None:
    page = table.phone
    if deletes:
        page.goto(f"{page.url}/settings")
        page.get_by_text("Delete this game").first.click()
        page.get_by_role("button", name="Delete for everybody").tap()
        expect(page.locator("h1")).to_have_text("The game was deleted")
    else:
        page.goto("/?all=1")
        page.get_by_role("button", name="Remove from this phone").tap()
        expect(page.get_by_text("Game removed from this phone.")).to_be_visible()
    wait_for_copies(page, 0)


def test_oldest_copies_of_games_on_phone_are_deleted_beyond_twenty(table: Table) -> None:
    page = table.phone
    page.evaluate(FILL)
    table.start("classic-108", FOUR)
    expect(page.locator("#phone-copy")).to_have_count(1)
    wait_for_copies(page, 20)


def test_page_follows_other_phones_if_browsers_database_never_answers(phone: TakePhone) -> None:
    page, other = phone(), phone()
    page.add_init_script("indexedDB.open = () => ({});")
    table = Table(page).start("classic-108", FOUR)
    expect(page.locator("#phone-copy")).to_have_count(1)
    Table(other).open(page.url).round("Ana", Bo=20, Cy=5, Dee=6)
    expect(table.phone.locator(".sheet")).to_contain_text("31", timeout=15_000)
