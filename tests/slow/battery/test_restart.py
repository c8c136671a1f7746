"""The server is killed between two taps and started again: a round is written down once."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phone import PHONE, keep_to
from tests.browser.table import Table
from tests.serving import COMPANION, Served, serving


class Server:
    """One companion that can be killed, and started again at the same address."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self.running = self._start(0)

    def _start(self, port: int) -> Served:
        command = (*COMPANION, "--host=127.0.0.1", f"--port={port}", f"--data={self._folder}")
        return self._stack.enter_context(serving(*command))

    def kill(self) -> None:
        self.running.process.kill()
        self.running.process.wait()

    def start_again(self) -> None:
        self.running = self._start(self.running.port)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with ExitStack() as stack:
        yield Server(tmp_path, stack)


@pytest.fixture
def table(browser: Browser, server: Server) -> Iterator[Table]:
    context = browser.new_context(base_url=server.running.url, **PHONE)
    keep_to(server.running.url, context)
    table = Table(context.new_page())
    table.start("classic-108", ["Ana", "Bo", "Cy"])
    table.wait()
    table.wait_for_htmx()
    yield table
    context.close()


def row(page: Page, seat: int, points: str) -> None:
    expect(page.locator(f"#hand-{seat} .row > b")).to_have_text(points)


def test_between_two_hands(table: Table, server: Server) -> None:
    table.fill_in("Ana", {"Bo": 7})
    server.kill()
    table.fill_in("Ana", {"Cy": {"skip": 2}})
    server.start_again()
    expect(table.phone.locator(".hand[hx-morph-skip]")).to_have_count(0)
    table.phone.reload()
    table.wait()
    row(table.phone, 2, "7")
    row(table.phone, 3, "40")


def test_between_the_last_hand_and_saving(table: Table, server: Server) -> None:
    table.fill_in("Ana", {"Bo": 7, "Cy": {"skip": 2}})
    server.kill()
    table.save()
    expect(table.phone.locator("#save-status")).to_contain_text("no answer")
    row(table.phone, 3, "40")
    server.start_again()
    expect(table.phone.locator(".sheet tbody tr")).to_have_count(1)
    table.shows({"Ana": 47, "Bo": 0, "Cy": 0})


def test_between_saving_and_its_answer(table: Table, server: Server) -> None:
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
    server.start_again()
    expect(page.locator("#flash")).to_contain_text("This was already saved.")
    expect(page.locator(".sheet tbody tr")).to_have_count(1)
    table.shows({"Ana": 47, "Bo": 0, "Cy": 0})
