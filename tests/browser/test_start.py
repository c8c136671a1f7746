"""Tests of the new-game page: number of controls, names, seats, scorings, formats."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone

CONTROLS = """lowest =>
    [...document.querySelectorAll("a, button, input, select, textarea, summary")]
    .filter((each) => each.type !== "hidden" && each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => each.getBoundingClientRect().bottom + scrollY > 0)
    .filter((each) => each.getBoundingClientRect().top + scrollY < lowest)
    .map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture
def page(phone: TakePhone) -> Page:
    page = phone()
    page.goto("/games/new")
    return page


def names(page: Page) -> list[str]:
    return [each.input_value() for each in page.locator("[name=players]:enabled").all()]


def handle(page: Page, name: str) -> Locator:
    rows = page.locator(".seat:visible").all()
    return rows[names(page).index(name)].locator(".grip")


def type_names(page: Page) -> None:
    page.locator("[name=players]").first.tap()
    for name in ("Ana", "Bo", "Cy", "Dee"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")


def controls(page: Page, lowest: float = 740) -> list[str]:
    """Return the HTML of the page's visible controls that start above `lowest` pixels."""
    return [str(each) for each in page.evaluate(CONTROLS, lowest)]


def test_new_game_page_has_few_controls_on_first_screen(page: Page) -> None:
    page.goto("/games/new?edition=toy-story-3")
    assert len(found := controls(page)) <= 18, found
    page.locator(".edition .change").tap()
    expect(page.get_by_role("link", name="Another box")).to_be_visible()


def test_group_page_has_few_controls(phone: TakePhone, base_url: str) -> None:
    companion, names = Companion(base_url), ("Ana", "Bo", "Cy", "Dee")
    group = companion.start(*names, rounds=1, target=50)["group_key"]
    for _ in range(5):
        companion.start(*names, rounds=1, target=50, group=group)
    page = phone()
    page.goto(f"/groups/{group}")
    assert len(found := controls(page)) <= 12, found
    assert len(found := controls(page, 1e6)) <= 25, found


def test_one_tap_starts_game_of_four_unnamed_players(page: Page) -> None:
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text("Player 1 deals")).to_be_visible()
    expect(page.locator(".out .tiles label")).to_have_count(4)


def test_game_of_just_points_starts_in_three_taps(phone: TakePhone) -> None:
    page = phone()
    page.goto("/")
    page.get_by_role("link", name="Another box").tap()
    page.get_by_role("link", name="Just points").tap()
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text("everyone’s points")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(4)


def test_scoring_and_end_follow_the_box_until_they_are_chosen(page: Page) -> None:
    page.goto("/games/new?edition=just-points")
    scoring, end = page.locator("[name=scoring]:checked"), page.locator("[name=end]")
    limit = page.locator("[name=round_limit]")

    def choose(field: str, value: str) -> None:
        page.locator(f"[name={field}][value={value}]").dispatch_event("click")

    for edition, expected in (
        ("hello-kitty", ("winner-collects", "target")),
        ("just-points", ("each-scores", "open")),
    ):
        choose("edition", edition)
        expect(scoring).to_have_value(expected[0])
        expect(end).to_have_value(expected[1])
    choose("edition", "hello-kitty")
    page.locator("[name=target]").fill("300")
    choose("scoring", "keep-own")
    choose("edition", "just-points")
    expect(scoring).to_have_value("keep-own")
    expect(end).to_have_value("target")
    end.select_option("both")
    expect(limit).to_be_visible()
    expect(page.locator("[name=target]")).to_be_visible()
    choose("edition", "hello-kitty")
    expect(end).to_have_value("both")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text("to 300 or 10 rounds")).not_to_have_count(0)


def test_scoring_not_allowed_in_heats_is_hidden(page: Page) -> None:
    page.goto("/games/new?edition=just-points&format=heats")
    page.locator(".scoring .change").tap()
    for name in ("each-scores", "rounds-won"):
        expect(page.locator(f"label:has([value={name}])")).to_be_hidden()
    expect(page.locator("label:has([value=winner-collects])")).to_be_visible()


def test_scoring_by_rounds_won_replaces_target_in_points_by_rounds(page: Page) -> None:
    points, rounds = page.locator("[name=target]"), page.locator("[name=rounds]")
    expect(points).to_be_visible()
    expect(rounds).to_be_hidden()
    page.get_by_label("Change how you score").check(force=True)
    page.locator("label:has([value=rounds-won])").tap()
    expect(points).to_be_hidden()
    expect(rounds).to_have_value("3")


