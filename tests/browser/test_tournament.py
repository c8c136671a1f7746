"""Tests of a tournament on phones: the organiser's, and one at each tournament table."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone
from tests.browser.table import Table
from tests.browser.test_joining import sit_down

EIGHT = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]


def start(phone: Page, rounds: int) -> None:
    """Start a tournament of eight by taps, with `rounds` per partner and default rotations."""
    phone.goto("/")
    phone.locator("a.button.primary").click()
    for _ in EIGHT[4:]:
        phone.get_by_role("button", name="Add player").click()
    for place, name in enumerate(EIGHT):
        phone.locator("[name=players]").nth(place).fill(name)
    Table(phone).choose("format", "tournament")
    phone.locator("summary", has_text="How many rounds with each partner?").click()
    for name, value in (("rounds_per_partnership", rounds), ("rotations", "")):
        phone.locator(f"label:has([name={name}][value='{value}'])").click()
    phone.locator("button.primary:visible").last.click()


def links(organiser: Page) -> list[str]:
    """Return the links of all tournament tables, read from the page for sharing."""
    organiser.get_by_role("link", name="Invite").first.click()
    expect(organiser.locator(".kind-table .qr").first).to_be_in_viewport(ratio=1)
    organiser.wait_for_url("**/share")  # wait until the page has its final address
    written = organiser.locator(".address").all_text_contents()  # also reads links in closed folds
    organiser.go_back()
    return [address for address in written if "/tables/" in address]


def play(phone: Page, points: int) -> tuple[str, str]:
    """Save a round won by the first player listed, and return that player and the partner."""
    winner, left, partner, right = phone.locator(".partners bdi").all_text_contents()
    phone.locator(".out label").filter(has_text=re.compile(f"^{winner}$")).click()
    for name in (left, right):
        tile = phone.locator(".out label").filter(has_text=re.compile(f"^{name}$"))
        seat = tile.locator("input").get_attribute("value")
        phone.locator(f"[name=points-{seat}]").fill(str(points))
    phone.locator("form.round button.primary:visible").last.click()
    expect(phone.locator(".flash")).to_be_visible()
    return winner, partner


def total(organiser: Page, name: str) -> int:
    row = organiser.locator(".ranking tbody tr").filter(has=organiser.get_by_text(name, exact=True))
    return int(row.locator("td b").inner_text())


def test_whole_tournament_of_eight_without_scripts(phone: TakePhone) -> None:
    organiser, one, two = (phone(java_script_enabled=False) for _ in range(3))
    for page in (organiser, one, two):
        page.set_viewport_size({"width": 360, "height": 780})
    start(organiser, rounds=1)
    organiser.get_by_text("Is it fair?").click()
    expect(organiser.get_by_text("Everyone teams up with everyone")).to_be_visible()
    for table, address in zip((one, two), links(organiser), strict=True):
        table.goto(address)
    won: dict[str, int] = dict.fromkeys(EIGHT, 0)
    for rotation in range(1, 8):
        for points, table in ((5, one), (20, two)):
            table.reload()
            expect(table.locator("main")).to_contain_text(f"Rotation {rotation} of 7")
            for name in play(table, points):
                won[name] += 2 * points
            is_over = (rotation, table) == (7, two)
            done = "most points after the last rotation" if is_over else ""
            expect(table.locator("main")).to_contain_text(done or "Saved: ")
    organiser.reload()
    expect(organiser.locator(".moment")).to_contain_text("after the last rotation")
    assert {name: total(organiser, name) for name in EIGHT} == won
    for page in (organiser, one, two):
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("language", ["en", "fr"])
def test_choice_of_who_went_out_is_on_first_screen_of_next_rotation(
    page: Page, base_url: str, language: str
) -> None:
    options = {"format": "tournament", "rounds_per_partnership": 1}
    game = Companion(base_url).start("Marie-Louise", *EIGHT[1:], rounds=2, **options)
    page.goto(f"/tables/{game['tables'][0]['key']}?lang={language}")
    expect(page.locator(".partners bdi")).to_have_count(4)
    expect(page.locator(".who-out .tile").last).to_be_in_viewport(ratio=1)


# Counts the taps of fingers in a page's window, over all pages it opens.
COUNT_TAPS = """addEventListener("pointerup", (event) => {
    if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


@pytest.mark.parametrize("way", ["list", "code"])
def test_heats_of_twelve_reach_first_round_in_eight_taps(
    page: Page, base_url: str, way: str
) -> None:
    page.add_init_script(COUNT_TAPS)
    names = [*EIGHT, "Ida", "Jo", "Kim", "Lou"]
    page.goto("/")
    page.get_by_role("link", name="Organise a tournament").tap()
    page.get_by_text("Heats and a final").tap()
    if way == "code":
        page.get_by_role("button", name="Let players in").tap()
        join = str(page.locator(".address").text_content()).rpartition("/")[2]
        for name in names:
            Companion(base_url).ask("POST", f"/api/join/{join}", name=name)
        page.get_by_role("button", name="Start with 12 players").tap()
    else:
        page.wait_for_url("**/games/new*")  # with the script that notices what is typed
        page.get_by_text("Players type their own names").tap()
        page.locator("[name=more_players]").tap()
        page.keyboard.insert_text("\n".join(names))
        expect(page.locator("#outline")).to_have_text(
            "12 players: 3 tables, then 2, then the final; about 1 h 20 min"
        )
        page.get_by_role("button", name="Start the tournament").tap()
    page.get_by_role("link", name="Open table 1").tap()
    expect(page.get_by_text("Round 1: who went out?")).to_be_visible()
    assert 4 < page.evaluate("Number(sessionStorage.taps)") <= 8


def test_points_of_players_who_are_out_end_at_the_edge_of_the_board(
    page: Page, base_url: str
) -> None:
    companion = Companion(base_url)
    game = companion.start(*EIGHT, rounds=2, format="heats", rounds_per_table=1)
    companion.ask("POST", f"/api/games/{game['score_key']}/stages")
    page.goto(f"/watch/{game['watch_key']}")
    row, points = (page.locator(f".ranked li{each}").first.bounding_box() for each in ("", " b"))
    assert row
    assert points
    assert points["x"] + points["width"] == pytest.approx(row["x"] + row["width"], abs=2)


def test_scoring_of_heats_mentions_no_target(page: Page) -> None:
    page.goto("/games/new")
    page.locator(".scoring .change").tap()
    target = page.get_by_text("First to the target wins.").first
    expect(target).to_be_visible()
    page.locator(".format .change").tap()
    page.get_by_text("Heats and a final").tap()
    expect(page.get_by_text("Everyone scores their own hand", exact=True)).to_be_visible()
    expect(target).to_be_hidden()


@pytest.mark.parametrize(
    "names",
    [
        ["Jean-Baptiste", "Marie-Louise", "Florence", "Alexandra", "Wilhelmina", "Bo"],
        ["Anaïs", "Maëlle", "Hélène", "Karim", "Quentin", "Chloé"],
    ],
)
def test_sheet_of_six_players_has_whole_names_and_figures(
    page: Page, base_url: str, names: list[str]
) -> None:
    companion = Companion(base_url)
    game = companion.start(*names, *EIGHT[2:], format="heats", table_size=6)
    for out in names[5], names[2]:
        hands = {name: {"points": 102} for name in names if name != out}
        where = {"table": 1, "rotation": 1, "went_out": out, "hands": hands}
        companion.ask("POST", f"/api/games/{game['score_key']}/rounds", **where)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/tables/{game['tables'][0]['key']}")
    cut = """all => all.filter((each) => each.scrollWidth > each.clientWidth + 1
        || each.scrollHeight > each.clientHeight + 1).map((each) => each.textContent)"""
    assert page.locator(".sheet .who").count() == 6
    assert page.locator(".sheet .who").evaluate_all(cut) == []
    tall = "all => Math.max(...all.map((each) => each.getBoundingClientRect().height))"
    assert page.locator(".sheet .total").evaluate_all(tall) < 24
    assert page.locator(".sheet td").evaluate_all(tall) < 50


def test_two_phones_see_tables_finish_and_the_draw(phone: TakePhone, base_url: str) -> None:
    companion = Companion(base_url)
    options = {"format": "heats", "table_size": 4, "rounds_per_table": 1}
    game = companion.start(*EIGHT, rounds=1, **options)
    organiser, board, table = phone(), phone(), phone()
    organiser.goto(f"/games/{game['score_key']}")
    board.goto(f"/watch/{game['watch_key']}")
    table.goto(f"/tables/{game['tables'][1]['key']}")
    for page in organiser, board:
        expect(page.locator("main")).to_contain_text("1 table is playing")
    expect(organiser.get_by_role("button", name="Draw the final")).to_be_hidden()
    table.locator(".out label", has_text="Eve").tap()
    for _ in range(3):
        table.locator("[data-use=digits]").tap()
        table.locator("[data-digit='7']").tap()
        table.locator("[data-action=next]").tap()
    for page in organiser, board, table:
        expect(page.locator("main")).to_contain_text("Stage 1 is over: next comes the draw")
    organiser.get_by_role("button", name="Draw the final").tap()
    for page in organiser, board, table:
        expect(page.locator("main")).to_contain_text("Stage 1 is over: find your table")


def test_form_asks_only_for_hands_of_the_two_opponents_in_tournament(phone: TakePhone) -> None:
    organiser, table = phone(java_script_enabled=False), phone(java_script_enabled=False)
    start(organiser, rounds=4)
    table.goto(links(organiser)[0])
    table.locator(".out label").first.click()
    expect(table.locator(".hands .hand:visible")).to_have_count(2)


def test_hands_can_be_entered_on_key_pad_at_tournament_table(phone: TakePhone) -> None:
    organiser, table = phone(), phone()
    start(organiser, rounds=4)
    table.goto(links(organiser)[0])
    table.locator(".out label").first.click()
    for _ in range(2):
        table.locator("[data-use=digits]").tap()
        table.locator("[data-digit='7']").tap()
        table.locator("[data-action=next]").tap()
    expect(table.locator(".flash")).to_contain_text("+14")
    expect(table.locator("main")).to_contain_text("Round 2: who went out?")


def test_minutes_of_a_rotation_update_on_open_page(phone: TakePhone) -> None:
    organiser = phone()
    organiser.clock.install()
    start(organiser, rounds=4)
    expect(organiser.locator(".cloth time")).to_have_text("Rotation began just now")
    organiser.clock.fast_forward("03:00")
    expect(organiser.locator(".cloth time")).to_have_text("Rotation began 3 min ago")


def test_line_on_new_stage_and_seat_numbers_keep_their_space(page: Page, base_url: str) -> None:
    companion = Companion(base_url)
    names = [*EIGHT[1:], "Maëlle", "Hélène", "Karim", "Pierre-Emmanuel"]
    options = {"format": "heats", "table_size": 3, "rounds_per_table": 1, "edition": "classic-108"}
    game = companion.ask("POST", "/api/games", players=names, open_seats=True, **options)
    key = game["score_key"]
    sit_down(page, f"/join/{game['join_key']}", "Anaïs")
    page.goto(f"/games/{key}")
    heights = "all => all.map(each => each.getBoundingClientRect().height)"
    assert max(page.locator(".people .place").evaluate_all(heights)) < 30
    companion.ask("PATCH", f"/api/games/{key}", open_seats=False)
    for table in companion.ask("GET", f"/api/games/{key}")["game"]["next"]["tables"]:
        *others, out = [name for (name,) in table["sides"]]
        hands = {name: {"points": 9} for name in others}
        where = {"table": table["table"], "rotation": 1, "went_out": out, "hands": hands}
        companion.ask("POST", f"/api/games/{key}/rounds", **where)
    companion.ask("POST", f"/api/games/{key}/stages")
    page.goto(f"/join/{game['join_key']}")
    page.get_by_role("button", name="Count for table").tap()
    page.wait_for_url("**/tables/*")  # with its style sheets, which may come after the line
    line = page.locator("p.latest")
    assert line.evaluate("each => parseInt(getComputedStyle(each).paddingTop)") >= 6
