"""A phone at the table: real Chromium, in the size of a phone, looking at a real server."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.browser.chromium import NONE_TO_BE_HAD, QUIET, find_or_fetch, is_root
from tests.browser.phone import PHONE, TakePhone, keep_to
from tests.serving import COMPANION, serving

# As long as a tap may take: late is no fault on a busy machine.
expect.set_options(timeout=30_000)  # ms


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], playwright: Playwright
) -> dict[str, Any]:
    path = find_or_fetch(playwright.chromium.executable_path)
    if path is None:
        pytest.fail(NONE_TO_BE_HAD, pytrace=False)
    flags = [*QUIET, "--no-sandbox"] if is_root() else [*QUIET]
    return {**browser_type_launch_args, "executable_path": path, "args": flags}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the companion for all browser tests; every phone knows only its own games."""
    data = tmp_path_factory.mktemp("games")
    with serving(*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}") as running:
        yield running.url


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **PHONE}


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], base_url: str
) -> Iterator[Callable[..., BrowserContext]]:
    """Make phones, and fail the test when one of them asked anybody but the companion."""
    strays: list[list[str]] = []

    def take(**wishes: Any) -> BrowserContext:  # noqa: ANN401 - as Playwright takes them
        context = new_context(**wishes)
        strays.append(keep_to(base_url, context))
        return context

    yield take
    assert not any(strays), f"asked of strangers: {strays}"


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> TakePhone:
    def take(**wishes: Any) -> Page:  # noqa: ANN401 - spelled out in TakePhone
        return new_context(**wishes).new_page()

    return take