def test_chosen_end_shows_only_its_own_field(page: Page) -> None:
    points, rounds, limit = (
        page.locator(f"[name={name}]") for name in ("target", "rounds", "round_limit")
    )
    page.locator("[name=end]").select_option("rounds")
    expect(limit).to_have_value("10")
    for each in (points, rounds):
        expect(each).to_be_hidden()
    page.locator("[name=end]").select_option("open")
    for each in (points, rounds, limit):
        expect(each).to_be_hidden()
    page.locator("label:has([value=challenge])").dispatch_event("click")
    expect(points).to_be_visible()
    expect(page.locator("[name=end]")).to_be_hidden()


def test_everyones_points_are_typed_without_naming_a_winner(phone: TakePhone) -> None:
    page = phone()
    page.goto("/games/new?edition=just-points")
    page.get_by_label("Which game?").fill("Skyjo")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text("Skyjo")).not_to_have_count(0)
    expect(page.get_by_text("who went out?")).to_be_hidden()
    second = phone()
    second.goto(page.url)
    # After the first round the whole page is sent, later only its top.
    for number, lead in ((1, 7), (2, 14), (3, 21)):
        expect(page.get_by_text(f"Round {number}: everyone’s points")).to_be_visible()
        page.locator(".hand .row").first.tap()
        for points in ("12", "-3", "0", "5"):
            for digit in points:
                page.locator(f"#pad [data-digit='{digit}']").tap()
            page.locator("#pad [data-part=next]").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Player 1 leads by {lead}")
        # The other phone, on which nobody is counting, goes on to the next round.
        expect(second.locator("form.round")).to_have_attribute("data-round", str(number + 1))


def test_tap_on_chosen_format_shows_other_formats_until_one_is_chosen(page: Page) -> None:
    teams = page.locator("label:has([value=teams])")
    expect(teams).to_be_hidden()
    page.get_by_text("Everyone for themselves").tap(force=True)
    teams.tap()
    expect(page.get_by_text("Everyone for themselves")).to_be_hidden()


def test_scoring_not_allowed_for_teams_is_hidden_and_game_can_be_played(page: Page) -> None:
    collects, keeps, wins = (
        page.locator(f"label:has([value={name}])")
        for name in ("winner-collects", "keep-own", "rounds-won")
    )
    page.locator(".scoring .change").tap()
    keeps.tap()
    page.locator(".format .change").tap()
    page.locator("label:has([value=teams])").tap()
    expect(keeps).to_be_hidden()
    expect(collects).to_be_visible()  # the default replaces a scoring not for teams
    expect(wins).to_be_hidden()
    page.locator(".scoring .change").tap()
    wins.tap()
    page.get_by_role("button", name="Start the game").tap()
    page.locator(".out .tiles label").nth(1).tap()
    page.locator(".save .primary").tap()
    expect(page.locator("h1")).to_contain_text("lead by 1 round")


def test_tournament_format_keeps_typed_names_and_asks_for_time(page: Page) -> None:
    page.locator("[name=players]").first.fill("Ana")
    tournament = page.locator("label:has([value=tournament])")
    expect(tournament).to_be_hidden()
    page.locator(".format .change").tap()
    expect(tournament).to_be_in_viewport(ratio=1)
    tournament.tap()
    expect(page.get_by_text("How much time do you have?")).to_be_visible()
    assert names(page)[0] == "Ana"


@pytest.mark.parametrize("has_script", [True, False])
def test_tournament_that_players_join_by_link_is_created_in_two_taps(
    phone: TakePhone, *, has_script: bool
) -> None:
    page = phone(java_script_enabled=has_script)
    page.goto("/")
    page.get_by_role("link", name="Organise a tournament").tap()
    expect(page.get_by_label("Players type their own names")).to_be_checked()
    expect(page.locator(".seat").first).to_be_hidden()
    page.get_by_role("button", name="Let players in").tap()
    expect(page.get_by_role("heading", name="Scan and type your name")).to_be_visible()
    expect(page.get_by_text("You need at least 4 players to start.")).to_be_visible()


def test_tournament_option_players_type_own_names_hides_seats(
    page: Page,
) -> None:
    page.locator(".format .change").tap()
    page.locator("label:has([value=tournament])").tap()
    own_names = page.get_by_label("Players type their own names")
    expect(own_names).to_be_in_viewport(ratio=1)
    own_names.tap()
    expect(own_names).to_be_in_viewport(ratio=1)
    expect(page.locator(".seat").first).to_be_hidden()
    own_names.tap()  # the second tap switches the option off
    expect(page.locator(".seat").first).to_be_visible()


