"""Tests of boards on a television, and of a tournament's printed plan."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")
WIDTH, HEIGHT = 1920, 1080
# Script: return every visible text with its font size and its rectangle in pixels.
TEXTS = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    const range = document.createRange(), each = walk.currentNode.parentElement;
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    if (!walk.currentNode.data.trim() || !box.width || each.closest(".visually-hidden, .skip")
        || !each.checkVisibility({visibilityProperty: true})) continue;
    const clip = each.closest("span, p, li")?.getBoundingClientRect() ?? box;
    found.push([walk.currentNode.data.trim(), parseFloat(getComputedStyle(each).fontSize),
      box.left, box.top, Math.min(box.right, Math.max(clip.right, box.left)), box.bottom]);
  }
  return found;
}"""
NAMES = ["Wilhelmina", "Jean-Baptiste", "Alexandra", "Bo"]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("players", "most"), [(9, 2), (40, 16)])
def test_printed_tournament_plan_fits_few_pages(
    page: Page, base_url: str, paper: str, players: int, most: int
) -> None:
    names = [f"{NAMES[seat % 4]} {seat}" for seat in range(1, players + 1)]
    hall = Companion(base_url).start(*names, format="tournament")
    page.goto(f"/games/{hall['score_key']}/plan")
    rotations = page.locator(".rotations > li ol")
    expect(rotations.first).to_be_visible()
    expect(rotations.nth(1)).to_be_hidden()
    page.emulate_media(media="print")
    expect(rotations.last).to_be_visible()
    printed = page.pdf(format=paper)
    assert 2 <= len(PDF_PAGE.findall(printed)) <= most


def on_television(phone: TakePhone, address: str) -> Page:
    """Open a board in a page of 1920 x 1080 px, without animations."""
    page = phone()
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(address)
    return page


