"""Tests of entering rounds with one thumb: positions, texts and memory of controls."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.phone import TakePhone, until
from tests.browser.table import Table

FOUR = ("Ana", "Bo", "Cy", "Dee")
ARE_SEEN = """wanted => [...document.querySelectorAll(wanted)].every((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const at = (y) => document.elementFromPoint((left + right) / 2, y);
    return each.contains(at(top + 2)) && each.contains(at(bottom - 2)); })"""


@pytest.fixture
def table(page: Page) -> Table:
    """Start a new game of four and open it on a phone."""
    return Table(page).start("classic-112", FOUR).ready()


def pad_part(page: Page, part: str) -> Locator:
    return page.locator(f"#pad [data-part={part}]")


def is_seen(page: Page, wanted: str) -> None:
    """Wait until all elements that match `wanted` are on the screen and not covered."""
    until(page, lambda: page.evaluate(ARE_SEEN, wanted))


def test_totals_undo_and_choice_of_who_went_out_are_on_screen_after_save(table: Table) -> None:
    for number in range(2, 6):
        table.round("Bo", Ana=9, Cy=20, Dee=1)
        expect(table.phone.locator(".out legend")).to_have_text(f"Round {number}: who went out?")
        for wanted in (".sheet .total", ".latest button", ".out .tiles label"):
            is_seen(table.phone, wanted)


def test_totals_and_choice_of_who_went_out_are_on_own_phone(phone: TakePhone) -> None:
    page = phone(locale="fr")
    table = Table(page)
    table.start_by_hand("classic-108", ["Mamie", "Théo", "Chloé", "Marie-Louise"], 500)
    table.wait()
    table.set_owner("Théo")
    for height in (620, 620, 740, 740):
        page.set_viewport_size({"width": 360, "height": height})
        table.round("Mamie", **{"Théo": 20, "Chloé": 45, "Marie-Louise": 15})
        page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        for wanted in (".sheet .total", ".out .tiles label"):
            is_seen(page, wanted)


def test_save_on_key_pad_scrolls_to_top_of_page(table: Table, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 620})
    for number in range(2, 5):
        table.tile("Ana").tap()
        if number == 2:  # later rounds open with the digits, which were used last
            page.locator("#pad [data-use=digits]").tap()
        for digit in "789":
            page.locator(f"#pad [data-digit='{digit}']").tap()
            pad_part(page, "next").tap()
        expect(page.locator(".out legend")).to_contain_text(f"Round {number}")
        for wanted in (".top nav a", ".sheet .total", ".latest button", ".out .tiles label"):
            is_seen(page, wanted)


def test_choice_of_who_went_out_stays_visible_with_open_key_pad(table: Table) -> None:
    for _ in range(3):
        table.round("Bo", Ana=9, Cy=20, Dee=1)
    table.tile("Ana").tap()
    expect(table.phone.locator("#pad")).to_be_visible()
    is_seen(table.phone, ".out .tiles label")
    expect(pad_part(table.phone, "name")).to_have_text("Bo")
    expect(table.phone.locator(".flash")).not_to_be_in_viewport()  # message of the round before


def test_key_pad_stays_at_opponents_hand_when_partner_goes_out_instead(page: Page) -> None:
    table = Table(page)
    page.goto("/games/new?edition=classic-108")
    for place, name in zip(page.locator("[name=players]").all(), FOUR, strict=False):
        place.fill(name)
    table.choose("format", "teams")
    table.save()
    table.wait()
    expect(page.locator(".who-out .tile").last).to_be_in_viewport(ratio=1)
    table.tile("Ana").tap()
    expect(pad_part(page, "name")).to_have_text("Bo")
    table.tile("Cy").tap()  # Ana's partner, so the opponents Bo and Dee still hold the cards
    expect(pad_part(page, "name")).to_have_text("Bo")


def test_key_pad_reopens_for_missing_hand_after_leaving_page(table: Table, page: Page) -> None:
    table.fill_in("Ana", {"Bo": 33})
    page.get_by_role("link", name="Rules").tap()
    expect(page.locator(".ask")).to_be_visible()
    page.go_back()
    expect(pad_part(page, "name")).to_have_text("Cy")
    page.get_by_role("link", name="Français").dispatch_event("click")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(pad_part(page, "name")).to_have_text("Cy")
    expect(page.locator("#hand-2 .row > b")).to_have_text("33")


def test_half_entered_round_is_shown_when_back_loads_stale_cached_page(table: Table) -> None:
    page = table.phone
    game = page.url
    as_first_loaded = page.request.get(game).text()
    table.round("Bo", Ana=9, Cy=20, Dee=1)
    table.fill_in("Cy", {"Ana": 33})
    page.get_by_role("link", name="Rules").tap()
    expect(page.locator(".ask")).to_be_visible()

    def cached_page(route: Route) -> None:
        if route.request.is_navigation_request():
            route.fulfill(body=as_first_loaded, content_type="text/html")
        else:
            route.fallback()

    page.route(game, cached_page)
    page.go_back()
    expect(page.locator(".out legend")).to_contain_text("Round 2")
    expect(table.tile("Cy").locator("input")).to_be_checked()
    expect(page.locator("#hand-1 .row > b")).to_have_text("33")
    expect(pad_part(page, "name")).to_have_text("Bo")


def test_erase_key_removes_last_entered_card_first(table: Table, page: Page) -> None:
    table.fill_in("Ana", {"Bo": {"wild": 1, "swap-hands": 1, "9": 1, "3": 1}})
    expect(page.locator("#hand-2:not([hx-morph-skip])")).to_have_count(1)  # sent to the server
    page.locator("#hand-2 .row").tap()
    for left in ("99", "90", "50"):
        page.locator("#pad [data-action=erase]").tap()
        expect(pad_part(page, "sum")).to_have_text(left)


def test_enter_key_moves_to_next_hand_when_typing_words(table: Table, page: Page) -> None:
    table.tile("Ana").tap()
    page.locator("#pad [data-use=words]").tap()
    for name, words, worth in (("Bo", "7, skip", "27"), ("Cy", "two nines", "18")):
        expect(pad_part(page, "name")).to_have_text(name)
        expect(pad_part(page, "words")).to_be_focused()
        page.keyboard.type(words)
        expect(pad_part(page, "sum")).to_have_text(worth)
        page.keyboard.press("Enter")
    expect(pad_part(page, "name")).to_have_text("Dee")
    expect(pad_part(page, "words")).to_be_focused()


def test_next_hand_can_be_typed_in_words_before_server_answers(table: Table, page: Page) -> None:
    table.tile("Ana").tap()
    page.locator("#pad [data-use=words]").tap()
    for name, words in (("Bo", "7, skip"), ("Cy", "two nynes"), ("Dee", "a yellow seven")):
        expect(pad_part(page, "name")).to_have_text(name)
        page.keyboard.type(words)
        if name != "Dee":
            page.keyboard.press("Enter")
    expect(pad_part(page, "next")).to_have_text("Next: Cy")  # Cy's words were not understood
    for row, worth in (("#hand-2", "27"), ("#hand-4", "7")):
        expect(page.locator(f"{row} .row > b")).to_have_text(worth)
    page.keyboard.press("Enter")
    expect(pad_part(page, "fault")).to_contain_text("nynes")
    pad_part(page, "words").fill("two nines")
    expect(pad_part(page, "next")).to_have_text("Show as cards")
    expect(pad_part(page, "next")).to_have_text("Save · Ana +52")


def test_correction_opens_each_hand_with_keys_it_was_entered_by(table: Table, page: Page) -> None:
    table.round(out="Ana", Bo=12, Cy={"wild": 1}, Dee=3)
    page.locator("#pad").evaluate("() => localStorage.setItem('keys', 'words')")
    page.goto(f"{page.url}/rounds/1")
    for seat, keys in ((2, "digits"), (3, "cards"), (4, "digits")):
        page.locator(f"#hand-{seat} .row").tap()
        expect(page.locator(f"#pad [name=keys][value={keys}]")).to_be_checked()


def test_fault_of_hand_disappears_when_corrected(table: Table, page: Page) -> None:
    table.fill_in("Ana", {"Bo": {"swap-hands": 2}, "Cy": 7, "Dee": {"swap-hands": 1}})
    table.save()
    # Wait for the answer to the save, which closes the key pad, not only for that to the hand.
    expect(page.locator(".round > .fault")).to_be_visible()
    expect(page.locator("#hand-2 .fault")).to_be_visible()
    expect(page.locator("#hand-3 .fault")).to_have_count(0)
    is_seen(page, ".round > .fault")
    page.locator("#hand-2 .row").tap()
    expect(pad_part(page, "fault")).to_contain_text("Swap Hands")
    page.locator("#pad [data-action=erase]").tap()
    expect(pad_part(page, "fault")).to_have_text("")
    expect(page.locator("#hand-4 .fault")).to_be_visible()
    page.locator("#pad [data-action=close]").tap()
    expect(page.locator("#hand-2 :is(.fault, .amend)")).to_have_count(0)


def test_own_phone_is_done_after_own_hand_until_it_records_round(table: Table, page: Page) -> None:
    page.locator("details.phone summary").tap()
    page.locator("details.phone button", has_text="Cy").tap()
    table.wait()
    hint = page.locator("#hand-3 .row small")
    expect(hint).to_have_text("Tap here to count your hand.")
    hint.tap()
    page.locator("#pad [data-card='9']").tap()
    expect(hint).to_be_hidden()
    expect(pad_part(page, "next")).to_have_text("Done")
    pad_part(page, "next").tap()
    expect(page.locator("#pad")).to_be_hidden()
    expect(hint).to_have_text("Sent to whoever’s keeping score. Tap to correct it.")
    expect(hint).to_be_visible()
    table.tile("Ana").tap()  # choosing who went out makes this phone record the round
    expect(hint).to_be_hidden()
    expect(pad_part(page, "name")).to_have_text("Bo")
    page.locator("#pad [data-card='9']").tap()
    expect(pad_part(page, "next")).to_have_text("Next: Dee")


def test_counted_pile_is_retained_until_new_pile_is_started(page: Page) -> None:
    page.goto("/box/classic-112/count")
    expect(page.locator("#pile[data-htmx-powered]")).to_be_visible()
    for card in ("7", "skip"):
        page.locator(f"#pad [data-card='{card}']").tap()
    expect(pad_part(page, "next")).to_have_text("New pile")
    with page.expect_response("**/count"):  # sent although no words were typed
        page.locator("#pad [data-action=close]").tap()
    expect(page.locator("#pad")).to_be_hidden()
    expect(page.locator("#pile .row > b")).to_have_text("27")
    page.locator("#pile .row").tap()
    expect(pad_part(page, "sum")).to_have_text("27")
    pad_part(page, "next").tap()
    expect(pad_part(page, "sum")).to_be_empty()
    expect(page.locator("#pile .row > b")).to_have_text("…")


def test_undo_of_last_round_is_on_first_screen_of_finished_game(page: Page) -> None:
    table = Table(page).start("classic-112", FOUR, target=50).ready()
    table.round("Ana", Bo=20, Cy=20, Dee=20)
    is_seen(page, ".moment .primary, .actions [form=undo]")
    page.get_by_role("button", name="Undo").tap()
    expect(table.tile("Ana")).to_be_visible()


def test_hyphenated_name_is_broken_only_at_hyphen(phone: TakePhone) -> None:
    page = phone()
    Table(page).start("classic-112", ("Ana", "Marie-Antoinette", "Cy", "Dee"))
    other = phone()
    other.goto(page.url)
    other.locator(".who-are-you summary").tap()
    settings = phone()
    settings.goto(f"{page.url}/settings?change=dealer")
    for shown, where in ((page, ".who-out"), (other, ".who-are-you"), (settings, "#dealer")):
        name = shown.locator(f"{where} .tiles bdi", has_text="Marie-Antoinette")
        lines = name.evaluate(
            """({ firstChild: text }) => {
                const half = document.createRange();
                half.setStart(text, text.data.indexOf("A"));
                half.setEnd(text, text.length);
                return half.getClientRects().length; }"""
        )
        assert lines == 1, where


@pytest.mark.parametrize("language", ["en", "fr"])
def test_card_names_do_not_touch_the_edge_of_their_pad_key(phone: TakePhone, language: str) -> None:
    page = phone(locale=language)
    page.goto("/box/classic-112/count")
    expect(page.locator("#pad")).to_be_visible()
    margins = page.locator("#pad .key .name").evaluate_all(
        """names => names.map((name) => {
            const words = document.createRange();
            words.selectNodeContents(name);
            const { left, right } = name.closest(".key").getBoundingClientRect();
            return (right - left - words.getBoundingClientRect().width) / 2; })""",
    )
    assert len(margins) == 7
    assert min(margins) > 2


@pytest.mark.parametrize("box", ["no-mercy", "harry-potter", "power-colours"])
def test_signs_on_pad_keys_do_not_touch_their_points(page: Page, box: str) -> None:
    page.goto(f"/box/{box}/count")
    expect(page.locator("#pad")).to_be_visible()
    gaps = page.locator("#pad .key:has(svg):has(.pts)").evaluate_all(
        """keys => keys.map((key) => key.querySelector(".pts").getBoundingClientRect().left
                                     - key.querySelector("svg").getBoundingClientRect().right)"""
    )
    assert len(gaps) >= 6
    assert min(gaps) > 0


def test_new_game_with_known_box_shows_names_on_first_screen(page: Page) -> None:
    page.goto("/box/hello-kitty")
    page.get_by_role("link", name="Play with this box").tap()
    page.wait_for_url("**/games/new*")  # with the script that folds a list once one is chosen
    expect(page.locator("[name=edition]:checked")).to_have_value("hello-kitty")
    is_seen(page, ".seat:not([hidden]) input, .save .primary")
    expect(page.locator("label:has([value=toy-story-3])")).to_be_hidden()
    Table(page).choose("edition", "toy-story-3")
    expect(page.locator("[name=edition]:checked")).to_have_value("toy-story-3")
    expect(page.locator("label:has([value=hello-kitty])")).to_be_hidden()


@pytest.mark.parametrize("height", [620, 740])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_start_button_covers_no_name_field_and_no_format(
    phone: TakePhone, language: str, height: int
) -> None:
    page = phone(locale=language)
    page.set_viewport_size({"width": 360, "height": height})
    page.goto("/games/new")
    is_seen(page, ".seat:not([hidden]), .save .primary")
    page.locator(".format .change").tap()
    is_seen(page, ".format .choice > span, .save .primary")


@pytest.mark.parametrize(
    ("played", "asked"),
    [("individual", "scoring target"), ("challenge", "target"), ("tournament", "tournament")],
)
def test_new_game_shows_only_options_of_the_format(page: Page, played: str, asked: str) -> None:
    page.goto("/games/new")
    Table(page).choose("format", played)
    for part in ("scoring", "target", "tournament"):
        shown = page.locator(f".new .{part}:not(.of-rounds)")
        expect(shown).to_be_visible(visible=part in asked.split())
    start = "Start the tournament" if played == "tournament" else "Start the game"
    expect(page.get_by_role("button", name="Start the")).to_have_accessible_name(start)


def test_refused_setting_focuses_the_faulty_field(table: Table) -> None:
    page = table.phone
    page.get_by_role("link", name="Game settings").tap()
    page.get_by_text("Somebody joins or comes back").tap()
    form = page.locator("form:has([value=join])")
    form.locator("[name=name]").fill("Maximilian Alexander the Great")
    form.locator("button").tap()
    expect(page.get_by_role("alert")).to_contain_text("24 characters")
    expect(form.locator("[name=name]")).to_be_focused()
    is_seen(page, "form:has([value=join]) .fault")
