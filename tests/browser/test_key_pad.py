"""Tests of the key pad: entering hands with one thumb."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import PHONE, TakePhone, count_restyled
from tests.browser.table import AT_REST, OUT_OF_REACH, Table
from tests.table import BOXES

FOUR = ("Ana", "Bo", "Cy", "Dee")
PADS, REACH = ("cards", "digits"), 0.6  # a thumb reaches this share of the screen from below
KEY = 55.5  # smallest key in CSS pixels
RECTANGLES = "keys => keys.map((key) => key.getBoundingClientRect())"


@pytest.fixture
def table(page: Page, base_url: str) -> Table:
    """Open a game of four with classic-112, the box with the most keys on its pad."""
    game = Companion(base_url).start(*FOUR, edition="classic-112")
    return Table(page).open(f"/games/{game['score_key']}")


def pad_part(page: Page, name: str) -> Locator:
    return page.locator(f"#pad [data-part={name}]")


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"#pad {key}").tap()


def test_entered_cards_survive_switching_to_points_and_words(table: Table, page: Page) -> None:
    table.tile("Ana").tap()
    tap(page, *["[data-card='9']"] * 3, "[data-card=wild]")
    tap(page, "[data-use=digits]", "[data-digit='5']")
    expect(pad_part(page, "sum")).to_have_text("5")
    expect(pad_part(page, "faces").locator(".face")).to_have_count(0)
    tap(page, "[data-action=erase]")
    expect(pad_part(page, "sum")).to_have_text("77")
    tap(page, "[data-use=words]")
    pad_part(page, "words").fill("two")
    pad_part(page, "words").fill("")
    tap(page, "[data-use=cards]")
    expect(pad_part(page, "sum")).to_have_text("77")
    expect(page.locator("#pad [data-card='9']")).to_have_attribute("data-count", "3")
    tap(page, "[data-action=erase]")  # erases the last card tapped
    expect(pad_part(page, "sum")).to_have_text("27")


def test_points_are_added_up_before_the_hand_is_stored(table: Table, page: Page) -> None:
    table.tile("Ana").tap()
    plus = "[data-digit='+']"
    tap(page, "[data-use=digits]", plus, "[data-digit='2']", "[data-digit='0']", plus, plus)
    tap(page, "[data-digit='5']")
    expect(pad_part(page, "sum")).to_have_text("25")
    expect(page.locator("#hand-2 .row > q")).to_have_text("20+5")
    tap(page, "[data-action=erase]", "[data-digit='7']", "[data-part=next]")
    expect(page.locator("#hand-2:not([hx-morph-skip])")).to_have_count(1)  # sent to the server
    expect(page.locator("#hand-2 .row > b")).to_have_text("27")
    expect(page.locator("#hand-2 .row > q")).to_have_text("")
    tap(page, "[data-digit='1']", "[data-part=next]")
    tap(page, "[data-digit='2']", plus, "[data-digit='3']")
    expect(pad_part(page, "next")).to_have_text("Save · Ana +33")
    tap(page, "[data-part=next]")
    table.shows({"Ana": 33, "Bo": 0, "Cy": 0, "Dee": 0})


def test_total_replaces_cards_entered_before(table: Table, page: Page) -> None:
    table.tile("Ana").tap()
    tap(page, "[data-card='9']", "[data-use=digits]", "[data-digit='5']", "[data-part=next]")
    expect(pad_part(page, "name")).to_have_text("Cy")
    expect(page.locator("#hand-2:not([hx-morph-skip])")).to_have_count(1)  # sent to the server
    expect(page.locator("#hand-2 .row > b")).to_have_text("5")
    expect(page.locator("#hand-2 .fault")).to_have_count(0)


def test_pile_page_reads_words_again_after_misspelt_card(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/box/classic-108/count")
    page.locator("#pad [data-use=words]").tap()
    pad_part(page, "words").fill("sevven skipp")
    expect(pad_part(page, "fault")).to_contain_text("sevven")
    pad_part(page, "words").fill("skip")
    expect(pad_part(page, "fault")).to_be_empty()
    expect(page.locator("#pile .understood b")).to_have_text("20")


def test_next_key_of_key_pad_names_next_player_or_round_to_save(table: Table, page: Page) -> None:
    expect(page.locator(".save")).to_be_hidden()  # nothing can be saved yet
    table.tile("Ana").tap()
    for following in ("Next: Cy", "Next: Dee", "Save · Ana +27"):
        expect(pad_part(page, "next")).to_be_disabled()
        tap(page, "[data-card='9']")
        expect(pad_part(page, "next")).to_have_text(following)
        if following.startswith("Next"):
            tap(page, "[data-action=close]")
            expect(page.locator(".save")).to_be_hidden()  # not offered yet, as a hand is missing
            page.locator(".row:visible", has_text="…").first.tap()
    tap(page, "[data-action=erase]")
    expect(pad_part(page, "next")).to_have_text("Save round")  # gain unknown, as a hand is empty
    tap(page, "[data-card='9']")
    expect(page.locator("#pad .reminder")).to_contain_text("Last card")
    tap(page, "[data-action=close]")
    page.locator(".save .primary").tap()
    table.shows({"Ana": 27, "Bo": 0, "Cy": 0, "Dee": 0})


def test_changing_player_who_went_out_keeps_all_entered_hands(table: Table, page: Page) -> None:
    table.tile("Ana").tap()
    for card in ("3", "4", "5"):
        tap(page, f"[data-card='{card}']", *(["[data-part=next]"] if card != "5" else []))
    table.tile("Cy").tap()
    expect(pad_part(page, "name")).to_have_text("Ana")
    tap(page, "[data-card='1']")
    expect(pad_part(page, "next")).to_have_text("Save · Cy +9")
    table.tile("Ana").tap()
    expect(page.locator("#hand-3 .row > b")).to_have_text("4")


def test_back_button_closes_key_pad_before_leaving_game(table: Table) -> None:
    page, game = table.phone, table.phone.url
    page.goto("/about")
    page.goto(game)
    table.tile("Ana").tap()
    tap(page, "[data-card='9']")
    page.go_back()
    expect(page.locator("#pad")).to_be_hidden()
    assert page.url == game
    expect(page.locator("#hand-2 .row > b")).to_have_text("9")
    page.locator("#hand-3 .row").tap()
    tap(page, "[data-action=close]")
    page.go_back()
    page.wait_for_url("**/about")


@pytest.mark.parametrize(
    ("width", "height", "letters"), [(740, 360, 1), (640, 360, 1), (360, 740, 2), (320, 568, 1)]
)
def test_all_keys_fit_on_every_screen(table: Table, width: int, height: int, letters: int) -> None:
    page = table.phone
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(f"document.documentElement.style.fontSize = '{106.25 * letters}%'")
    table.tile("Ana").tap()
    tap(page, *[f"[data-card='{card}']" for card in "0123456789"])
    tap(page, "[data-part=next]", "[data-card=wild]", "[data-part=next]", "[data-card='9']")
    expect(pad_part(page, "next")).to_contain_text("+104")
    assert page.evaluate(OUT_OF_REACH) == []


def test_correction_page_lists_each_hand_once_and_saves_it(page: Page, base_url: str) -> None:
    game = Companion(base_url).start(*FOUR, rounds=1)
    page.goto(f"/games/{game['score_key']}/rounds/1")
    expect(page.locator(".with-pad .row:visible")).to_have_count(3)
    expect(page.locator(".caught")).to_be_hidden()
    page.locator("#hand-2 .row").tap()
    tap(page, "[data-use=digits]", "[data-digit='5']", "[data-part=next]")
    page.wait_for_url("**/games/*")
    assert "/rounds/" not in page.url
    page.go_back()
    expect(page.locator("#hand-2 .row > b")).to_have_text("5")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_keys_are_large_and_reached_by_thumb(phone: TakePhone, base_url: str, locale: str) -> None:
    companion, page = Companion(base_url), phone(locale=locale)
    for box in BOXES:
        Table(page).open(f"/games/{companion.start(*'ABCD', edition=box)['score_key']}")
        page.locator(".out label").first.tap()
        page.evaluate(AT_REST)
        for pad in PADS:
            page.locator(f"#pad [data-use={pad}]").tap()
            keys = page.locator("#pad .key:visible").evaluate_all(RECTANGLES)
            highest = min(key["y"] for key in keys) / PHONE["viewport"]["height"]
            assert highest >= 1 - REACH, (box, pad, highest)
            assert min(min(key["width"], key["height"]) for key in keys) >= KEY, box


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_names_on_keys_are_not_cut_off(phone: TakePhone, base_url: str, locale: str) -> None:
    companion, page = Companion(base_url), phone(locale=locale)
    for box in ("flip", "no-mercy"):
        Table(page).open(f"/games/{companion.start(*'ABCD', edition=box)['score_key']}")
        page.locator(".out label").first.tap()
        names = page.locator("#pad [data-part=cards] .name:visible")
        names.first.wait_for()
        cut = (
            "names => names.filter(n => n.scrollHeight > n.clientHeight + 1).map(n => n.innerText)"
        )
        assert names.evaluate_all(cut) == [], box


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_pad_keys_stay_in_place_for_next_hand(phone: TakePhone, base_url: str, locale: str) -> None:
    page = phone(locale=locale)
    game = Companion(base_url).start("Ana", "Ben", "Cléo", "Dominique")
    Table(page).open(f"/games/{game['score_key']}")
    page.locator(".out label").first.tap()
    page.evaluate(AT_REST)
    seven, tops = page.locator("#pad [data-card='7']"), []
    for _ in ("Ben", "Cléo", "Dominique"):
        box = seven.bounding_box()
        tops.append(box and box["y"])
        tap(page, "[data-card='7']", "[data-action=next]")
        page.evaluate(AT_REST)
    assert len(set(tops)) == 1


def test_key_press_restyles_few_elements(table: Table, page: Page) -> None:
    """A CSS `:has()` on an ancestor of a changed element would restyle over 30 elements.

    Each key is measured twice, as a poll or a late script restyles more.
    """
    table.tile("Ana").tap()
    tap(page, "[data-card='9']")
    assert min(count_restyled(page, lambda: tap(page, "[data-card='8']")) for _ in range(2)) < 20
    tap(page, "[data-use=digits]", "[data-digit='5']")
    assert min(count_restyled(page, lambda: tap(page, "[data-digit='7']")) for _ in range(2)) < 20


def test_save_restyles_few_elements(table: Table) -> None:
    for _ in range(3):  # the first rounds would restyle more, as the score sheet appears
        table.round("Ana", Bo=7, Cy=8, Dee=9)
    counts = []
    for _ in range(3):  # measured thrice, as polls during a save restyle more
        table.fill_in("Ana", {"Bo": 7, "Cy": 8, "Dee": 9})
        counts.append(count_restyled(table.phone, table.save))
    assert min(counts) < 180
