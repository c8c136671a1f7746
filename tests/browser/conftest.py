"""Fixtures of phones: Chromium pages with a phone's screen, and a real server for all tests."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect

from tests.browser.phone import PHONE, TakePhone, foreign_requests
from tests.packages import CAN_INSTALL, IS_ROOT, install_command, run_noninteractive
from tests.serving import COMPANION, serving

# Chromium's headless shell is preferred, as it has the same engine and is twice as fast.
NAMES = (
    *("chromium-headless-shell", "chrome-headless-shell"),
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
FETCH = f'"{sys.executable}" -m playwright install chromium'
if CAN_INSTALL:
    FETCH = f"{install_command(NAMES[0])} || {FETCH} --with-deps"
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # blocks all other servers
    *(["--no-sandbox"] if IS_ROOT else []),  # Chromium refuses to start as root otherwise
)

# Wait up to 30 seconds for a page to fulfil an expectation, because a busy machine is slow.
expect.set_options(timeout=30_000)  # ms

SHOWN_LINES = 12  # visible lines of a page in a failed test's report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add errors, requests and text of each open Chromium page to a failed test's report."""
    report = yield
    browser = item.funcargs.get("browser")
    for context in browser.contexts if report.failed and isinstance(browser, Browser) else []:
        for page in context.pages:
            report.sections.append((f"Phone at {page.url}", "\n".join(describe(page))))
    return report


def describe(page: Page) -> Iterator[str]:
    """Yield a page's console messages, errors, unanswered requests and first visible lines."""
    yield from (f"{message.type}: {message.text}" for message in page.console_messages())
    yield from (f"error: {error}" for error in page.page_errors())
    for request in page.requests():
        if request.failure or not request.existing_response:
            yield f"{request.failure or 'no answer'}: {request.method} {request.url}"
    with suppress(Error):
        shown = page.locator("body").inner_text(timeout=2000)  # ms
        yield page.evaluate(
            "[document.title, document.readyState, document.documentElement.className].join(' | ')"
        )
        yield from list(filter(str.strip, shown.splitlines()))[:SHOWN_LINES]


def find_browser(own: str) -> str | None:
    """Return the path of the first Chromium or Chrome that starts, or None; `own` comes last.

    `own` is Playwright's download. Some systems have a stub program that only shows a hint.
    """
    for place in (*map(shutil.which, NAMES), own):
        if place and Path(place).is_file():
            tried = subprocess.run([place, "--version"], capture_output=True, check=False)
            if tried.returncode == 0:
                return place
    return None


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], playwright: Playwright
) -> dict[str, Any]:
    own = playwright.chromium.executable_path
    if not (path := find_browser(own)):
        run_noninteractive(FETCH)
        path = find_browser(own)
    if not path:
        pytest.fail(f"The browser tests need Chromium or Chrome. Tried: {FETCH}", pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": [*FLAGS]}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve one companion, with an empty data folder, for all browser tests; yield its URL."""
    options = ("--port=0", "--htmx=local", f"--data={tmp_path_factory.mktemp('games')}")
    with serving(*COMPANION, "--host=127.0.0.1", *options) as running:
        yield running.url


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **PHONE}


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext],
    base_url: str,
    browser: Browser,
    record_property: Callable[[str, object], None],
) -> Iterator[Callable[..., BrowserContext]]:
    """Yield a factory of browser contexts; fail the test if one sent requests to other servers.

    A television gives its code back after the test, as few are shown on one network at a time.
    """
    record_property("engine", f"Chromium {browser.version}")
    foreign: list[list[str]] = []
    televisions = set[BrowserContext]()

    def take(**options: Any) -> BrowserContext:  # noqa: ANN401 - as Playwright takes them
        context = new_context(**options)
        foreign.append(foreign_requests(base_url, context))
        context.on("request", lambda asked: note(asked.url, context))
        return context

    def note(address: str, context: BrowserContext) -> None:
        if address == f"{base_url}/tv":
            televisions.add(context)

    yield take
    for context in televisions:
        context.request.post(f"{base_url}/tv/end", max_redirects=0)
    assert not any(foreign), f"asked of strangers: {foreign}"


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> TakePhone:
    def take(**options: Any) -> Page:  # noqa: ANN401 - spelled out in TakePhone
        return new_context(**options).new_page()

    return take
