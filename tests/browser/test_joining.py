"""Tests of players joining with their own phones, and of a television."""

import re

from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone


def start(organiser: Page) -> str:
    """Start a game in which players type their own names, and return its join link."""
    organiser.goto("/")
    organiser.locator("a.button.primary").click()
    organiser.get_by_label("Players type their own names").check()
    organiser.locator("button.primary:visible").last.click()
    return organiser.locator(".scan .address").inner_text()


def sit_down(player: Page, join: str, name: str) -> None:
    player.goto(join)
    player.get_by_label("Your name").fill(name)
    player.get_by_role("button", name="Take a seat").click()


def test_organiser_sees_players_join_and_starts_game(phone: TakePhone) -> None:
    organiser, ana, second = phone(), phone(), phone(java_script_enabled=False)
    join = start(organiser)
    sit_down(ana, join, "Ana")
    sit_down(second, join, "Ana")
    expect(second.locator(".fault")).to_contain_text("“Ana 2” is free")
    second.get_by_role("button", name="Take a seat").click()
    expect(second.get_by_role("heading", level=1)).to_have_text("You have a seat, Ana 2.")
    # The organiser's and Ana's open pages update by themselves, without a reload.
    expect(organiser.get_by_role("button", name="Start with 2 players")).to_be_visible()
    expect(ana.locator(".people li")).to_have_count(2)
    organiser.get_by_role("link", name="Ana 2").click()
    organiser.get_by_label("Name").fill("Anabel")
    organiser.get_by_role("button", name="Change the name").click()
    organiser.get_by_role("button", name="Start with 2 players").click()
    expect(organiser.get_by_text("Round 1: who went out?")).to_be_visible()
    expect(ana.get_by_role("heading", level=1)).to_have_text("You’re in seat 1")
    expect(ana.locator(".with")).to_contain_text("Anabel")


def test_start_button_is_visible_without_scrolling_after_four_joined(
    phone: TakePhone, base_url: str
) -> None:
    companion, organiser = Companion(base_url), phone()
    game = companion.start(open_seats=True)
    for name in ("Marie-Louise", "Maximilien", "Bo", "Grandma"):
        companion.ask("POST", f"/api/join/{game['join_key']}", name=name)
    for language in ("en", "fr"):
        organiser.goto(f"/games/{game['score_key']}?lang={language}")
        expect(organiser.locator(".scan .qr svg")).to_be_in_viewport(ratio=1)
        expect(organiser.locator(".begin .primary")).to_be_in_viewport(ratio=1)


def test_joined_players_score_at_their_table_and_move_to_next(
    phone: TakePhone, base_url: str
) -> None:
    companion = Companion(base_url)
    asked = {"edition": "classic-108", "format": "tournament", "rounds_per_partnership": 1}
    game = companion.ask("POST", "/api/games", open_seats=True, **asked)
    join, key = f"/join/{game['join_key']}", f"/api/games/{game['score_key']}"
    bo, gus = phone(), phone(java_script_enabled=False)
    for name in ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"):
        if name in {"Bo", "Gus"}:
            sit_down(bo if name == "Bo" else gus, join, name)
        else:
            companion.ask("POST", f"/api{join}", name=name)
    companion.ask("PATCH", key, open_seats=False)
    gus.reload()
    for page, table in ((bo, 2), (gus, 1)):
        page.get_by_role("button", name=f"Count for table {table}").click()
        page.wait_for_url("**/tables/*")
        expect(page.locator(".above")).to_be_visible()
    for table in companion.ask("GET", key)["game"]["next"]["tables"]:
        (out, _), opponents = table["sides"]
        where = {"table": table["table"], "rotation": table["rotation"]}
        hands = {name: {"points": 9} for name in opponents}
        companion.ask("POST", f"{key}/rounds", went_out=out, hands=hands, **where)
    gus.reload()  # Bo's phone, with scripts, updates by itself
    for page, name, table in ((bo, "Bo", 1), (gus, "Gus", 2)):
        expect(page.locator(".cloth")).to_contain_text(f"{name}, you’re at table {table} now.")
        page.get_by_role("button", name=f"Go to table {table}").click()
        expect(page.locator(".above")).to_contain_text(name)
        expect(page).to_have_title(re.compile(f"Table {table} "))


def test_television_shows_board_sent_by_phone_until_disconnected(phone: TakePhone) -> None:
    organiser, television = phone(), phone()
    television.set_viewport_size({"width": 1920, "height": 1080})
    join = start(organiser)
    television.goto("/tv")
    code = television.locator(".tv-code").inner_text()
    assert re.fullmatch(r"[A-Z2-9]{4}", code)
    assert television.locator(".tv-code").bounding_box()["x"] >= 0.05 * 1920 - 1  # type: ignore[index]
    organiser.get_by_role("link", name="Invite").first.click()
    expect(organiser.locator(".kind-join .qr")).to_be_in_viewport(ratio=1)
    organiser.get_by_text("On a television").tap()
    organiser.get_by_label("Code on the television").fill("0000")
    organiser.get_by_role("button", name="Show it on the TV").click()
    expect(organiser.locator(".fault")).to_contain_text("No television is showing this code")
    organiser.get_by_label("Code on the television").fill(code.lower())
    organiser.get_by_role("button", name="Show it on the TV").click()
    # The television's page polls whether its code was entered.
    television.wait_for_url("**/watch/*")
    expect(television.locator(".arrivals .address")).to_have_text(join)
    smallest = television.evaluate(
        """() => Math.min(...[...document.querySelectorAll("#main *")]
           .filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.data?.trim())
                   && e.getBoundingClientRect().width > 1)
           .map(e => parseFloat(getComputedStyle(e).fontSize)))"""
    )
    assert smallest >= 24
    organiser.get_by_role("button", name="Disconnect").click()
    expect(television.locator(".tv-code")).to_be_visible()
