"""What a phone at the table is, and what it must not do."""

import re
from collections.abc import Mapping
from typing import Any, Literal, Protocol

from playwright.sync_api import BrowserContext, Page, Route

from companion.config import STATIC
from companion.web.http.htmx import CDN_ADDRESS, LOCAL_FILE

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
    """Refuse whatever is asked of anybody else; give the list in which that is written down.

    Only htmx may come from its own address: the pinned copy stands in for it, byte for byte, so
    that the browser checks it against the page's hash as it would check the real one.
    """
    strays: list[str] = []

    def refuse(route: Route) -> None:
        strays.append(route.request.url)
        route.abort()

    def stand_in(route: Route) -> None:
        open_to_all = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
        route.fulfill(path=STATIC / LOCAL_FILE, headers=open_to_all)

    # A pattern is matched by the driver; a function would be asked here about every request.
    context.route(re.compile(f"^(?!{re.escape(base_url)}/)"), refuse)
    context.route(CDN_ADDRESS, stand_in)
    return strays


def wait_for_ever(page: Page) -> None:
    """Let no page of this phone turn to its own copy of htmx because the machine is slow."""
    script = (STATIC / "fallback.js").read_text("utf-8")
    assert "LONG_ENOUGH = 2500" in script
    patient = script.replace("LONG_ENOUGH = 2500", "LONG_ENOUGH = 2 ** 30")
    page.context.route(
        "**/static/*/fallback.js",
        lambda route: route.fulfill(body=patient, content_type="text/javascript"),
    )