def test_enter_moves_to_next_name_and_buttons_add_or_remove_seats(page: Page) -> None:
    type_names(page)
    assert names(page) == ["Ana", "Bo", "Cy", "Dee"]
    page.get_by_role("button", name="Add player").tap()
    assert names(page) == ["Ana", "Bo", "Cy", "Dee", ""]
    expect(page.locator("[name=players]").nth(4)).to_be_focused()  # the new, blank seat
    for _ in range(2):
        page.get_by_role("button", name="Remove player").tap()
    assert names(page) == ["Ana", "Bo", "Cy"]


def test_seats_are_swapped_by_two_taps_or_moved_by_dragging(page: Page) -> None:
    type_names(page)
    page.locator(".deals").nth(1).tap()  # Bo
    page.get_by_text("Change places").tap()
    handle(page, "Bo").tap()
    handle(page, "Dee").tap()
    assert names(page) == ["Ana", "Dee", "Cy", "Bo"]
    assert page.locator("[name=dealer]:checked").input_value() == "4"  # still Bo
    start, end = (handle(page, name).bounding_box() for name in ("Bo", "Ana"))
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 5, steps=5)
    page.mouse.up()
    assert names(page) == ["Bo", "Ana", "Dee", "Cy"]
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text("Bo deals")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_day_is_formatted_alike_with_and_without_scripts(phone: TakePhone, language: str) -> None:
    days = []
    for has_script in (True, False):
        page = phone(locale=f"{language}-US", java_script_enabled=has_script)
        page.goto("/games/new")
        page.get_by_role("button", name=re.compile("Start|Commencer")).tap()
        page.wait_for_url(re.compile(r"/games/[\w-]{22}$"))
        page.goto("/")
        page.wait_for_load_state("networkidle")
        days.append(page.locator("time.day").inner_text())
    assert days[0] == days[1]


@pytest.mark.parametrize("form", ["new game", "group"])
def test_two_quick_taps_start_one_game(phone: TakePhone, base_url: str, form: str) -> None:
    page = phone()
    page.goto("/games/new?edition=toy-story-3")
    type_names(page)
    start = page.get_by_role("button", name="Start the game")
    if form == "group":
        start.tap()
        page.get_by_role("link", name="Our games").tap()
        start = page.get_by_role("button", name="New game")
    posted: list[Route] = []

    def answer_late(route: Route) -> None:
        """Let the server answer the first tap, whose answer comes after the second tap."""
        posted.append(route)
        if len(posted) == 1:
            route.fetch(max_redirects=0)
        else:
            route.continue_()

    page.route(lambda url: url.endswith(("/games", "/start")), answer_late)
    touch = page.context.new_cdp_session(page)
    start.scroll_into_view_if_needed()
    box = start.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    before = games_of(page, base_url)
    for wait in (120, 0):  # ms
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(wait)
    page.wait_for_url("**/games/*")
    expect(page.locator("form.round")).to_be_visible()
    assert len(posted) == 2
    assert games_of(page, base_url) == before + 1


def games_of(page: Page, base_url: str) -> int:
    """Return how many games the phone's home page lists."""
    answer = page.context.request.get(f"{base_url}/?all")
    return len(set(re.findall(r'href="(/games/[\w-]{22})"', answer.text())))


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_days_of_group_are_those_of_the_phone(
    new_context: Callable[..., BrowserContext], base_url: str, zone: str
) -> None:
    """These zones are 26 hours apart, so one of them has another day than the server."""
    group = Companion(base_url).start("Ana", "Bo", rounds=1, target=5)["group_key"]
    page = new_context(timezone_id=zone).new_page()
    today = datetime.now(ZoneInfo(zone)).date()
    page.goto(f"/groups/{group}?from={today}&to={today}")
    expect(page.locator(f"[data-zone='{zone}']")).to_have_count(1)
    expect(page.get_by_text("1 / 1")).to_be_visible()
    # The companion remembers the zone, so the next page is shown at once.
    loaded: list[str] = []
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    page.goto(f"/groups/{group}?from={today}&to={today}")
    expect(page.get_by_text("1 / 1")).to_be_visible()
    page.goto(f"/groups/{group}?from={today - timedelta(1)}&to={today - timedelta(1)}")
    expect(page.locator("[data-zone]")).to_have_count(1)
    expect(page.get_by_text("1 / 1")).to_have_count(0)
    assert not any("tz=" in each for each in loaded)
