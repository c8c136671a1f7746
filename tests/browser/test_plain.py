"""Pages on which no script works: they are complete and are loaded again by themselves."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.all_pages import Companion, every_page
from tests.browser.phone import TakePhone, until
from tests.serving import ROOT

SCRIPTS = re.compile(r"/static/.*\.js$")
REFRESH = 20  # seconds, shortened in these tests
Break = Callable[[Page], object]


def syntax_error(page: Page) -> None:
    """Answer every script, as a television does that is older than its syntax."""
    page.route(SCRIPTS, lambda route: route.fulfill(body="{{", content_type="text/javascript"))


def only_modules_fail(page: Page) -> None:
    def answer(route: Route) -> None:
        if "htmx" in route.request.url:
            route.continue_()
        else:
            route.fulfill(body="{{", content_type="text/javascript")

    page.route(SCRIPTS, answer)


def only_htmx_fails(page: Page) -> None:
    page.route(
        re.compile(r"/static/.*htmx.*\.js$"),
        lambda route: route.fulfill(body="{{", content_type="text/javascript"),
    )


def no_has(page: Page) -> None:
    """Take `:has()` away, as in Firefox before 121 and Chrome before 105."""
    page.add_init_script(
        """for (const kind of [Document, Element]) for (const name of ["querySelector", "matches",
             "querySelectorAll", "closest"]) {
          const own = kind.prototype[name];
          if (own) kind.prototype[name] = function (text) {
            if (/:has/.test(text)) throw new SyntaxError(text);
            return own.call(this, text);
          };
        }
        const own = CSS.supports.bind(CSS);
        CSS.supports = (...all) => !/:has/.test(all[0]) && own(...all);
        Array.prototype.at = undefined;"""
    )


def never(page: Page) -> None:
    page.route(SCRIPTS, lambda route: route.abort())


BROKEN = pytest.mark.parametrize(
    "fail", [syntax_error, only_modules_fail, only_htmx_fails, no_has, never]
)


def refresh_after(page: Page, seconds: int) -> None:
    """Shorten the time after which boards are loaded again."""

    def shortened(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        assert f'content="{REFRESH}' in text or "<html" not in text
        route.fulfill(
            response=answer, body=text.replace(f'content="{REFRESH}', f'content="{seconds}')
        )

    page.route("**/watch/**", shortened)


@BROKEN
def test_board_shows_round_without_scripts(phone: TakePhone, base_url: str, fail: Break) -> None:
    companion = Companion(base_url)
    game = companion.start("Ana", "Bo", edition="classic-108")
    page = phone()
    fail(page)
    refresh_after(page, 3)
    page.goto(f"/watch/{game['watch_key']}")
    expect(page.locator(".lanes")).to_be_visible()
    hands = {"Bo": {"points": 45}}
    companion.ask("POST", f"/api/games/{game['score_key']}/rounds", went_out="Ana", hands=hands)
    expect(page.locator(".lane.lead b")).to_have_text("45")
    companion.ask("POST", f"/api/games/{game['score_key']}/rounds", went_out="Ana", hands=hands)
    expect(page.locator(".lane.lead b")).to_have_text("90")


@BROKEN
def test_television_follows_its_game_without_scripts(
    phone: TakePhone, base_url: str, fail: Break
) -> None:
    companion = Companion(base_url)
    game = companion.start("Ana", "Bo", edition="classic-108")
    television, own = phone(), phone()
    fail(television)
    refresh_after(television, 3)
    television.goto("/tv")
    code = television.locator(".tv-code").inner_text()
    own.goto(f"/games/{game['score_key']}")
    own.request.post(f"{base_url}/games/{game['score_key']}/tv", form={"code": code})
    expect(television.locator(".lanes")).to_be_visible()
    television.reload()  # as no redirected answer can be shortened
    hands = {"Bo": {"points": 45}}
    companion.ask("POST", f"/api/games/{game['score_key']}/rounds", went_out="Ana", hands=hands)
    expect(television.locator(".lane.lead b")).to_have_text("45")


@pytest.mark.parametrize("fail", [syntax_error, only_modules_fail, no_has, never])
def test_rounds_are_saved_and_shown_without_scripts(
    phone: TakePhone, base_url: str, fail: Break
) -> None:
    companion = Companion(base_url)
    game = companion.start("Ana", "Bo", edition="classic-108")
    page = phone()
    fail(page)
    page.goto(f"/games/{game['score_key']}")
    page.locator("label:has([name=went_out][value='1'])").tap()
    expect(page.locator("[name=points-2]")).to_be_visible()
    page.locator("#hand-2 summary").tap()
    expect(page.locator("[name='count-2-skip']")).to_be_visible()
    page.locator("[name='count-2-skip']").fill("2")
    page.wait_for_timeout(3000)  # no poll may take away what was typed
    expect(page.locator("[name='count-2-skip']")).to_have_value("2")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#standing")).to_contain_text("40")
    hands = {"Bo": {"points": 5}}
    companion.ask("POST", f"/api/games/{game['score_key']}/rounds", went_out="Ana", hands=hands)
    link = page.get_by_role("link", name="Refresh")
    expect(link).to_be_visible()
    link.tap()
    expect(page.locator("#standing")).to_contain_text("45")


def test_every_page_is_complete_without_scripts(phone: TakePhone, base_url: str) -> None:
    names = tuple(f"Player{number}" for number in range(8))
    page = phone()
    syntax_error(page)
    for name, address in every_page(base_url, names).items():
        page.goto(address)
        assert page.locator("noscript").count() == 0, name
        if page.locator("#live").count():
            expect(page.locator(".refresh a").first).to_be_visible()
        for form in page.locator("form[method=post]:visible").all():
            assert form.locator("button, [type=submit]").count(), name


def test_working_scripts_take_away_what_they_replace(phone: TakePhone, base_url: str) -> None:
    game = Companion(base_url).start("Ana", "Bo", edition="classic-108")
    page = phone()
    refresh_after(page, 5)
    page.goto(f"/watch/{game['watch_key']}")
    page.evaluate("window.isStillThere = true")
    expect(page.locator("html[data-polls]")).to_have_count(1)
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0)
    page.wait_for_timeout(7000)
    assert page.evaluate("window.isStillThere") is True
    for address in (f"/watch/{game['watch_key']}", f"/games/{game['score_key']}"):
        page.goto(address)
        expect(page.locator("html[data-polls]")).to_have_count(1)
        expect(page.get_by_role("link", name="Refresh")).to_have_count(0)
        assert page.locator(".of-each").count() == 0


def held(page: Page, address: str) -> list[Route]:
    """Hold back all requests to an address, and return them as they arrive."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route(address, hold)
    return routes


