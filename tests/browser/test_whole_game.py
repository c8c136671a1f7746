"""Tests of games from start to end on a phone, and of hands that survive a reload."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone
from tests.browser.table import Table

PICTURE = Path(__file__).parent.parent / "pictures" / "table.png"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_whole_game_by_totals_in_english(phone: TakePhone, *, scripts: bool) -> None:
    table = Table(phone(java_script_enabled=scripts), scripts=scripts, fingers=True)
    table.start_by_hand("classic-108", ["Ana", "Bo", "Cy"], target=200)
    table.round("Ana", Bo=77, Cy=8)
    table.shows({"Ana": 85, "Bo": 0, "Cy": 0})
    table.round("Cy", Ana=20, Bo=0)
    expect(table.phone.locator("h1")).to_contain_text("Ana leads by 65")
    table.round("Ana", Bo=100, Cy=14)
    table.shows({"Ana": 199, "Bo": 0, "Cy": 20})
    table.phone.get_by_role("link", name="Round 1", exact=True).click()
    table.fill_in("Ana", {"Cy": 9})
    table.save()
    expect(table.phone.locator(".moment h1")).to_contain_text("Ana wins")
    table.shows({"Ana": 200, "Bo": 0, "Cy": 20})
    expect(table.phone.locator("form.round")).to_have_count(0)
    table.phone.get_by_role("button", name="Undo").click()
    table.shows({"Ana": 199, "Bo": 0, "Cy": 20})
    table.round("Bo", Ana=1, Cy=2)
    table.round("Ana", Bo=0, Cy=1)
    table.phone.get_by_role("button", name="Rematch").click()
    expect(table.phone.locator(".sheet")).to_have_count(0)
    for name in ("Ana", "Bo", "Cy"):
        expect(table.tile(name)).to_have_count(1)


def test_hand_of_resting_player_with_more_than_ten_seats_is_hidden(
    phone: TakePhone, base_url: str
) -> None:
    companion = Companion(base_url)
    names = [f"Guest {seat}" for seat in range(1, 11)]
    key = companion.start(*names)["score_key"]
    companion.ask("PATCH", f"/api/games/{key}", leave=names[:1])
    companion.ask("PATCH", f"/api/games/{key}", join=[{"name": "Late"}])
    page = phone(java_script_enabled=False)
    page.goto(f"/games/{key}")
    page.locator(".out label").first.tap()
    expect(page.locator("#hand-11")).to_be_visible()
    page.locator(".resting summary").tap()
    page.locator("[name=resting][value='11']").check()
    expect(page.locator("#hand-11")).to_be_hidden()
    expect(page.locator("#hand-10")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_whole_game_by_cards_in_french(phone: TakePhone, *, scripts: bool) -> None:
    page = phone(locale="fr-CA", color_scheme="dark", java_script_enabled=scripts)
    table = Table(page, scripts=scripts, fingers=True)
    table.start_by_hand("toy-story-3", ["Zoé", "Léo", "Anaïs", "Noël"], target=300)
    table.round("Zoé", Léo="deux sept, un passer", Anaïs={"lotso": 1, "9": 2}, Noël="3x9 wd4 rev")
    table.shows({"Zoé": 34 + 68 + 97, "Léo": 0, "Anaïs": 0, "Noël": 0})
    page.locator("tbody a").first.click()
    expect(page.locator(".caught")).to_contain_text("Lotso")
    page.go_back()
    table.fill_in("Zoé", {"Léo": {"lotso": 5}, "Anaïs": {"skip": 1}, "Noël": "un jocker"})
    table.save()
    expect(page.locator("#hand-2 .fault")).to_contain_text("Lotso")
    expect(page.locator("#hand-4 .fault")).to_contain_text("jocker")
    field, value = ("cards-2", "lotso " * 5) if scripts else ("count-2-lotso", "5")
    expect(page.locator(f"[name={field}]")).to_have_value(value.strip())
    table.fill_in("Zoé", {"Léo": {"lotso": 3}, "Noël": "un joker"})
    table.save()
    if not scripts:
        expect(page.locator(".understood")).to_contain_text("50")
        table.save()
    expect(page.locator(".moment h1")).to_contain_text("Zoé")
    table.shows({"Zoé": 199 + 150 + 20 + 50, "Léo": 0, "Anaïs": 0, "Noël": 0})


def test_hand_exceeding_the_deck_is_saved_when_confirmed(phone: TakePhone) -> None:
    table = Table(phone()).start("hello-kitty", ["Ana", "Bo"])
    table.fill_in("Ana", {"Bo": {"badtz-maru": 5}})
    table.save()
    expect(table.phone.locator("#hand-2 .fault")).to_contain_text("Badtz-Maru: the deck has 4")
    table.phone.get_by_role("button", name="Keep it anyway").click()
    table.shows({"Ana": 250, "Bo": 0})


def test_entered_hands_survive_reload_of_page(page: Page) -> None:
    table = Table(page).start("classic-108", ["Ana", "Bo", "Cy"])
    table.fill_in("Ana", {"Bo": {"wild": 5}})
    table.type_total("Cy", 45)  # this last hand is sent to the server only with the save
    page.locator("#pad [data-part=next]").tap()
    expect(page.locator(".round > .fault")).to_be_visible()
    page.reload()
    table.wait()
    expect(page.locator("#hand-2 .row > b")).to_have_text("250")
    expect(page.locator("#hand-3 .row > b")).to_have_text("45")
    table.fill_in("Ana", {"Bo": {"7": 2}})
    page.reload()
    table.wait()
    expect(page.locator("#hand-2 .row > b")).to_have_text("14")
    expect(page.locator("#hand-3 .row > b")).to_have_text("45")
    expect(table.tile("Ana").locator("input")).to_be_checked()
    table.save()
    expect(page.locator(".flash")).to_contain_text("Ana +59")
    expect(page.locator("#hand-2 .row > b")).to_have_text("…")


def test_readme_screenshot_can_be_taken(phone: TakePhone) -> None:
    """Write README's picture if the file is missing, so deleting the file renews it."""
    table = Table(phone()).start("hello-kitty", ["Ana", "Bo", "Cy", "Dee"])
    table.round("Ana", Bo=77, Cy=8, Dee="9, draw two")
    table.round("Dee", Ana=30, Bo=5, Cy={"badtz-maru": 1, "4": 2})
    table.round("Bo", Ana=61, Cy=12, Dee=25)
    table.wait()
    table.tile("Cy").click()
    pad = table.phone.locator("div.pad")
    pad.locator("[data-use=cards]").tap()
    for card in ("7", "skip", "badtz-maru"):
        pad.locator(f"[data-card='{card}']").tap()
    table.phone.locator(".flash").evaluate("said => said.remove()")
    PICTURE.parent.mkdir(exist_ok=True)
    table.phone.locator("h1").evaluate("leader => leader.scrollIntoView()")
    taken = table.phone.screenshot()
    assert taken.startswith(b"\x89PNG")
    if not PICTURE.exists():
        PICTURE.write_bytes(taken)
