"""Tests of several phones showing one game: polls, news, lost and copied links."""

import re
from http import HTTPStatus

import pytest
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone, until
from tests.browser.table import Table

HIDE = """is => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => is });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def keys(base_url: str) -> dict[str, str]:
    """Start a game of three and return the API's answer with its access keys."""
    return Companion(base_url).start("Ana", "Bo", "Cy", edition="classic-108")


@pytest.fixture
def ana(phone: TakePhone, keys: dict[str, str]) -> Table:
    return scoring(phone(), keys)


@pytest.fixture
def bo(phone: TakePhone, keys: dict[str, str]) -> Table:
    return scoring(phone(), keys)


@pytest.fixture
def guest(phone: TakePhone, keys: dict[str, str]) -> Page:
    page = phone(locale="fr-FR")
    page.goto(f"/watch/{keys['watch_key']}")
    return page


def scoring(page: Page, keys: dict[str, str]) -> Table:
    """Open the game on a phone by its scoring link."""
    page.goto(f"/games/{keys['score_key']}")
    return Table(page)


def test_round_saved_on_one_phone_appears_on_others(ana: Table, bo: Table, guest: Page) -> None:
    ana.round("Ana", Bo=45, Cy=0)
    expect(bo.phone.locator(".news")).to_contain_text("Round 1: Ana went out. Bo 45, Cy 0.")
    bo.shows({"Ana": 45, "Bo": 0, "Cy": 0})
    expect(guest.locator(".lane.lead b")).to_have_text("45")
    expect(guest.locator(".lane.lead .gain")).to_contain_text("+45")
    expect(guest.locator(".news")).to_contain_text("Entre-temps")
    lane = guest.locator(".lane.lead")
    with_news = lane.bounding_box()
    guest.locator(".news").evaluate("news => news.remove()")
    assert lane.bounding_box() == with_news  # removing the news moves nothing
    bo.round("Cy", Ana=7, Bo=8)
    expect(ana.phone.locator(".news")).to_contain_text("Round 2")
    ana.shows({"Ana": 45, "Bo": 0, "Cy": 15})


def test_end_of_game_scrolls_page_on_other_phone_to_top(ana: Table, bo: Table) -> None:
    bo.phone.set_viewport_size({"width": 360, "height": 500})
    bo.phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    ana.round("Ana", Bo=400, Cy=100)
    expect(bo.phone.locator(".podium")).to_be_visible()
    expect(bo.phone.locator("h1")).to_be_in_viewport()
    assert bo.phone.evaluate("scrollY") == 0


def test_round_saved_elsewhere_scrolls_phone_that_counted_own_hand_to_top(
    ana: Table, bo: Table
) -> None:
    ana.round("Ana", Bo=4, Cy=10)
    bo.set_owner("Bo")
    bo.phone.set_viewport_size({"width": 360, "height": 500})
    bo.phone.locator("#hand-2 .row").tap()
    bo.phone.locator("#pad [data-card='9']").tap()
    bo.phone.locator("#pad [data-action=next]").tap()
    expect(ana.phone.locator("#hand-2 .by")).to_be_visible()
    bo.phone.evaluate("scrollTo(0, 200)")
    ana.round("Ana", Cy=10)
    expect(bo.phone.locator("h1")).to_contain_text("leads by 33")
    until(bo.phone, lambda: bo.phone.evaluate("scrollY") == 0)


def test_winner_chosen_on_one_phone_is_shown_on_others_before_save(ana: Table, bo: Table) -> None:
    told = bo.phone.locator(".told")
    ana.tile("Cy").tap()
    expect(told).to_have_text("Another phone has chosen Cy.")
    ana.tile("Ana").tap()
    expect(told).to_have_text("Another phone has chosen Ana.")
    expect(ana.tile("Ana").locator("input")).to_be_checked()
    expect(ana.phone.locator(".told")).to_have_count(0)
    expect(bo.tile("Ana").locator("input")).not_to_be_checked()
    ana.round("Ana", Bo=45, Cy=0)
    expect(bo.leading).to_have_text("45")
    expect(told).to_have_count(0)


def test_hands_being_typed_survive_round_saved_elsewhere(ana: Table, bo: Table) -> None:
    bo.fill_in("Bo", {"Ana": 12})
    bo.type_total("Cy", 30)  # not finished, so a poll must not overwrite it
    ana.round("Ana", Bo=45, Cy=0)
    expect(bo.leading).to_have_text("45")
    expect(bo.tile("Bo").locator("input")).to_be_checked()
    assert bo.phone.locator("[name=points-1]").input_value() == "12"
    assert bo.phone.locator("[name=points-3]").input_value() == "30"


