"""Tests of restoring a game from phones after the server's disk is lost."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.all_pages import Companion
from tests.browser.copies import COPIES, LOSE_LATEST, wait_for_copies, wait_for_copy
from tests.browser.phone import foreign_requests, until
from tests.browser.table import Hand, Table
from tests.computer import Computer

FOUR = ["Ana", "Bo", "Cy", "Dee"]
Take = Callable[[], Page]


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computer]:
    """Yield a running server shared by this module's tests, and stop it at the end."""
    computer = Computer(tmp_path_factory.mktemp("lost") / "data")
    yield computer
    computer.stop()


@pytest.fixture
def take(
    computer: Computer, browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Take]:
    contexts: list[BrowserContext] = []

    def take() -> Page:
        context = browser.new_context(**{**browser_context_args, "base_url": computer.url})
        contexts.append(context)
        foreign_requests(computer.url, context)
        return context.new_page()

    yield take
    for context in contexts:
        context.close()


@pytest.fixture
def table(take: Take) -> Table:
    table = Table(take()).start("classic-108", FOUR).ready()
    wait_for_copy(table.phone)
    record(table, "Ana", Bo=7, Cy=8, Dee=0)
    return table


def record(table: Table, out: str, **hands: Hand) -> None:
    table.round(out, **hands)
    wait_for_copy(table.phone)


def open_game(page: Page, address: str) -> Table:
    table = Table(page).open(address)
    wait_for_copy(page)
    return table


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).tap()


def test_one_tap_on_open_page_restores_game_for_all_phones(
    computer: Computer, table: Table, take: Take
) -> None:
    other = open_game(take(), table.phone.url)
    record(table, "Bo", Ana={"skip": 2}, Cy=5, Dee=0)
    address = table.phone.url
    other.shows({"Ana": 15, "Bo": 45, "Cy": 0, "Dee": 0})
    wait_for_copy(other.phone)
    computer.lose_disk()
    expect(other.phone.locator("#phone-copy")).to_contain_text("Ana, Bo, Cy, Dee")
    expect(table.phone.locator("#phone-copy")).to_contain_text("Ana, Bo, Cy, Dee")
    expect(table.phone.locator("#live-gone")).to_be_hidden()
    tap(table.phone, "Bring this game back")
    table.shows({"Ana": 15, "Bo": 45, "Cy": 0, "Dee": 0})
    expect(table.phone.locator("#flash")).to_have_text("The game is back, with its 2 rounds.")
    table.wait_for_htmx()
    record(table, "Ana", Bo=1, Cy=0, Dee=0)
    table.shows({"Ana": 16, "Bo": 45, "Cy": 0, "Dee": 0})
    assert table.phone.url == address
    other.shows({"Ana": 16, "Bo": 45, "Cy": 0, "Dee": 0})
    expect(other.phone.locator("#phone-copy")).to_be_hidden()


def test_phone_copy_is_retained_while_server_does_not_know_the_game(
    computer: Computer, table: Table
) -> None:
    page = table.phone
    wait_for_copies(page, 1)
    computer.lose_disk()
    expect(page.locator("#phone-copy")).to_contain_text("Ana, Bo, Cy, Dee")
    for _ in range(20):  # many polls, like on a page that is left open
        with page.expect_response("**/games/*since=*") as answer:
            page.evaluate("dispatchEvent(new Event('pageshow'))")
        assert answer.value.status == 404
    expect(page.locator("#live-gone")).to_be_hidden()
    page.route("**/api/games/restore*", lambda route: route.fulfill(status=404, body="{}"))
    tap(page, "Bring this game back")
    expect(page.get_by_role("alert").first).to_be_visible()
    wait_for_copies(page, 1)


