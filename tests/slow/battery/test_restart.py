"""The server is killed between two taps and started again: a round is written down once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phone import PHONE, keep_to
from tests.browser.table import Table
from tests.computer import Computer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Computer]:
    computer = Computer(tmp_path / "data")
    yield computer
    computer.stop()


@pytest.fixture
def table(browser: Browser, server: Computer) -> Iterator[Table]:
    context = browser.new_context(base_url=server.url, **PHONE)
    keep_to(server.url, context)
    table = Table(context.new_page())
    table.start("classic-108", ["Ana", "Bo", "Cy"])
    table.wait()
    table.wait_for_htmx()
    # What holds rounds that are not saved is loaded last.
    expect(table.phone.locator("#save-status p")).to_have_count(2)
    yield table
    context.close()


def row(page: Page, seat: int, points: str) -> None:
    expect(page.locator(f"#hand-{seat} .row > b")).to_have_text(points)


def test_between_two_hands(table: Table, server: Computer) -> None:
    table.fill_in("Ana", {"Bo": 7})
    server.kill()
    table.fill_in("Ana", {"Cy": {"skip": 2}})
    server.start()
    expect(table.phone.locator(".hand[hx-morph-skip]")).to_have_count(0)
    table.phone.reload()
    table.wait()
    row(table.phone, 2, "7")
    row(table.phone, 3, "40")


def test_between_the_last_hand_and_saving(table: Table, server: Computer) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": {"skip": 2}})
    server.kill()
    table.save()
    expect(table.phone.locator("#save-status")).to_contain_text("Round 1 – Ana")
    server.start()
    expect(table.phone.locator(".sheet tbody tr")).to_have_count(1)
    table.shows({"Ana": 47, "Bo": 0, "Cy": 0})


def test_between_saving_and_its_answer(table: Table, server: Computer) -> None:
    """Killed as soon as the round is on the disk: the phone asks again and is told so."""
    page = table.phone
    table.fill_in("Ana", {"Bo": 7, "Cy": {"skip": 2}})

    def killed(route: object) -> None:
        route.fetch(max_redirects=0)  # type: ignore[attr-defined]
        server.kill()
        route.abort()  # type: ignore[attr-defined]

    page.route("**/games/*/rounds", killed, times=1)
    table.save()
    expect(page.locator("#save-status")).to_be_visible()
    server.start()
    expect(page.locator(".sheet tbody tr")).to_have_count(1)
    table.shows({"Ana": 47, "Bo": 0, "Cy": 0})