def test_first_digit_replaces_total_entered_on_other_phone(ana: Table, bo: Table) -> None:
    bo.set_owner("Bo")
    bo.phone.locator("#hand-2 .row").tap()
    bo.phone.locator("#pad [data-use=digits]").tap()
    ana.fill_in("Ana", {"Bo": 7})
    counted = bo.phone.locator("#hand-2 .row > b")
    expect(counted).to_have_text("7")
    for digit, total in (("2", "2"), ("3", "23")):
        bo.phone.locator(f"#pad [data-digit='{digit}']").tap()
        expect(counted).to_have_text(total)


def test_hidden_page_does_not_poll_and_updates_when_shown(ana: Table, guest: Page) -> None:
    guest.clock.install()
    guest.reload()
    guest.evaluate(HIDE, arg=True)
    asked: list[str] = []

    def note(sent: Request) -> None:
        if "since=" in sent.url:
            asked.append(sent.url)

    guest.on("request", note)
    guest.clock.run_for(60_000)
    assert asked == []
    with guest.expect_response("**/watch/*since=*"):  # shown, then hidden during its poll
        guest.evaluate(f"() => {{ ({HIDE})(false); ({HIDE})(true); }}")
    guest.clock.run_for(60_000)
    assert len(asked) == 1
    ana.round("Ana", Bo=45, Cy=0)
    ana.round("Bo", Ana=1, Cy=2)
    expect(guest.locator(".lane.lead")).to_have_count(0)
    assert len(asked) == 1
    guest.evaluate(HIDE, arg=False)
    expect(guest.locator(".lane.lead b")).to_have_text("45")
    expect(guest.locator(".news li")).to_have_count(2)


def test_page_reports_lost_and_regained_connection(ana: Table, guest: Page) -> None:
    guest.clock.install(time="2026-01-01T12:00")
    guest.reload()
    guest.clock.pause_at("2026-01-01T13:00")  # from now on only `run_for` moves the clock
    with guest.expect_response("**/watch/*since=*"):
        guest.clock.run_for(3000)

    def says(what: str) -> bool:
        # Advance the page's clock only while no poll is pending, else an answer seems overdue.
        if not guest.locator("#live.htmx-request").count():
            guest.clock.run_for(1000)
        return guest.locator(what).is_visible()

    for _ in range(2):
        guest.context.set_offline(offline=True)
        until(guest, lambda: says("#live-out"))
        expect(guest.locator("#live-out")).to_contain_text("Hors ligne depuis 13:00")
        guest.context.set_offline(offline=False)
        until(guest, lambda: says("#live-again"))
        expect(guest.locator("#live-out")).to_be_hidden()
    guest.clock.run_for(4000)  # by now, the timer of the first "online again" message has passed
    expect(guest.locator("#live-again")).to_be_visible()
    ana.round("Ana", Bo=45, Cy=0)
    until(guest, lambda: says(".lane.lead b:text-is('45')"))
    until(guest, lambda: not says("#live-again"))
    expect(guest.locator("#live-out")).to_be_hidden()


def test_page_hidden_overnight_lists_missed_rounds(ana: Table, bo: Table) -> None:
    page = bo.phone
    page.clock.install()
    page.reload()
    page.evaluate(HIDE, arg=True)
    ana.round("Ana", Bo=45, Cy=0)
    ana.round("Bo", Ana=1, Cy=2)
    page.clock.fast_forward("09:00:00")
    page.evaluate(HIDE, arg=False)
    expect(page.locator(".news li")).to_have_count(2)
    expect(page.locator(".news li").first).to_contain_text("Round 1: Ana went out.")
    page.clock.resume()
    bo.round("Cy", Ana=1, Bo=2)
    bo.shows({"Ana": 45, "Bo": 3, "Cy": 3})


def test_open_page_of_renewed_link_says_link_is_gone(ana: Table, bo: Table, guest: Page) -> None:
    table = ana.phone.url
    ana.phone.goto(f"{table}/share")
    expect(ana.phone.locator(".kind-score .qr")).to_be_in_viewport(ratio=1)
    expect(ana.phone.get_by_text("On a television")).to_be_in_viewport(ratio=1)
    ana.phone.get_by_text("To watch only").click()
    expect(ana.phone.locator(".qr:visible")).to_have_count(1)  # only that of the chosen link
    ana.phone.locator(".kind-watch .renew summary").click()
    ana.phone.locator(".kind-watch form button").click()
    expect(ana.phone.locator(".flash")).to_contain_text("There is a new link now")
    expect(ana.phone.locator(".kind-watch .qr")).to_be_visible()
    expect(guest.locator("#live-gone")).to_be_visible()
    guest.reload()
    expect(guest.locator("h1")).to_contain_text("Ce lien a été renouvelé")
    expect(bo.phone.locator("#live-gone")).to_be_hidden()
    ana.phone.get_by_text("For players: enter and fix scores").click()
    ana.phone.locator(".kind-score .renew summary").click()
    ana.phone.locator(".kind-score form button").click()
    expect(bo.phone.locator("#live-gone")).to_be_visible()
    expect(ana.phone).not_to_have_url(re.compile(f"{table}/share"))
    ana.phone.locator("main a").first.click()
    ana.round("Ana", Bo=45, Cy=0)
    ana.shows({"Ana": 45, "Bo": 0, "Cy": 0})