def test_answer_to_poll_does_not_cancel_a_link_tapped_before(
    phone: TakePhone, base_url: str
) -> None:
    game = Companion(base_url).start("Ana", "Bo", edition="classic-108")
    page = phone()
    polls = held(page, "**/watch/*since=*")
    page.goto(f"/watch/{game['watch_key']}")
    page.wait_for_load_state()
    until(page, lambda: polls)
    pages = held(page, f"{base_url}/")
    page.locator("header a").first.click(no_wait_after=True)
    until(page, lambda: pages)
    polls.pop().continue_()
    page.wait_for_timeout(500)  # ms, so that the page could react to the answer
    pages.pop().continue_()
    expect(page).to_have_url(f"{base_url}/")


def test_answer_to_poll_while_page_loads_interrupts_nothing(
    phone: TakePhone, base_url: str
) -> None:
    game = Companion(base_url).start("Ana", "Bo", edition="classic-108")
    page = phone()
    polls, slow = held(page, "**/watch/*since=*"), held(page, "**/slow.png")
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        document.body.append(Object.assign(new Image(), { src: "/slow.png" }));
    })""")
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.goto(f"/watch/{game['watch_key']}", wait_until="commit")
    until(page, lambda: slow)
    expect(page.locator("#live[data-htmx-powered]")).to_have_count(1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # so that it polls
    until(page, lambda: polls)
    polls.pop().continue_()
    until(page, lambda: polls)  # the next poll, so the first was answered
    assert not failed
    slow.pop().fulfill(body="")
    page.wait_for_load_state()
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(1)
    polls.pop().continue_()
    expect(page.locator("meta[http-equiv=refresh]")).to_have_count(0)


@pytest.mark.parametrize(
    "bundle", [*(ROOT / "companion/bundles").rglob("*.js")], ids=lambda path: path.name
)
def test_every_script_of_a_page_is_for_browsers_with_has(bundle: Path) -> None:
    loaded_by_others = {"fallback.js", "journal.js", "offer.js", "rounds.js", "database.js"}
    parts = {"hand.js", "storage.js", "drafts.js", "recorded.js", "saving.js"}
    if bundle.name not in loaded_by_others | parts:
        assert 'CSS.supports("selector(:has(*))")' in bundle.read_text("utf-8")
