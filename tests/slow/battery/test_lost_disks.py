"""Disks are lost in mid-game: what a phone has shown comes back from it in at most two taps."""

import json
import os
import random
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.phone import PHONE, keep_to
from tests.computer import Computer

LOSSES = int(os.environ.get("LOST_DISKS", "200"))
LOSSES_A_GAME = 10
SHARE_OF_OLDER_COPIES, SHARE_OF_SAVES_UNDER_WAY = 0.4, 0.3
MOST_TAPS = 2
FOUR = ["Ana", "Bo", "Cy", "Dee"]
# Fills the form in and sends it as the key pad does.
SAVE = """([winner, points]) => {
  const form = document.querySelector("form.round");
  form.elements.went_out.value = winner;
  for (const hand of form.querySelectorAll(".hands .hand")) {
    hand.querySelector(".points input").value = hand.dataset.seat === winner ? "" : points;
  }
  form.requestSubmit(form.querySelector(".save .primary"));
}"""
CAUGHT_UP = """(version) =>
  JSON.parse(document.getElementById("live").getAttribute("hx-vals")).since === version"""
POLL = "dispatchEvent(new Event('pageshow'))"

Entries = list[dict[str, Any]]


@dataclass
class Phone:
    """A phone at the table, and the rounds it has shown as they were saved."""

    context: BrowserContext
    page: Page
    shown: Entries = field(default_factory=list)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.ready()

    def ready(self) -> None:
        expect(self.page.locator("#phone-copy")).to_have_count(1)
        self.page.wait_for_load_state("networkidle")
        expect(self.page.locator("form.round[data-htmx-powered]")).to_have_count(1)
        expect(self.page.locator("#save-status")).to_be_hidden()

    @property
    def next(self) -> int:
        return int(self.page.locator("form.round").get_attribute("data-round") or 0)


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Computer]:
    computer = Computer(tmp_path / "data")
    yield computer
    computer.stop()


@pytest.fixture
def phones(computer: Computer, browser: Browser) -> Iterator[list[Phone]]:
    contexts = [browser.new_context(base_url=computer.url, **PHONE) for _ in range(2)]
    for context in contexts:
        keep_to(computer.url, context)
    yield [Phone(context, context.new_page()) for context in contexts]
    for context in contexts:
        context.close()


def journal(phone: Phone, key: str) -> Entries:
    answer = phone.context.request.get(f"/api/games/{key}/journal")
    entries: Entries = answer.json()["entries"]
    return entries


def catch_up(phone: Phone, key: str) -> None:
    """Wait until the page shows the latest version."""
    phone.page.evaluate(POLL)
    phone.page.wait_for_function(CAUGHT_UP, arg=str(journal(phone, key)[-1]["version"]))


def look(phone: Phone, key: str) -> None:
    """Note the rounds that the phone shows now: those of the version that its page is of."""
    values = phone.page.locator("#live").get_attribute("hx-vals") or ""
    version = int(json.loads(values)["since"])
    entries = journal(phone, key)[:version]
    phone.shown = [each for each in entries if each["kind"] == "round-recorded"]


def missing(phone: Phone, key: str) -> Counter[str]:
    """Return what the phone has shown and the companion has not, by the requests for it.

    A second game has other requests; there the rounds are compared.
    """
    answer = phone.context.request.get(f"/api/games/{key}/journal").json()
    entries = [each for each in answer.get("entries", []) if each["kind"] == "round-recorded"]
    is_second = bool(entries) and not any(each["request_id"] for each in entries)
    names = ("round",) if is_second else ("round", "request_id")
    shown, there = (
        Counter(json.dumps([each[name] for name in names], sort_keys=True) for each in those)
        for those in (phone.shown, entries)
    )
    assert is_second or not there or max(there.values()) == 1
    return shown - there


def bring_back(phone: Phone, key: str) -> tuple[str, int]:
    """Tap what is offered until all is there again; return the game it is in, and the taps."""
    section = phone.page.locator("#phone-copy")
    taps = 0
    while missing(phone, key):
        expect(section).to_have_attribute("data-when", re.compile("lost|aside"))
        before = section.get_attribute("data-when")
        with phone.page.expect_response("**/api/games/*") as answered:
            section.locator("button.primary").filter(visible=True).tap()
        taps += 1
        assert taps <= 2, (before, answered.value.status)
        if answered.value.status != 409:
            phone.page.wait_for_url(lambda url: "copy" not in url)
            phone.ready()
            key = phone.page.url.rpartition("/")[2]
    return key, taps


def lose(computer: Computer, chance: random.Random, phone: Phone, address: str) -> tuple[str, int]:
    """Lose the disk while a page is open or closed; return how the phone comes back, and taps."""
    way = chance.choice(["open page", "old link", "first page"])
    if way != "open page":
        phone.page.goto("about:blank")
    older = computer.data.parent / "older"
    is_older = older.exists() and chance.random() < SHARE_OF_OLDER_COPIES
    computer.lose_disk(older if is_older else None)
    if way == "open page":
        phone.page.evaluate(POLL)
        return way, 0
    phone.page.goto(address if way == "old link" else "/")
    if way == "old link":
        return way, 0
    # Games that were lost before may be listed beside it.
    phone.page.locator(f":is(#lost, .known-games) a[href='{address}']").first.tap()
    return way, 1


def play(computer: Computer, chance: random.Random, phones: list[Phone], key: str) -> None:
    """Play a few rounds on both phones; at the end one of them may be waiting for an answer."""
    older = computer.data.parent / "older"
    shutil.rmtree(older, ignore_errors=True)
    for number in range(chance.randint(1, 3)):
        if number == 1:
            shutil.copytree(computer.data, older)
        writer = chance.choice(phones)
        catch_up(writer, key)
        before = writer.next
        writer.page.evaluate(SAVE, [str(chance.randint(1, 4)), str(chance.randint(1, 60))])
        expect(writer.page.locator(f"form.round[data-round='{before}']")).to_have_count(0)
    for phone in phones:
        look(phone, key)
    if chance.random() < SHARE_OF_SAVES_UNDER_WAY:
        phones[0].page.evaluate(SAVE, ["1", "5"])


def test_what_phones_have_shown_comes_back(computer: Computer, phones: list[Phone]) -> None:
    chance = random.Random(13)
    counts: Counter[str] = Counter()
    most_taps = 0
    key = ""
    for loss in range(LOSSES):
        if loss % LOSSES_A_GAME == 0:
            wish = {"edition": "classic-108", "players": FOUR, "target": 10_000}
            key = phones[0].context.request.post("/api/games", data=wish).json()["score_key"]
        for phone in phones:
            # A page whose version is that of an older copy by chance does not see the difference.
            phone.open(f"/games/{key}")
        play(computer, chance, phones, key)
        first, second = chance.sample(phones, 2)
        way, tapped = lose(computer, chance, first, f"/games/{key}")
        counts[way] += 1
        for phone, before in ((first, tapped), (second, 0)):
            if phone is second:
                phone.page.goto(f"/games/{key}")
            there, taps = bring_back(phone, key)
            most_taps = max(most_taps, before + taps)
            counts["as a second game"] += there != key
            counts["rounds"] += len(phone.shown)
    sys.stdout.write(f"\n{LOSSES} disks lost, {dict(counts)}, at most {most_taps} taps\n")
    assert most_taps <= MOST_TAPS
