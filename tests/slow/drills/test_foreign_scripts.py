"""Test that scripts typed as text do not run on any page, with and without the CSP.

Without the policy only escaping protects; with it no page may need what the policy forbids.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.browser.phone import PHONE, foreign_requests
from tests.editions.own_box import OWN_BOX_TOML
from tests.serving import COMPANION, serving
from tests.web.routes import every_path

SCRIPT = "<script>pwned()</script>"  # as long as a name may be
BREAKING_OUT = (
    '"><img src=x onerror=pwned()>',
    "'><svg/onload=pwned()>",
    "</script><script>pwned()</script>",
    "javascript:pwned()",
    "{{ pwned() }}",
)
NAMES = [SCRIPT, '"><script>pwned()//', "<svg/onload>pwned()<x>"]
# Script: list elements with event handlers, `javascript:` addresses or a typed script.
SUSPICIOUS = """() => [...document.querySelectorAll("*")].filter(
    each => [...each.attributes].some(a => a.name.startsWith("on")
        || (/^(href|src|action|formaction)$/.test(a.name) && /^\\s*javascript:/i.test(a.value)))
    || (each.localName === "script" && /pwned/.test(each.textContent))
).map(each => each.outerHTML)"""


@dataclass
class Seen:
    """Scripts run, policy violations and suspicious elements that Chromium found on all pages."""

    executed: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    suspicious: list[str] = field(default_factory=list)
    pages: int = 0

    def note(self, text: str) -> None:
        """Record a console message if it is about the content security policy."""
        if "Content Security" in text:
            self.violations.append(text)


@pytest.fixture(scope="module")
def hostile_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a companion with an own box of cards whose texts are scripts; yield the URL."""
    data = tmp_path_factory.mktemp("hostile")
    (data / "boxes").mkdir()
    hostile = OWN_BOX_TOML.replace("Our old box", SCRIPT).replace("A taped lid", SCRIPT)
    hostile = hostile.replace("Thunder", SCRIPT).replace("Tonnerre", SCRIPT)
    (data / "boxes" / "house.toml").write_text(hostile)
    command = (*COMPANION, "--host=127.0.0.1", "--port=0", f"--data={data}", "--htmx=local")
    with serving(*command, "--keep-copies=0") as served:
        yield served.url


@pytest.fixture(scope="module")
def keys(playwright: Playwright, hostile_url: str) -> list[str]:
    """Play games with scripts as names, notes and house rules; return their access keys."""
    script = playwright.request.new_context(base_url=hostile_url)

    def send(method: str, path: str, **values: object) -> dict[str, object]:
        answer = script.fetch(f"/api{path}", method=method, data=values)
        assert answer.ok, answer.text()
        return dict(answer.json())

    made = send("POST", "/games", edition="house", players=NAMES)
    key = str(made["score_key"])
    for text in BREAKING_OUT:
        notes = [{"rule": "stack.2on2", "text": text}]
        hands = {NAMES[1]: {"cards": ["thunder"]}, NAMES[2]: {"points": 3}}
        send("POST", f"/games/{key}/rounds", went_out=SCRIPT, hands=hands, notes=notes)
        send("PUT", f"/games/{key}/settled/stack.2on2", text=text)
    script.post("/nickname", form={"nickname": SCRIPT})
    script.post(f"/games/{key}/rematch")
    journal = send("GET", f"/games/{key}/journal")
    again = send("POST", "/games/import", **journal)
    names = [f"{number}{SCRIPT[:20]}" for number in range(8)]
    hall = send("POST", "/games", edition="house", format="tournament", players=names)
    tables = [str(table["key"]) for table in hall["tables"]]  # type: ignore[attr-defined]
    opened = [made, again, hall]
    script.dispose()
    return [*(str(each["score_key"]) for each in opened), str(made["watch_key"]), tables[0]]


@pytest.mark.parametrize("is_policy_on", [False, True], ids=["policy off", "policy on"])
def test_typed_scripts_do_not_run_on_any_page(
    browser: Browser, app: Flask, hostile_url: str, keys: list[str], *, is_policy_on: bool
) -> None:
    with browser.new_context(base_url=hostile_url, bypass_csp=not is_policy_on, **PHONE) as context:
        seen = visit_all(context, app, hostile_url, keys)
    print(f"{seen.pages} pages")  # noqa: T201
    assert seen.executed == []
    assert seen.suspicious == []
    assert seen.violations == []
    assert seen.pages > 100


def visit_all(context: BrowserContext, app: Flask, url: str, keys: list[str]) -> Seen:
    seen = Seen()
    foreign_requests(url, context)
    context.expose_function("pwned", lambda: seen.executed.append(page.url))
    page = context.new_page()
    page.on("console", lambda message: seen.note(message.text))
    page.goto("/")
    page.request.post(f"{url}/nickname", form={"nickname": SCRIPT})
    paths = [path for path in every_path(app, *keys) if "classic-108" not in path]
    paths += [path.replace("classic-108", "house") for path in every_path(app) if "classic" in path]
    for text in (SCRIPT, *BREAKING_OUT):
        paths += [f"/{quote(text)}", f"/?x={quote(text)}", f"/rules/house/search?q={quote(text)}"]
        paths += [f"/games/new?edition={quote(text)}", f"/box/{quote(text)}"]
        paths += [f"/box/house/count?cards={quote(text)}", f"/games/{keys[0]}?note={quote(text)}"]
    for number, path in enumerate(paths):
        answer = page.request.get(f"{url}{path}")
        if "html" in answer.headers.get("content-type", ""):  # browsers run scripts in HTML only
            lang = ("en", "fr")[number % 2]
            page.goto(f"{path}{'&' if '?' in path else '?'}lang={lang}")
            seen.pages += 1
            seen.suspicious += page.evaluate(SUSPICIOUS)
    return seen
