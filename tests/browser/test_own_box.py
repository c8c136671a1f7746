"""Tests of making one's own box of cards on a phone, by typing it or from a file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.editions import load_boxes
from companion.editions.own_boxes import box_of_edition, write_file
from tests.browser.phone import TakePhone

_, BOXES = load_boxes()
FLIP = box_of_edition(BOXES["flip"], "en")
MOST_FROM_NOTHING, MOST_FROM_A_FILE = 40, 4


class Fingers:
    """User of a page whose taps and filled fields are counted, but not typed letters."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def press(self, button: str) -> None:
        self.tap(self.page.get_by_role("button", name=button))

    def choose(self, name: str, value: object) -> None:
        """Tap a radio button's tile unless it is already chosen."""
        if not self.page.locator(f"[name={name}][value='{value}']").is_checked():
            self.tap(self.page.locator(f"label:has([name={name}][value='{value}'])"))

    def enter(self, name: str, text: str) -> None:
        self.page.locator(f"[name={name}]").fill(text)
        self.taps += 1


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(request: pytest.FixtureRequest, phone: TakePhone) -> Page:
    return phone(java_script_enabled=request.param)


def start_game(fingers: Fingers) -> object:
    """Tap "Start the game", and return its box as the API shows it, without `like`."""
    fingers.press("Start the game")
    expect(fingers.page.locator(".out .tiles label")).to_have_count(4)
    key = fingers.page.url.rpartition("/games/")[2]
    answer = fingers.page.request.get(f"/api/games/{key}").json()
    return {**answer["game"]["box"], "like": None}


def test_flip_box_can_be_typed_with_at_most_40_taps(page: Page) -> None:
    page.goto("/")
    fingers = Fingers(page)
    fingers.tap(page.get_by_role("link", name="Another box"))
    fingers.tap(page.get_by_role("link", name="Make your own box"))
    fingers.enter("name", "UNO Flip")
    fingers.tap(page.get_by_text("The cards have two sides"))
    fingers.press("1–9")
    sides = [None, *(FLIP["sides"] or ())]
    cards = [card for card in FLIP["cards"] if not card["card"].isdecimal()]
    cards.sort(key=lambda card: sides.index(card["side"]))
    for number, card in enumerate(cards, start=1):
        fingers.enter("new-name", card["name"])
        if page.locator(f"[name=new-points][value='{card['points']}']").count():
            fingers.choose("new-points", card["points"])
        else:
            fingers.enter("new-other", str(card["points"]))
        fingers.choose("new-side", sides.index(card["side"]) or "")
        if number < len(cards):
            fingers.press("Add this card")
            expect(page.locator("[name=new-name]")).to_be_focused()
    fingers.press("Play with this box")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    numbers = FLIP["cards"][:9]
    # Typed cards get ids made from their names, unlike the cards of the built-in box.
    of_names = {"wild-draw-two": "wild-2"}
    typed = [*numbers, *cards]
    of_names |= {
        # A name without a letter gives no id, so the card's position becomes its id.
        card["card"]: f"card-{place}"
        for place, card in enumerate(typed, start=1)
        if card["name"].startswith("+")
    }
    uncounted = [
        {**card, "card": of_names.get(card["card"], card["card"]), "count": None} for card in typed
    ]
    assert start_game(fingers) == {**FLIP, "cards": uncounted, "like": None}
    assert fingers.taps <= MOST_FROM_NOTHING


def test_flip_box_is_opened_from_file_with_at_most_4_taps(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "flip.toml"
    file.write_text(write_file(FLIP), encoding="utf-8")
    page.goto("/")
    fingers = Fingers(page)
    fingers.tap(page.get_by_role("link", name="Another box"))
    page.locator("[name=file]").set_input_files(file)
    fingers.taps += 1
    fingers.tap(page.get_by_role("button", name="Open", exact=True))
    assert start_game(fingers) == {**FLIP, "like": None}
    assert fingers.taps <= MOST_FROM_A_FILE


def test_enter_key_adds_typed_card_to_own_box(page: Page) -> None:
    page.goto("/boxes/new")
    page.locator("[name=new-name]").fill("Zap")
    page.keyboard.press("Enter")
    expect(page.locator("[name=card-name]")).to_have_value("Zap")  # not a number card


@pytest.mark.parametrize("switch", ["two_sided", "knock_out", "counted"])
def test_fields_of_box_options_appear_only_when_switched_on(phone: TakePhone, switch: str) -> None:
    page = phone()
    page.goto("/boxes/new")
    asked: dict[str, Callable[[], Locator]] = {
        "two_sided": lambda: page.locator("[name=sides]").first,
        "knock_out": lambda: page.locator("[name=bonus]"),
        "counted": lambda: page.locator("[name=new-count]"),
    }
    expect(asked[switch]()).to_be_hidden()
    page.get_by_text("About the box").tap()
    page.locator(f"label:has([name={switch}])").tap()
    expect(asked[switch]()).to_be_visible()
    for other in asked.keys() - {switch}:
        expect(asked[other]()).to_be_hidden()
