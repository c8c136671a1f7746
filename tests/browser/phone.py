"""What a phone at the table is, and what it must not do."""

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
    """Take another phone to the table: nothing is shared with those already there."""

    def __call__(
        self,
        *,
        locale: str = "en-GB",
        color_scheme: Literal["light", "dark"] = "light",
        java_script_enabled: bool = True,
    ) -> Page: ...


def keep_to(base_url: str, context: BrowserContext) -> list[str]:
    """Give the list in which is written down whatever is asked of anybody else.

    That nobody else answers, the browser itself sees to, see `FLAGS`. A route would do both, but
    with one each request goes through the driver and nothing is kept, as on no phone.
    """
    strays: list[str] = []

    def note(request: Request) -> None:
        if request.url.startswith("http") and not request.url.startswith(f"{base_url}/"):
            strays.append(request.url)

    context.on("request", note)
    return strays


def until(page: Page, probe: Callable[[], object]) -> None:
    """Wait until it is so.

    What the driver offers for this looks once, and then asks the page to run a text, which the
    policy of our pages refuses: whatever is not so at once would fail.
    """
    for _ in range(300):
        with suppress(Error):  # the page may be leaving for another
            if probe():
                return
        page.wait_for_timeout(100)
    assert probe()


def wait_for_ever(page: Page) -> None:
    """Let no page of this phone turn to its own copy of htmx because the machine is slow."""
    script = (STATIC / "fallback.js").read_text("utf-8")
    assert "LONG_ENOUGH = 2500" in script
    patient = script.replace("LONG_ENOUGH = 2500", "LONG_ENOUGH = 2 ** 30")
    page.context.route(
        "**/static/*/fallback.js",
        lambda route: route.fulfill(body=patient, content_type="text/javascript"),
    )


def styled(page: Page, act: Callable[[], object]) -> int:
    """Return of how many elements the style is worked out anew for an act and its frames."""
    line, events = page.context.new_cdp_session(page), list[dict[str, Any]]()
    line.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    line.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    act()
    page.wait_for_timeout(300)
    ended: list[object] = []
    # The driver marks what it is given, and what is built in cannot be marked.
    line.on("Tracing.tracingComplete", lambda told: ended.append(told))  # noqa: PLW0108
    line.send("Tracing.end")
    until(page, lambda: ended)
    return sum(each["args"].get("elementCount", 0) for each in events if "args" in each)