def test_busy_restore_is_retried_after_time_in_retry_after_header(
    computer: Computer, table: Table
) -> None:
    page = table.phone
    computer.lose_disk()
    asked = []

    def busy(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            return route.continue_()
        said = {"error": {"code": "store-unavailable", "message": "Busy.", "fields": {}}}
        return route.fulfill(status=503, json=said, headers={"Retry-After": "1"})

    page.route("**/api/games/restore*", busy)
    tap(page, "Bring this game back")
    expect(page.locator("#flash")).to_have_text("The game is back, with its 1 round.")
    assert len(asked) == 2


def test_busy_restore_is_retried_in_5_seconds_by_default(computer: Computer, table: Table) -> None:
    page = table.phone
    computer.lose_disk()
    said: list[dict[str, str]] = [{}, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}]
    third: list[Route] = []  # held unanswered, as its answer would replace the page

    def busy(route: Route) -> None:
        if said:
            route.fulfill(status=503, body="<h1>Busy</h1>", headers=said.pop())
        else:
            third.append(route)

    page.route("**/api/games/restore*", busy)
    page.evaluate(
        """() => {
            const own = window.setTimeout;
            window.waits = [];
            window.setTimeout = (act, ms, ...what) => {
                if (what[0] === "restore") waits.push(ms);
                return own(act, what[0] === "restore" ? 0 : ms, ...what);
            };
        }"""
    )
    tap(page, "Bring this game back")
    expect(page.locator("[data-part=said]")).to_be_visible()
    until(page, lambda: third)
    assert page.evaluate("waits") == [5000, 5000]
    third[0].continue_()
    expect(page.locator("#flash")).to_have_text("The game is back, with its 1 round.")


def test_phone_copy_is_deleted_when_its_link_was_renewed(computer: Computer, table: Table) -> None:
    wait_for_copies(table.phone, 1)
    key = table.phone.url.rpartition("/")[2]
    with urlopen(Request(f"{computer.url}/games/{key}/share", b"kind=score")):
        pass
    wait_for_copies(table.phone, 0)


def test_home_page_links_to_restoring_a_lost_game(computer: Computer, table: Table) -> None:
    page = table.phone
    page.goto("about:blank")
    computer.lose_disk()
    page.goto("/")
    page.locator("#lost").get_by_role("link", name="Ana, Bo, Cy, Dee").tap()
    expect(page.get_by_role("heading")).to_have_text(["This phone has a copy of this game"])
    tap(page, "Bring this game back")
    table.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 0})


def test_lost_tournament_is_labelled_and_restored(computer: Computer, take: Take) -> None:
    page = take()
    hall = Companion(computer.url).start(*FOUR, format="tournament")
    page.goto(f"/games/{hall['score_key']}")
    wait_for_copy(page)
    page.goto("about:blank")
    computer.lose_disk()
    page.goto("/")
    page.locator("#lost").get_by_role("link", name="Tournament · ").tap()
    tap(page, "Bring this game back")
    expect(page.locator("#flash")).to_have_text("The game is back.")


@pytest.fixture
def other(computer: Computer, table: Table, take: Take) -> Table:
    """Return a phone without the latest round, which only `table` has; the disk is lost."""
    other = open_game(take(), table.phone.url)
    other.phone.goto("about:blank")
    record(table, "Ana", Bo=30, Cy=0, Dee=0)
    computer.lose_disk()
    expect(table.phone.get_by_role("button", name="Bring this game back")).to_be_visible()
    return other


def test_diverged_copy_can_be_opened_as_second_game(table: Table, other: Table) -> None:
    address = table.phone.url
    other.phone.goto(address)
    tap(other.phone, "Bring this game back")
    other.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 0})
    record(other, "Dee", Ana=4, Bo=0, Cy=0)
    # A new page of the restored game also offers the diverged copy of the other phone.
    late = open_game(table.phone.context.new_page(), address)
    expect(late.phone.get_by_role("button", name="Open mine as a second game")).to_be_visible()
    late.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 4})
    tap(late.phone, "Open mine as a second game")
    late.phone.wait_for_url(lambda url: url != address)
    late.shows({"Ana": 45, "Bo": 0, "Cy": 0, "Dee": 0})
    other.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 4})


