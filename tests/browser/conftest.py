"""Fixtures of a phone: real Chromium, with the screen of a phone, against a real server."""

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
from tests.packages import CAN_FETCH, IS_ROOT, fetching, run_unasked
from tests.serving import COMPANION, serving

# The headless shell first: the same engine, twice as fast.
NAMES = (
    *("chromium-headless-shell", "chrome-headless-shell"),
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
FETCH = f'"{sys.executable}" -m playwright install chromium'
if CAN_FETCH:
    FETCH = f"{fetching(NAMES[0])} || {FETCH} --with-deps"
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # see `foreign_requests`
    *(["--no-sandbox"] if IS_ROOT else []),  # Chromium refuses to start as root otherwise
)

# A generous timeout, because a busy machine is slow.
expect.set_options(timeout=30_000)  # ms

SHOWN_LINES = 12  # of a page in the report of a failed test


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the content of each phone to the report of a failed test."""
    report = yield
    browser = item.funcargs.get("browser")
    for context in browser.contexts if report.failed and isinstance(browser, Browser) else []:
        for page in context.pages:
            report.sections.append((f"Phone at {page.url}", "\n".join(describe(page))))
    return report


def describe(page: Page) -> Iterator[str]:
    """Yield errors, failed requests and the visible text of a phone, unless it hangs."""
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
    """Return the path of a Chromium or Chrome that starts; `own` is Playwright's path.

    Some systems have a stub in its place, which fails with a hint how to install it.
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
        run_unasked(FETCH)
        path = find_browser(own)
    if not path:
        pytest.fail(f"The browser tests need Chromium or Chrome. Tried: {FETCH}", pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": [*FLAGS]}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve one companion for all browser tests, as each phone knows only its own games."""
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
    """Create phones, and fail the test if one sent a request to another server."""
    record_property("engine", f"Chromium {browser.version}")
    foreign: list[list[str]] = []

    def take(**wishes: Any) -> BrowserContext:  # noqa: ANN401 - as Playwright takes them
        context = new_context(**wishes)
        foreign.append(foreign_requests(base_url, context))
        return context

    yield take
    assert not any(foreign), f"asked of strangers: {foreign}"


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> TakePhone:
    def take(**wishes: Any) -> Page:  # noqa: ANN401 - spelled out in TakePhone
        return new_context(**wishes).new_page()

    return take
