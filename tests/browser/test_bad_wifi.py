"""Tests of a bad network: no round is lost and no round is saved twice."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone import TakePhone, until
from tests.browser.table import Table

SAVES = "**/games/*/rounds"
FOUR = ["Ana", "Bo", "Cy", "Dee"]


def drop_request(route: Route) -> None:
    route.abort()


def drop_response(route: Route) -> None:
    """Let the server save the round, but drop its answer to the phone."""
    route.fetch(max_redirects=0)
    route.abort()


def never_answer(route: Route) -> None:
    del route  # the route is neither answered nor aborted, so the phone keeps waiting


def refuse(route: Route) -> None:
    page = "<h1>The disk is full</h1>"
    route.fulfill(status=507, body=page, content_type="text/html")


def let_through(page: Page) -> None:
    """Remove all routes so that saves reach the server; ignore errors of pending ones."""
    page.unroute_all(behavior="ignoreErrors")


def try_now(table: Table) -> None:
    """Let saves reach the server again, and click "Try now" even if it is hidden by then."""
    button = table.phone.get_by_role("button", name="Try now", include_hidden=True)
    expect(button).to_be_visible()
    let_through(table.phone)
    button.dispatch_event("click")


@pytest.fixture
def table(page: Page) -> Table:
    table = Table(page).start("classic-108", FOUR).ready()
    # Wait for the script of the queue of unsaved rounds, which is loaded last.
    expect(table.phone.locator("#save-status p")).to_have_count(2)
    return table


@pytest.fixture
def other(table: Table, phone: TakePhone) -> Table:
    """Open the game of `table` on another phone."""
    return Table(phone()).open(table.phone.url)


FAILURES = {drop_request: "no answer", drop_response: "no answer"}
FAILURES |= {refuse: "The disk is full"}


@pytest.mark.parametrize(("failure", "said"), FAILURES.items())
def test_failed_save_is_reported_and_retried_until_saved_once(
    table: Table, failure: object, said: str
) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": {"skip": 2}, "Dee": 0})
    table.phone.route(SAVES, failure)  # type: ignore[arg-type]
    table.save()
    expect(table.phone.locator("#save-status")).to_contain_text(said)
    expect(table.phone.locator("#save-status")).to_contain_text("Round 1 – Ana")
    let_through(table.phone)
    table.shows({"Ana": 47, "Bo": 0, "Cy": 0, "Dee": 0})
    expect(table.phone.locator(".sheet tbody tr")).to_have_count(1)
    expect(table.phone.locator("#save-status")).to_be_hidden()


def test_save_without_answer_times_out_and_can_be_retried(table: Table) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": 8, "Dee": 0})
    table.phone.route(SAVES, never_answer)
    table.save()
    expect(table.phone.locator("#save-status")).to_contain_text("no answer")
    try_now(table)
    table.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 0})


def test_five_queued_rounds_survive_closed_page_and_are_saved_once(
    table: Table,
) -> None:
    page, saves = table.phone, table.phone.context
    table.round("Dee", Ana=1, Bo=1, Cy=1)
    saves.route(SAVES, drop_request)
    # The first queued round (round 2) reaches the server, but the answer is lost.
    saves.route(SAVES, drop_response, times=1)
    for number, winner in enumerate(["Ana", "Bo", "Ana", "Cy", "Ana", "Dee"], start=2):
        table.fill_in(winner, {name: number for name in FOUR if name != winner})
        table.save()
        if number < 7:
            expect(page.locator("form.round legend").first).to_contain_text(f"Round {number + 1}")
            newest = page.locator("#standing tbody tr").first
            expect(newest).to_have_text(f"{number}Waiting: {winner}")
            assert page.evaluate("scrollY") == 0
    # The queue holds five rounds, so a sixth stays in its form.
    expect(table.tile("Dee").locator("input")).to_be_checked()
    waiting = "Round 2 – Ana · Round 3 – Bo · Round 4 – Ana · Round 5 – Cy · Round 6 – Ana"
    expect(page.locator("#save-status")).to_contain_text(waiting)
    snapshot = page.locator("#save-status").aria_snapshot()
    assert f"Waiting: {waiting}" in snapshot
    again = Table(saves.new_page())
    page.close()
    again.phone.goto(page.url)
    expect(again.phone.locator("#save-status")).to_contain_text("Round 6 – Ana")
    saves.unroute(SAVES)
    again.shows({"Ana": 36, "Bo": 9, "Cy": 15, "Dee": 3})
    expect(again.phone.locator("#save-status")).to_be_hidden()
    expect(again.phone.locator(".waiting")).to_have_count(0)
    journal = page.request.get(f"/api/games/{page.url.rpartition('/')[2]}/journal").json()
    kinds = [each["kind"] for each in journal["entries"]]
    assert kinds == ["game-started", *["round-recorded"] * 6]
    expect(again.tile("Dee").locator("input")).to_be_checked()


def test_queued_round_conflicting_with_other_phone_can_replace_it(
    table: Table, page: Page, phone: TakePhone
) -> None:
    page.route(SAVES, drop_request)
    for winner in ("Ana", "Bo"):
        table.fill_in(winner, {name: 5 for name in FOUR if name != winner})
        table.save()
    expect(page.locator("#save-status")).to_contain_text("Round 2 – Bo")
    other = Table(phone()).open(page.url)
    other.round("Ana", Bo=5, Cy=5, Dee=50)
    other.round("Bo", Ana=5, Cy=5, Dee=5)
    let_through(page)
    expect(page.locator(".conflict .differs")).to_have_text(["Dee505"])
    with page.expect_navigation():
        page.get_by_role("button", name="Replace it with mine").tap()
    # Round 2 is equal on both phones, so the queue empties without a second conflict.
    waiting = f"unsaved {urlsplit(page.url).path}"
    until(page, lambda: page.evaluate("key => localStorage.getItem(key)", waiting) == "[]")
    table.shows({"Ana": 15, "Bo": 15, "Cy": 0, "Dee": 0})
    expect(page.locator(".sheet:has(.total) tbody tr")).to_have_count(2)


def test_conflict_with_own_lost_save_can_be_replaced_in_challenge_format(page: Page) -> None:
    options = {"edition": "classic-108", "format": "challenge", "players": FOUR}
    game = page.request.post("/api/games", data={**options, "scoring": "keep-own"}).json()
    table = Table(page).open(f"/games/{game['score_key']}")
    table.fill_in("Ana", {"Bo": 7, "Cy": 8, "Dee": 0})
    page.route(SAVES, drop_response)
    table.save()
    expect(page.locator("#save-status")).to_be_visible()
    table.fill_in("Ana", {"Dee": 50})
    try_now(table)
    expect(page.locator(".conflict .differs")).to_have_text(["Dee050"])
    page.get_by_role("button", name="Replace it with mine").tap()
    table.shows({"Ana": 0, "Bo": 7, "Cy": 8, "Dee": 50})
    expect(page.locator(".sheet tbody tr")).to_have_count(1)


def test_triple_tap_on_save_saves_once_and_does_not_undo(table: Table) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": 8, "Dee": 0})
    table.phone.locator(".save .primary").click(click_count=3, delay=5)
    table.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 0})
    expect(table.phone.get_by_role("button", name="Undo")).to_be_visible()
    expect(table.phone.get_by_role("button", name="Redo")).to_have_count(0)


def test_taps_soon_after_save_do_not_apply_to_next_round(table: Table) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": 8})
    page = table.phone
    page.locator("#hand-4 .row").tap()
    page.locator("#pad [data-digit='9']").tap()
    last = page.locator("#pad [data-part=next]")
    expect(last).to_have_text("Save · Ana +24")
    place = last.bounding_box()
    assert place
    last.tap()
    for pause in (0, 400, 300):  # ms; taps follow the save after 0, 400 and 700 ms
        page.wait_for_timeout(pause)
        page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    table.shows({"Ana": 24, "Bo": 0, "Cy": 0, "Dee": 0})
    expect(page.locator("#flash")).to_contain_text("Round 1")
    expect(page.locator("#pad")).to_be_hidden()
    expect(page.locator("[name=went_out]:checked, .fault:visible")).to_have_count(0)


def test_other_phone_shows_hands_and_whose_phone_entered_them(
    table: Table, page: Page, phone: TakePhone
) -> None:
    page.locator(".phone summary").tap()
    page.locator(".phone").get_by_role("button", name="Bo", exact=True).tap()
    table.fill_in("Ana", {"Bo": {"7": 2, "wild": 1}, "Cy": "two skips"})
    expect(page.locator(".hand[hx-morph-skip]")).to_have_count(0)
    other = Table(phone()).open(page.url)
    expect(other.phone.locator("#hand-2")).to_contain_text("counted on Bo’s phone")
    expect(other.phone.locator("#hand-2 .row > b")).to_have_text("64")
    expect(other.phone.locator("#hand-3 .row > b")).to_have_text("40")
    other.round("Ana", Dee=0)
    other.shows({"Ana": 104, "Bo": 0, "Cy": 0, "Dee": 0})


def test_hand_being_typed_is_not_overwritten_by_poll(table: Table, other: Table) -> None:
    page, pad = table.phone, table.phone.locator("#pad")
    table.tile("Ana").tap()
    pad.locator("[data-card=skip]").tap()
    other.fill_in("Ana", {"Bo": 7, "Cy": 8})
    expect(page.locator("#hand-3")).to_contain_text("counted on another phone")
    expect(page.locator("#hand-3 .row > b")).to_have_text("8")
    expect(page.locator("#hand-2 .row > b")).to_have_text("20")
    pad.locator("[data-card=skip]").tap()
    expect(pad.locator("output")).to_have_text("40")
    pad.locator("[data-action=next]").tap()
    expect(pad.locator("[data-part=name]")).to_have_text("Dee")
    expect(other.phone.locator("#hand-2 .row > b")).to_have_text("40")


def test_own_hand_entered_for_round_saved_elsewhere_shows_warning(
    table: Table, page: Page, other: Table
) -> None:
    table.set_owner("Bo")
    page.locator("#hand-2 .row").tap()
    page.locator("#pad [data-card=skip]").tap()
    other.round("Ana", Bo=7, Cy=8, Dee=0)
    expect(page.locator("#hand-2")).to_contain_text("has already saved this round")
    expect(page.locator("#hand-2 .row > b")).to_have_text("20")
    page.locator("#hand-2 .row").tap()
    page.locator("#pad [data-action=erase]").tap()
    page.locator("#pad [data-action=close]").tap()
    table.round("Bo", Ana=1, Cy=2, Dee=3)
    table.shows({"Ana": 15, "Bo": 6, "Cy": 0, "Dee": 0})


def test_save_in_one_tab_keeps_hand_typed_in_other_tab(table: Table, page: Page) -> None:
    table.set_owner("Bo")
    tab = Table(page.context.new_page())
    tab.phone.goto(page.url)
    tab.wait()
    page.locator("#hand-2 .row").tap()
    page.locator("#pad [data-card=skip]").tap()
    tab.tile("Cy").tap()
    tab.round("Cy", Ana=1, Bo=2, Dee=3)
    tab.shows({"Ana": 0, "Bo": 0, "Cy": 6, "Dee": 0})
    expect(table.leading).to_have_text("6")
    expect(page.locator("#hand-2 .row > b")).to_have_text("20")


def test_second_save_of_round_shows_conflict(table: Table, page: Page, other: Table) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": 8, "Dee": 0})
    other.wait_for_hands({"Bo": 7, "Cy": 8, "Dee": 0})
    other.round("Cy", Ana=1, Bo=2, Dee=3)
    table.save()
    expect(page.locator(".conflict")).to_contain_text("Round 1 has already been saved")
    cells = page.locator(".conflict tbody tr").first.locator("th, td")
    expect(cells).to_have_text(["went out", "Cy", "Ana"])
    page.get_by_role("link", name="Keep what was saved").tap()
    table.shows({"Ana": 0, "Bo": 0, "Cy": 6, "Dee": 0})
    expect(page.locator("#hand-2 .row > b")).to_have_text("…")


def test_same_round_saved_by_two_phones_is_not_a_conflict(table: Table, other: Table) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": 8, "Dee": 0})
    other.wait_for_hands({"Bo": 7, "Cy": 8, "Dee": 0})
    other.round("Ana", Bo=7, Cy=8, Dee=0)
    table.save()
    expect(table.phone.locator("#flash")).to_contain_text("This was already saved.")
    table.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 0})


def test_waiting_round_is_listed_above_saved_ones_of_six_players(page: Page) -> None:
    names = [*FOUR, "Eve", "Fay"]
    table = Table(page).start("classic-108", names).ready()
    expect(page.locator("#save-status p")).to_have_count(2)
    table.round("Ana", **dict.fromkeys(names[1:], 5))
    page.route(SAVES, drop_request)
    table.fill_in("Bo", dict.fromkeys([name for name in names if name != "Bo"], 7))
    table.save()
    rows = page.locator(".sheet tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_have_text("2Waiting: Bo")
    let_through(page)
    expect(page.locator("#save-status")).to_be_hidden()
    expect(page.locator(".waiting")).to_have_count(0)
    expect(page.locator(".standings li", has_text="Bo")).to_contain_text("35")


def test_waiting_round_of_everyones_points_is_listed_with_them(page: Page) -> None:
    page.goto("/games/new?edition=just-points")
    for place, name in enumerate(FOUR):
        page.locator("[name=players]").nth(place).fill(name)
    page.get_by_role("button", name="Start the game").tap()
    expect(page.locator("#pad")).to_be_attached()
    for number in (1, 2):
        expect(page.locator("form.round")).to_have_attribute("data-round", str(number))
        page.locator(".hand .row").first.tap()
        for points in ("5", "-2", "0", "7"):
            for digit in points:
                page.locator(f"#pad [data-digit='{digit}']").tap()
            page.locator("#pad [data-part=next]").tap()
        if number == 1:
            expect(page.get_by_role("heading", level=1)).to_have_text("Dee leads by 2")
            page.route(SAVES, drop_request)
    rows = page.locator(".sheet tbody tr")
    expect(rows.first).to_have_text("2Waiting: Ana 5, Bo -2, Cy 0, Dee 7")
    expect(page.locator(".hand .row").first).to_be_visible()
    let_through(page)
    expect(page.locator("#save-status")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dee leads by 4")
