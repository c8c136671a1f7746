"""Phone settings for Chromium pages, and helpers for requests, waits and restyling."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Literal, Protocol

from playwright.sync_api import BrowserContext, Error, Page, Request

from companion.config import STATIC

PHONE: Mapping[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "screen": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


class TakePhone(Protocol):
    """Factory of Chromium pages with separate cookies and storage."""

    def __call__(
        self,
        *,
        locale: str = "en-GB",
        color_scheme: Literal["light", "dark"] = "light",
        java_script_enabled: bool = True,
    ) -> Page: ...


def foreign_requests(base_url: str, context: BrowserContext) -> list[str]:
    """Return a list to which each later request to another server adds its address.

    Chromium itself blocks these (see `FLAGS`). A route could do both, but then every request
    would pass through the driver and bypass the cache, unlike on a real phone.
    """
    foreign: list[str] = []

    def note(request: Request) -> None:
        if request.url.startswith("http") and not request.url.startswith(f"{base_url}/"):
            foreign.append(request.url)

    context.on("request", note)
    return foreign


def until(page: Page, probe: Callable[[], object]) -> None:
    """Call `probe` every 100 ms, for up to 30 seconds, until its result is true.

    The driver's own function probes once and then evaluates a string in the page, which our
    content security policy forbids, so anything not true at once would fail.
    """
    for _ in range(300):
        with suppress(Error):  # another page may be replacing this one
            if probe():
                return
        page.wait_for_timeout(100)
    assert probe()


def no_htmx_fallback(page: Page) -> None:
    """Delay the page's fallback to our own htmx for days, as a slow machine triggers it."""
    script = (STATIC / "fallback.js").read_text("utf-8")
    assert "LONG_ENOUGH = 2500" in script
    waiting = script.replace("LONG_ENOUGH = 2500", "LONG_ENOUGH = 2 ** 30")
    page.context.route(
        "**/static/*/fallback.js",
        lambda route: route.fulfill(body=waiting, content_type="text/javascript"),
    )


def count_restyled(page: Page, act: Callable[[], object]) -> int:
    """Return how many elements Chromium restyles during `act` and the 300 ms after it."""
    line, events = page.context.new_cdp_session(page), list[dict[str, Any]]()
    line.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    line.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    act()
    page.wait_for_timeout(300)
    ended: list[object] = []
    # A lambda, as Playwright sets an attribute on callbacks, which `ended.append` forbids.
    line.on("Tracing.tracingComplete", lambda data: ended.append(data))  # noqa: PLW0108
    line.send("Tracing.end")
    until(page, lambda: ended)
    return sum(each["args"].get("elementCount", 0) for each in events if "args" in each)