def test_restoring_diverged_copy_leaves_game_and_copy_unchanged(table: Table, other: Table) -> None:
    address = table.phone.url
    # Polls are blocked, as one would notice that the game was already restored.
    table.phone.route("**/games/*since=*", lambda route: route.abort())
    other.phone.goto(address)
    tap(other.phone, "Bring this game back")
    record(other, "Dee", Ana=4, Bo=0, Cy=0)
    tap(table.phone, "Bring this game back")
    expect(table.phone.get_by_text("The game on the companion no longer")).to_be_visible()
    other.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 4})
    tap(table.phone, "Open mine as a second game")
    table.phone.wait_for_url(lambda url: url != address)
    table.shows({"Ana": 45, "Bo": 0, "Cy": 0, "Dee": 0})


def test_phone_back_online_reports_game_restored_with_another_round(
    computer: Computer, table: Table, take: Take, tmp_path: Path
) -> None:
    other = open_game(take(), table.phone.url)
    older = tmp_path / "older"
    shutil.copytree(computer.data, older)
    other.phone.goto("about:blank")  # so its copy lacks the next round, like the older disk
    record(table, "Ana", Bo=30, Cy=0, Dee=0)
    table.phone.context.set_offline(True)
    expect(table.phone.locator("#live-out")).to_be_visible()
    computer.lose_disk(older)
    other.open(table.phone.url)
    # Both phones now have two rounds, of which the second differs.
    record(other, "Dee", Ana=4, Bo=0, Cy=0)
    table.phone.context.set_offline(False)
    expect(table.phone.get_by_text("The game on the companion no longer")).to_be_visible()


def test_saved_round_is_copied_without_requesting_the_journal(table: Table) -> None:
    table.phone.route("**/journal?*", lambda route: route.abort())
    record(table, "Bo", Ana=5, Cy=0, Dee=0)
    record(table, "Cy", Ana=1, Bo=0, Dee=0)


def test_journal_entry_missing_in_phone_copy_is_added_with_next_round(table: Table) -> None:
    table.phone.evaluate(LOSE_LATEST)
    record(table, "Bo", Ana=5, Cy=0, Dee=0)


def test_save_to_diverged_game_is_reported_on_phone_with_other_copy(
    computer: Computer, table: Table, take: Take, tmp_path: Path
) -> None:
    other = open_game(take(), table.phone.url)
    other.phone.context.set_offline(True)
    older = tmp_path / "older"
    shutil.copytree(computer.data, older)
    record(table, "Ana", Bo=30, Cy=0, Dee=0)
    # Polls are blocked, as an answer would show the state of the older disk.
    table.phone.route("**/games/*since=*every=*", lambda route: route.abort())
    computer.lose_disk(older)
    other.phone.context.set_offline(False)
    record(other, "Dee", Ana=4, Bo=0, Cy=0)
    table.round("Bo", Ana=1, Cy=0, Dee=0)
    expect(table.phone.get_by_text("The game on the companion no longer")).to_be_visible()


def test_phone_with_watch_link_stores_no_copy_and_is_offered_no_restore(
    computer: Computer, table: Table, take: Take
) -> None:
    watch_key = table.phone.request.get(
        f"/api{table.phone.url.removeprefix(computer.url)}/journal?keys=1"
    ).json()["watch_key"]
    watcher = take()
    watcher.goto(f"/watch/{watch_key}")
    expect(watcher.locator(".lane.lead")).to_contain_text("Ana")
    computer.lose_disk()
    expect(watcher.locator("#live-gone")).to_be_visible()
    watcher.reload()
    expect(watcher.locator("h1")).to_have_text("This link doesn’t work")
    assert watcher.evaluate(COPIES) == 0
    assert watcher.locator("#phone-copy").count() == 0
