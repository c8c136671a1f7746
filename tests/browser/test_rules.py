"""Tests of rules on a box's page and in a game: a card's rule, answers, house rules."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.phone import TakePhone


def test_tap_on_card_shows_its_rule_without_any_request(page: Page) -> None:
    page.goto("/box/toy-story-3", wait_until="load")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    rule = page.locator("#lotso")
    expect(rule).to_be_hidden()
    page.locator(".key", has_text="Lotso").tap()
    expect(rule).to_be_visible()
    expect(rule).to_be_in_viewport(ratio=1)
    expect(rule).to_contain_text("or draw 3")
    # The rule may be longer than the screen, but its last link can be reached.
    expect(rule.get_by_role("link", name="Everything about")).to_be_in_viewport(ratio=1)
    rule.get_by_label("Close").tap()
    expect(rule).to_be_hidden()
    assert [url for url in asked if "icon.svg" not in url] == []  # browsers fetch the icon any time


def test_all_card_keys_of_a_box_are_on_first_screen(page: Page) -> None:
    page.goto("/box/hello-kitty")
    keys = page.locator(".cardkeys .key")
    assert keys.count() == 16
    for place in range(16):
        expect(keys.nth(place)).to_be_in_viewport(ratio=1)


def test_verdict_appears_while_typing_a_question(page: Page) -> None:
    page.goto("/box/hello-kitty")
    field = page.get_by_role("searchbox")
    field.tap()
    field.press_sequentially("Can I answer a +2 with a +2")
    verdict = page.locator("#answers .verdict")
    expect(verdict).to_have_text("No")
    field.press("Enter")
    expect(page).to_have_url(re.compile("/rules/hello-kitty/search"))
    expect(page.locator("#answers .verdict")).to_have_text("No")


def test_card_rule_and_answer_work_without_scripts(phone: TakePhone) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/box/hello-kitty")
    page.locator(".key", has_text="Badtz").tap()
    expect(page.locator("#badtz-maru")).to_be_visible()
    page.goto("/box/hello-kitty")
    page.get_by_role("searchbox").fill("Can I answer a +2 with a +2")
    page.get_by_role("button", name="Ask").tap()
    expect(page.locator("#answers .verdict")).to_have_text("No")


@pytest.mark.parametrize("script", [True, False])
def test_house_rule_is_set_and_removed_by_one_tap(phone: TakePhone, *, script: bool) -> None:
    page = phone(java_script_enabled=script)
    page.goto("/games/new?edition=hello-kitty")
    for place, name in enumerate(("Ana", "Bo")):
        page.locator("[name=players]").nth(place).fill(name)
    page.get_by_role("button", name="Start the game").tap()
    page.get_by_role("link", name="Rules", exact=True).tap()
    page.locator("summary", has_text="+2 and +4").tap()
    page.get_by_role("link", name="Answering a +2").tap()
    ruling = page.locator('[id="stack.2on2"]')
    answers = ruling.get_by_role("group", name="How do you play it?")
    expect(answers.locator("[aria-current]")).to_have_text("As the rules say: No")
    answers.get_by_role("button", name="A +2 may be stacked").tap()
    expect(ruling.locator(".settled")).to_contain_text("At this table: A +2 may be stacked")
    expect(answers.locator("[aria-current]")).to_contain_text("A +2 may be stacked")
    answers.get_by_role("button", name="As the rules say: No").tap()
    expect(ruling.locator(".settled")).to_have_count(0)
    further = page.locator('[id="stack.cumulate2"]')
    further.get_by_role("link", name="Do +2s add up").tap()
    further.get_by_role("button", name="Stacked +2s add up").tap()
    expect(further.locator(".settled")).to_contain_text("At this table: Stacked +2s add up")
