"""The computer's disk is lost: the phones at the table have kept the game, and bring it back."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.copies import COPIES, LOSE_LATEST, has_copies, keeps
from tests.browser.everywhere import Companion
from tests.browser.phone import keep_to, until
from tests.browser.table import Hand, Table
from tests.computer import Computer

FOUR = ["Ana", "Bo", "Cy", "Dee"]
Take = Callable[[], Page]


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computer]:
    """Serve for all tests here: each has phones and a game of its own, whatever the disk holds."""
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
        keep_to(computer.url, context)
        return context.new_page()

    yield take
    for context in contexts:
        context.close()


@pytest.fixture
def table(take: Take) -> Table:
    table = Table(take()).start("classic-108", FOUR).ready()
    keeps(table.phone)
    record(table, "Ana", Bo=7, Cy=8, Dee=0)
    return table


def record(table: Table, out: str, **hands: Hand) -> None:
    table.round(out, **hands)
    keeps(table.phone)


def opened(page: Page, address: str) -> Table:
    table = Table(page).open(address)
    keeps(page)
    return table


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).tap()


def test_an_open_page_brings_the_game_back_with_one_tap_for_all_phones(
    computer: Computer, table: Table, take: Take
) -> None:
    other = opened(take(), table.phone.url)
    record(table, "Bo", Ana={"skip": 2}, Cy=5, Dee=0)
    address = table.phone.url
    other.shows({"Ana": 15, "Bo": 45, "Cy": 0, "Dee": 0})
    keeps(other.phone)
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


def test_no_copy_leaves_the_phone_while_nobody_knows_the_game(
    computer: Computer, table: Table
) -> None:
    page = table.phone
    has_copies(page, 1)
    computer.lose_disk()
    expect(page.locator("#phone-copy")).to_contain_text("Ana, Bo, Cy, Dee")
    for _ in range(20):  # as on a day of polling
        with page.expect_response("**/games/*since=*") as answer:
            page.evaluate("dispatchEvent(new Event('pageshow'))")
        assert answer.value.status == 404
    expect(page.locator("#live-gone")).to_be_hidden()
    page.route("**/api/games/restore*", lambda route: route.fulfill(status=404, body="{}"))
    tap(page, "Bring this game back")
    expect(page.get_by_role("alert").first).to_be_visible()
    has_copies(page, 1)


def test_a_phone_whose_turn_it_is_not_tries_again_by_itself(
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


def test_a_phone_waits_where_no_proxy_says_how_long(computer: Computer, table: Table) -> None:
    page = table.phone
    computer.lose_disk()
    said: list[dict[str, str]] = [{}, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}]
    third: list[Route] = []  # held until the waits are read: its answer brings another page

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


def test_a_copy_whose_link_was_replaced_goes_from_the_phone(
    computer: Computer, table: Table
) -> None:
    has_copies(table.phone, 1)
    key = table.phone.url.rpartition("/")[2]
    with urlopen(Request(f"{computer.url}/games/{key}/share", b"kind=score")):
        pass
    has_copies(table.phone, 0)


def test_the_first_page_and_the_old_link_offer_the_game(computer: Computer, table: Table) -> None:
    page = table.phone
    page.goto("about:blank")
    computer.lose_disk()
    page.goto("/")
    page.locator("#lost").get_by_role("link", name="Ana, Bo, Cy, Dee").tap()
    expect(page.get_by_role("heading")).to_have_text(["This phone has a copy of this game"])
    tap(page, "Bring this game back")
    table.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 0})


def test_a_tournament_is_called_one(computer: Computer, take: Take) -> None:
    page = take()
    hall = Companion(computer.url).start(*FOUR, format="tournament")
    page.goto(f"/games/{hall['score_key']}")
    keeps(page)
    page.goto("about:blank")
    computer.lose_disk()
    page.goto("/")
    page.locator("#lost").get_by_role("link", name="Tournament · ").tap()
    tap(page, "Bring this game back")
    expect(page.locator("#flash")).to_have_text("The game is back.")


@pytest.fixture
def other(computer: Computer, table: Table, take: Take) -> Table:
    """Lose the disk after a round that another phone, which was put away, has not heard of."""
    other = opened(take(), table.phone.url)
    other.phone.goto("about:blank")
    record(table, "Ana", Bo=30, Cy=0, Dee=0)
    computer.lose_disk()
    expect(table.phone.get_by_role("button", name="Bring this game back")).to_be_visible()
    return other


def test_where_the_game_went_on_differently_there_are_two_games(table: Table, other: Table) -> None:
    address = table.phone.url
    other.phone.goto(address)
    tap(other.phone, "Bring this game back")
    other.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 0})
    record(other, "Dee", Ana=4, Bo=0, Cy=0)
    # The page of the game itself offers it too, to whoever comes back to it.
    late = opened(table.phone.context.new_page(), address)
    expect(late.phone.get_by_role("button", name="Open mine as a second game")).to_be_visible()
    late.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 4})
    tap(late.phone, "Open mine as a second game")
    late.phone.wait_for_url(lambda url: url != address)
    late.shows({"Ana": 45, "Bo": 0, "Cy": 0, "Dee": 0})
    other.shows({"Ana": 15, "Bo": 0, "Cy": 0, "Dee": 4})


def test_a_copy_that_parted_changes_nothing_and_is_not_lost(table: Table, other: Table) -> None:
    address = table.phone.url
    # Else the page would see for itself that the game is there again.
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


def test_a_phone_that_was_away_sees_that_the_game_went_on_differently(
    computer: Computer, table: Table, take: Take, tmp_path: Path
) -> None:
    other = opened(take(), table.phone.url)
    older = tmp_path / "older"
    shutil.copytree(computer.data, older)
    other.phone.goto("about:blank")  # else it may keep the round that the older disk does not have
    record(table, "Ana", Bo=30, Cy=0, Dee=0)
    table.phone.context.set_offline(True)
    expect(table.phone.locator("#live-out")).to_be_visible()
    computer.lose_disk(older)
    other.open(table.phone.url)
    # As many rounds as the other phone shows.
    record(other, "Dee", Ana=4, Bo=0, Cy=0)
    table.phone.context.set_offline(False)
    expect(table.phone.get_by_text("The game on the companion no longer")).to_be_visible()


def test_a_saved_round_is_kept_without_asking_for_it(table: Table) -> None:
    table.phone.route("**/journal?*", lambda route: route.abort())
    record(table, "Bo", Ana=5, Cy=0, Dee=0)
    record(table, "Cy", Ana=1, Bo=0, Dee=0)


def test_what_a_phone_has_missed_is_asked_for_with_the_next_round(table: Table) -> None:
    table.phone.evaluate(LOSE_LATEST)
    record(table, "Bo", Ana=5, Cy=0, Dee=0)


def test_a_save_after_which_the_games_differ_is_no_part_of_the_copy(
    computer: Computer, table: Table, take: Take, tmp_path: Path
) -> None:
    other = opened(take(), table.phone.url)
    other.phone.context.set_offline(True)
    older = tmp_path / "older"
    shutil.copytree(computer.data, older)
    record(table, "Ana", Bo=30, Cy=0, Dee=0)
    # Its polls would show what the older disk brings.
    table.phone.route("**/games/*since=*every=*", lambda route: route.abort())
    computer.lose_disk(older)
    other.phone.context.set_offline(False)
    record(other, "Dee", Ana=4, Bo=0, Cy=0)
    table.round("Bo", Ana=1, Cy=0, Dee=0)
    expect(table.phone.get_by_text("The game on the companion no longer")).to_be_visible()


def test_who_may_only_watch_keeps_nothing_and_is_offered_nothing(
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