def test_going_back_in_history_appears_on_other_phones(ana: Table, bo: Table, guest: Page) -> None:
    for points in (45, 7, 8):
        ana.round("Ana", Bo=points, Cy=0)
    expect(guest.locator(".lane.lead b")).to_have_text("60")
    ana.phone.get_by_role("link", name="History").click()
    ana.phone.get_by_text("Go back to an earlier point").click()
    ana.phone.locator("[name=to]").select_option("Round 1: Ana went out. Bo 45, Cy 0.")
    ana.phone.get_by_role("button", name="Go back").click()
    expect(ana.phone.locator(".flash")).to_have_text("2 changes are undone.")
    expect(guest.locator(".lane.lead b")).to_have_text("45")
    expect(bo.phone.locator(".news")).to_contain_text("Undone: Round 2")
    expect(bo.leading).to_have_text("45")


def test_deletion_and_restore_appear_on_other_phones(ana: Table, bo: Table, guest: Page) -> None:
    ana.phone.get_by_role("link", name="Game settings").click()
    ana.phone.get_by_text("Delete this game").click()
    ana.phone.get_by_role("button", name="Delete for everybody").click()
    expect(ana.phone.locator("h1")).to_have_text("The game was deleted")
    for page in (bo.phone, guest):
        expect(page.locator("#live-gone")).to_be_visible()
    ana.phone.goto("/")
    ana.phone.get_by_role("button", name="Restore").click()
    expect(ana.phone.locator(".flash")).to_contain_text("The game is back")
    bo.phone.evaluate(HIDE, arg=False)
    expect(bo.phone.locator("#live-gone")).to_be_hidden()
    bo.round("Bo", Ana=3, Cy=4)
    bo.shows({"Ana": 0, "Bo": 7, "Cy": 0})


@pytest.mark.parametrize("scripts", [True, False])
def test_watch_link_can_be_copied(phone: TakePhone, keys: dict[str, str], *, scripts: bool) -> None:
    page = phone(java_script_enabled=scripts)
    page.goto(f"/games/{keys['score_key']}/share")
    page.get_by_text("To watch only").click()
    button = page.locator(".kind-watch [data-action=copy]")
    if not scripts:
        expect(button).to_be_hidden()
        return
    page.evaluate("delete Navigator.prototype.clipboard")  # like over plain HTTP
    button.click()
    expect(page.locator(".kind-watch [role=status]")).to_have_text("Copied.")
    link = page.locator(".kind-watch .address").inner_text()
    assert page.evaluate("String(getSelection()).trim()") == link


def test_link_of_a_group_can_be_copied(page: Page, keys: dict[str, str]) -> None:
    page.goto(f"/groups/{keys['group_key']}/link")
    page.evaluate("delete Navigator.prototype.clipboard")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".hand-on [role=status]")).to_have_text("Copied.")
    assert page.evaluate("String(getSelection()).trim()").endswith(keys["group_key"])


def test_refresh_link_updates_board_without_scripts(
    ana: Table, phone: TakePhone, keys: dict[str, str]
) -> None:
    page = phone(java_script_enabled=False)
    page.goto(f"/watch/{keys['watch_key']}")
    ana.round("Ana", Bo=45, Cy=0)
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator(".lane.lead b")).to_have_text("45")


def test_late_poll_answer_does_not_remove_newer_hand(ana: Table, bo: Table) -> None:
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        answer = route.fetch()
        if late or answer.status != HTTPStatus.OK:
            route.fulfill(response=answer)
        else:
            late.append((route, answer))

    ana.fill_in("Ana", {})
    ana.phone.route("**/games/*since=*", hold)
    bo.fill_in("Ana", {"Bo": 5})
    for _ in range(50):
        ana.phone.wait_for_timeout(100)
        if late:
            break
    ((route, answer),) = late
    ana.fill_in("Ana", {"Cy": 7})
    expect(ana.phone.locator(".hand[hx-morph-skip]")).to_have_count(0)
    route.fulfill(response=answer)
    ana.phone.wait_for_timeout(300)  # ms to apply the answer, less than a poll interval
    assert ana.phone.locator(f"#hand-{ana.seat('Cy')} .row b").inner_text() == "7"