def font_size(page: Page, selector: str) -> float:
    """Return the smallest font size of all elements that match `selector`, in pixels."""
    sizes: list[float] = page.locator(selector).evaluate_all(
        "found => found.map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    return min(sizes)


def gaps(page: Page, selector: str) -> list[float]:
    """Return the vertical gaps between neighbouring elements from top to bottom, in pixels."""
    edges: list[list[float]] = page.locator(selector).evaluate_all(
        """found => found.map((each) => each.getBoundingClientRect())
           .map(({ top, bottom }) => [top, bottom])"""
    )
    edges.sort()
    return [below[0] - above[1] for above, below in pairwise(edges)]


def check_television(page: Page) -> None:
    """Assert that no text is below 24 px, cut off, or in the outer 5 % of the screen."""
    texts: list[list[Any]] = page.evaluate(TEXTS)
    assert texts
    for words, size, left, top, right, bottom in texts:
        assert size >= 24, words
        assert left >= WIDTH / 20 - 1, words
        assert right <= WIDTH * 19 / 20 + 1, words
        assert top >= HEIGHT / 20 - 1, words
        assert bottom <= HEIGHT * 19 / 20 + 1, words
    assert page.evaluate("document.documentElement.scrollHeight") <= HEIGHT
    cut = page.locator(".hall > li *, .lane *").evaluate_all(
        """found => found.filter(each => each.getBoundingClientRect().bottom
           > each.closest("li").getBoundingClientRect().bottom + 1).length"""
    )
    assert cut == 0


@pytest.mark.parametrize("players", [2, 3, 4, 6, 10])
def test_board_of_a_game_fills_the_television(
    phone: TakePhone, base_url: str, players: int
) -> None:
    names = ["Wilhelmina", "Jean-Baptiste", "Bo", "Alexandra", *"EFGHIJ"][:players]
    game = Companion(base_url).start(*names, rounds=4, target=10_000)
    page = on_television(phone, f"/watch/{game['watch_key']}")
    check_television(page)
    assert font_size(page, ".lane .who") >= 36
    assert font_size(page, ".lane b") >= 72
    lanes = page.locator(".lanes").bounding_box()
    assert lanes
    assert lanes["height"] > 0.65 * HEIGHT
    assert lanes["width"] > 0.89 * WIDTH
    assert re.match(r"Board: \S+ lead", page.title())
    for width in (WIDTH, 1280):
        page.set_viewport_size({"width": width, "height": width * 9 // 16})
        assert min(gaps(page, ".corner svg, .lane")) > 3  # QR code to last player's lane


@pytest.mark.parametrize("players", [4, 8, 10, 16, 23, 32, 40])
@pytest.mark.parametrize("rounds", [0, 1])
def test_tournament_board_shows_large_seats_and_whole_ranking(
    phone: TakePhone, base_url: str, players: int, rounds: int
) -> None:
    names = [f"{NAMES[seat % 4][:10]} {seat}" for seat in range(1, players + 1)]
    game = Companion(base_url).start(*names, rounds=rounds, format="tournament")
    page = on_television(phone, f"/watch/{game['watch_key']}")
    check_television(page)
    assert font_size(page, ".pairs span") >= 36
    assert page.locator(".pairs span").count() == players // 4 * 4
    if rounds:
        assert font_size(page, ".ranked .who, .ranked b") >= 30
        assert page.locator(".ranked li").count() == players


@pytest.mark.parametrize(("players", "size"), [(7, 6), (14, 4), (23, 5), (60, 3), (60, 4), (60, 6)])
def test_heats_board_shows_every_name_at_every_stage(
    phone: TakePhone, base_url: str, players: int, size: int
) -> None:
    names = [f"{NAMES[seat % 4][:10]} {seat}" for seat in range(1, players + 1)]
    companion = Companion(base_url)
    game = companion.start(*names, format="heats", table_size=size, rounds_per_table=1)
    page = on_television(phone, f"/watch/{game['watch_key']}")
    address, seated, out = f"/api/games/{game['score_key']}", players, 0
    few = 12  # players who are out, all of whom have room
    while True:
        state = companion.ask("GET", address)["game"]
        check_heats(page, seated, out)
        for table in state["next"]["tables"]:
            (first,), *others = table["sides"]
            hands = {name: {"points": 9} for (name,) in others}
            where = {"table": table["table"], "rotation": table["rotation"]}
            companion.ask("POST", f"{address}/rounds", went_out=first, hands=hands, **where)
        if state["stages"][-1]["final"]:
            break
        page.reload()
        check_heats(page, seated, out)
        drawn = companion.ask("POST", f"{address}/stages")["game"]["stages"][-1]["tables"]
        before, seated = seated, sum(len(table["seats"]) for table in drawn)
        out = before - seated if players - seated > few else players - seated
        page.reload()
    page.reload()
    check_television(page)
    assert "win" in page.title()


def test_long_names_are_whole_on_heats_board_of_five_tables(
    phone: TakePhone, base_url: str
) -> None:
    names = [f"Marie-Antoinette {seat}" for seat in range(1, 24)]
    game = Companion(base_url).start(*names, format="heats", table_size=5)
    page = on_television(phone, f"/watch/{game['watch_key']}")
    check_television(page)
    shown = page.locator(".singles p > span:first-child")
    assert shown.count() == len(names)
    assert shown.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth + 1)")


def check_heats(page: Page, seated: int, out: int) -> None:
    """Assert that a television shows all players, with the `out` ones below the tables."""
    check_television(page)
    names = page.locator(".singles p > span:first-child")
    assert names.count() == seated
    if page.locator(".staged > li").count() <= 8:
        assert page.locator(".ranked li:visible").count() == out
    assert font_size(page, ".singles p > span:first-child") >= 36
    if seated <= 16:
        assert names.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth + 1)")


@pytest.mark.parametrize(("players", "least"), [(4, 50), (8, 50), (12, 40)])
@pytest.mark.parametrize("height", [720, 1080])
def test_small_tournament_board_shows_large_ranking_with_whole_names(
    phone: TakePhone, base_url: str, players: int, least: int, height: int
) -> None:
    names = ["Marie-Louise", *(f"{NAMES[seat % 3]} {seat}" for seat in range(2, players + 1))]
    game = Companion(base_url).start(*names, rounds=1, format="tournament")
    page = on_television(phone, f"/watch/{game['watch_key']}")
    page.set_viewport_size({"width": height * 16 // 9, "height": height})
    assert font_size(page, ".ranked .who, .ranked b") >= least * height / HEIGHT
    cut = page.locator(".ranked .who, .pairs span").evaluate_all(
        "found => found.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    )
    assert cut == 0
    low = page.locator(".ranked li").last.bounding_box()
    assert low
    assert low["y"] + low["height"] <= 0.95 * height + 1


@pytest.mark.parametrize("players", [2, 3, 10, 13, 40])
def test_final_board_is_large_and_complete(phone: TakePhone, base_url: str, players: int) -> None:
    names = [f"{NAMES[seat % 4][:10]} {seat}" for seat in range(1, players + 1)]
    options = {"format": "tournament", "rotations": 1} if players > 10 else {"target": 10_000}
    game = Companion(base_url).start(*names, rounds=3, **options)
    Companion(base_url).ask("PATCH", f"/api/games/{game['score_key']}", finish=True)
    page = on_television(phone, f"/watch/{game['watch_key']}")
    check_television(page)
    assert font_size(page, "h1") >= 72
    assert font_size(page, ".podium .r1 b") >= 72
    assert "win" in page.title()
    assert page.locator(".podium li, .rest li, .ranked li").count() == players
    if players > 10:
        for height in (720, HEIGHT):
            page.set_viewport_size({"width": height * 16 // 9, "height": height})
            assert font_size(page, ".ranked .who, .ranked b") >= 30
            low = page.locator(".ranked li").last.bounding_box()
            assert low
            assert low["y"] + low["height"] <= 0.95 * height + 1


@pytest.mark.parametrize("height", [720, HEIGHT])
def test_final_board_shows_names_of_nineteen_letters_whole(
    phone: TakePhone, base_url: str, height: int
) -> None:
    names = [f"Christophe-Emman {seat}" for seat in range(11, 51)]
    companion, page = Companion(base_url), phone(locale="fr-FR")
    page.set_viewport_size({"width": height * 16 // 9, "height": height})
    for players in (8, 15, 21):
        game = companion.start(*names[:players], rounds=1, format="tournament")
        companion.ask("PATCH", f"/api/games/{game['score_key']}", finish=True)
        page.goto(f"/watch/{game['watch_key']}")
        shown = page.locator(".ranked .who, .podium .who")
        expect(shown).to_have_count(players)
        assert shown.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth + 1)")
        assert page.evaluate("document.querySelector('main').scrollHeight") <= height


def test_tournament_board_fits_a_phone_with_whole_names(page: Page, base_url: str) -> None:
    names = [f"{NAMES[seat % 4]} {seat}" for seat in range(1, 41)]
    game = Companion(base_url).start(*names, rounds=1, format="tournament")
    page.goto(f"/watch/{game['watch_key']}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # A long name is in full on a phone, though a television cuts it.
    assert page.locator(".pairs span", has_text="Jean-Baptiste").first.is_visible()


def test_board_announces_winner_and_follows_the_rematch(phone: TakePhone, base_url: str) -> None:
    companion = Companion(base_url)
    game = companion.start("Ana", "Bo", rounds=1)
    page = on_television(phone, f"/watch/{game['watch_key']}")
    companion.ask("PATCH", f"/api/games/{game['score_key']}", finish=True)
    expect(page).to_have_title(re.compile("Board: Ana wins!"))
    expect(page.locator("h1")).to_have_text("Ana wins!")
    # Screen readers announce it, as the live region existed since the page was opened.
    expect(page.locator("#live > [role=status]")).to_contain_text("Ana wins!")
    old = page.url
    companion.rematch(game["score_key"])
    expect(page).not_to_have_url(old)
    expect(page.locator(".lane")).to_have_count(2)
