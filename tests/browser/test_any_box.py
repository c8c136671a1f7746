"""Tests of the key pad with two-sided cards, knock-outs, users' own cards, and rounds won."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.all_pages import Companion
from tests.browser.phone import TakePhone
from tests.browser.table import Table
from tests.game.boxes import KNOCK_OUT_BOX

LONG_NAMES = {
    "name": "Ours",
    "cards": [
        {"name": "Everybody swaps to left", "card": "swap", "points": 40},
        {"name": "قلب كل شيء", "points": 30},
        {"name": "-2", "points": -2},
    ],
}

# Script: whether a name is visible and within its key.
INSIDE_KEY = """name => name.getClientRects().length
    && name.getBoundingClientRect().bottom <= name.closest(".key").getBoundingClientRect().bottom"""


def open_game(phone: Page, base_url: str, *players: str, **options: Any) -> Table:  # noqa: ANN401 - JSON
    """Start a game by the API, by default with the Flip box, and open it on a phone."""
    box = {} if "box" in options else {"edition": "flip"}
    game = Companion(base_url).ask("POST", "/api/games", players=players, **{**box, **options})
    return Table(phone).open(f"/games/{game['score_key']}")


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f"#pad {key}").filter(visible=True).tap()


def total(page: Page) -> str:
    return page.locator("#pad [data-part=sum]").inner_text()


def test_key_pad_shows_only_cards_of_chosen_card_side(page: Page, base_url: str) -> None:
    table = open_game(page, base_url, "Ana", "Bo")
    table.tile("Ana").tap()
    tap(page, "[data-card='7']", "[data-card=draw-one]")
    assert total(page) == "17"
    page.locator(".up label").filter(has_text="dark").tap()
    # A card already entered does not exist on the dark side, so the hand is to be counted again.
    assert total(page) == "…"
    expect(page.locator("#pad [data-part=next]")).to_be_disabled()
    expect(page.locator("#pad [data-card=draw-one]")).to_be_hidden()
    tap(page, "[data-card='7']", "[data-card=wild-draw-color]", "[data-part=next]")
    expect(page.locator(".lead .total")).to_have_text("67")
    expect(page.locator("[name=side]:checked")).to_have_value("dark")


def test_hand_of_the_other_card_side_is_counted_again_by_one_button(
    page: Page, base_url: str
) -> None:
    table = open_game(page, base_url, "Ana", "Bo", "Cy")
    table.tile("Ana").tap()
    tap(page, "[data-card='7']", "[data-card=skip]", "[data-part=next]", "[data-card='9']")
    dark, light = (page.locator(".up label").filter(has_text=side) for side in ("dark", "light"))
    dark.tap()
    note, faces = page.locator("#hand-2 .turned:visible"), page.locator("#hand-2 .faces .face")
    expect(note).to_contain_text("Counted on the light side.")
    assert "?" not in "".join(faces.all_inner_texts())
    expect(page.locator("#hand-3 .turned:visible")).to_have_count(0)  # a 9 is on both sides
    expect(page.locator("#pad [data-part=words]")).to_have_attribute(
        "placeholder", re.compile("Color")
    )
    light.tap()
    expect(note).to_have_count(0)
    expect(page.locator("#hand-2 .row > b")).to_have_text("27")
    dark.tap()
    note.get_by_role("button", name="Count again").tap()
    expect(page.locator("#pad-name")).to_have_text("Bo")
    tap(page, "[data-card=draw-five]", "[data-part=next]")
    expect(page.locator(".lead .total")).to_have_text("29")


def test_open_hand_of_the_other_card_side_is_emptied_on_the_pad(page: Page, base_url: str) -> None:
    table = open_game(page, base_url, "Ana", "Bo", "Cy")
    table.tile("Ana").tap()
    tap(page, "[data-card='7']", "[data-card=skip]")
    page.locator(".up label").filter(has_text="dark").tap()
    expect(page.locator("#pad [data-part=fault]")).to_have_text("Counted on the light side.")
    tap(page, "[data-part=again]")
    expect(page.locator("#pad [data-part=fault]")).to_be_empty()
    expect(page.locator("#pad .face")).to_have_count(0)
    expect(page.locator("#pad [data-part=again]")).to_be_hidden()


def test_last_knock_out_on_pad_shows_points_on_save_button(page: Page, base_url: str) -> None:
    table = open_game(page, base_url, "Ana", "Bo", "Cy", edition="no-mercy")
    expect(page.locator(".out legend")).to_contain_text("who won it?")
    table.tile("Ana").tap()
    tap(page, "[data-card='7']", "[data-part=next]", "[data-part=fell]")
    expect(page.locator("#pad")).to_be_hidden()
    save = page.locator(".save .primary")
    expect(save).to_have_text("Save · Ana +257")
    page.locator("#hand-2 .row").tap()
    tap(page, "[data-part=fell]")
    expect(save).to_have_text("Save · Ana +500")
    save.tap()
    expect(page.locator(".lead .total")).to_have_text("500")
    expect(page.locator("form.round[data-round='2'] .save .primary")).to_have_text("Save round")


def test_pile_counter_recovers_from_words_that_are_no_card(page: Page) -> None:
    page.goto("/box/no-mercy/count")
    expect(page.locator("#pile[data-htmx-powered]")).to_have_count(1)
    tap(page, "[data-use=words]")
    words, fault = page.locator("#pad [data-part=words]"), page.locator("#pad [data-part=fault]")
    words.fill("skip nobody")
    expect(fault).to_contain_text("nobody")
    words.fill("reverse +4")
    expect(page.locator("#pad [data-part=sum]")).to_have_text("50")
    expect(fault).to_be_empty()


def test_knocked_out_players_are_shown_on_other_phones(phone: TakePhone, base_url: str) -> None:
    page, other = phone(), phone()
    table = open_game(page, base_url, "Ana", "Bo", "Cy", "Dee", box=KNOCK_OUT_BOX, target=1000)
    other.goto(page.url)
    table.tile("Ana").tap()
    for seat in (2, 3):
        page.locator(f"#hand-{seat} .fell").tap()
    expect(page.locator("#pad-name")).to_have_text("Dee")
    tap(page, "[data-card='7']")
    expect(page.locator("#pad [data-part=next]")).to_have_text("Save · Ana +507")
    expect(other.locator("#hand-2 .fell :checked")).to_have_count(1)
    expect(other.locator("#hand-2")).to_contain_text("marked on another phone")
    tap(page, "[data-part=next]")
    expect(page.locator(".lead .total")).to_have_text("507")
    expect(page.locator(".sheet abbr").first).to_have_text("KO")


def test_removing_knock_out_restores_the_hand(page: Page, base_url: str) -> None:
    table = open_game(page, base_url, "Ana", "Bo", "Cy", box=KNOCK_OUT_BOX)
    table.tile("Ana").tap()
    tap(page, "[data-card='7']", "[data-card='7']", "[data-part=next]", "[data-action=close]")
    expect(page.locator("#hand-2:not([hx-morph-skip])")).to_have_count(1)  # sent to the server
    mark = page.locator("#hand-2 .fell")
    mark.tap()
    expect(page.locator("#hand-2:not([hx-morph-skip]) :checked")).to_have_count(1)
    mark.tap()
    expect(page.locator("#hand-2 .row > b")).to_have_text("14")


def test_missing_hands_are_asked_only_after_player_went_out(page: Page, base_url: str) -> None:
    table = open_game(page, base_url, "Ana", "Bo")
    table.set_owner("Ana")
    asked = page.locator(".incomplete")
    expect(page.locator("#hand-1 .row > b")).to_have_text("…")
    expect(asked).to_have_count(0)
    table.tile("Bo").tap()
    expect(asked).to_have_count(1)
    tap(page, "[data-card='7']")
    expect(asked).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_own_cards_show_their_names_on_keys_and_faces(
    phone: TakePhone,
    base_url: str,
    scheme: Any,  # noqa: ANN401 - one of two words
) -> None:
    page = phone(color_scheme=scheme)
    table = open_game(page, base_url, "שלומית", "محمد", box=LONG_NAMES)
    table.tile("שלומית").tap()
    for key in page.locator("#pad .key .name").all():
        assert key.evaluate(INSIDE_KEY)
    tap(page, "[data-card=swap]", "[data-card='-2']")
    assert total(page) == "38"
    faces = page.locator("#pad [data-part=faces] .face")
    expect(faces).to_have_text(["EST", "-2"])
    tap(page, "[data-use=digits]", "[data-digit='7']", "[data-digit='-']")
    assert total(page) == "-7"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_round_is_saved_by_two_taps_if_only_won_rounds_count(page: Page, base_url: str) -> None:
    table = open_game(page, base_url, "Ana", "Bo", edition="h2o-splash", scoring="rounds-won")
    table.tile("Bo").tap()
    expect(page.locator("#pad")).to_be_hidden()
    page.locator(".save .primary").tap()
    expect(page.locator("h1")).to_have_text("Bo leads by 1 round")


def test_round_queued_offline_keeps_card_side_and_knock_outs(page: Page, base_url: str) -> None:
    box = {**KNOCK_OUT_BOX, "sides": ["day", "night"]}
    table = open_game(page, base_url, "Ana", "Bo", "Cy", box=box)
    expect(page.locator("#phone-copy")).to_have_count(1)
    page.context.set_offline(True)
    page.locator(".up label").filter(has_text="night").tap()
    table.tile("Ana").tap()
    page.locator("#hand-2 .fell").tap()
    tap(page, "[data-card='7']", "[data-part=next]")
    expect(page.locator("form.round[data-round='2']")).to_have_count(1)
    expect(page.locator("[name=side]:checked")).to_have_value("night")
    expect(page.locator(".fell :checked")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator(".lead .total")).to_have_text("257")


def test_own_phone_leaves_points_of_others_to_them(phone: TakePhone, base_url: str) -> None:
    page, other = phone(), phone()
    options: dict[str, Any] = {"edition": "just-points", "scoring": "each-scores"}
    table = open_game(page, base_url, "Ana", "Bo", **options)
    other.goto(page.url)
    page.request.post(f"{page.url}/phone", form={"seat": "1"})
    page.reload()
    table.ready()
    step, row = page.locator("#pad [data-part=next]"), page.locator("#hand-1 .row")
    row.tap()
    tap(page, "[data-digit='7']")
    expect(step).to_have_text("Done")
    step.tap()
    expect(page.locator("#pad")).to_be_hidden()
    expect(other.locator("#hand-1 .row > b")).to_have_text("7")
    other.locator("#hand-2 .row").tap()
    tap(other, "[data-digit='4']", "[data-action=close]")
    expect(page.locator("#hand-2 .row > b")).to_have_text("4")
    row.tap()
    expect(step).to_have_text("Save round")  # no points are missing any more


def test_totals_of_four_digits_are_on_one_line_of_the_podium(page: Page, base_url: str) -> None:
    names = ("Ana", "Bo", "Cy")
    game = Companion(base_url).start(*names, edition="no-mercy", target=1000)
    for out, other in (("Ana", "Bo"), ("Bo", "Ana")):
        state = Companion(base_url).ask("GET", f"/api/games/{game['score_key']}")["game"]
        Companion(base_url).ask(
            "POST",
            f"/api/games/{game['score_key']}/rounds",
            request_id=out,
            version=state["version"],
            went_out=out,
            hands={other: {"points": 200}, "Cy": {"points": 1200 if out == "Bo" else 30}},
            keep_anyway=True,
        )
    page.goto(f"/games/{game['score_key']}")
    totals = page.locator(".podium b")
    expect(totals.first).to_have_text("1400")
    lines = (
        "each => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize)"
    )
    assert all(each.evaluate(lines) < 1.6 for each in totals.all())
