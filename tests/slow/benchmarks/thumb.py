"""Benchmark of opening a game and of taps: `thumb`, or `thumb=../of/another/checkout`.

Real Chromium, at full speed and four times slower. An opening is by a new phone, and ends when the
scripts handle the form. Taps are timed from the end of the touch to the frame after the change.
With another checkout the two are measured in turn, so that a busy machine disturbs both alike. A
simulated tap is shorter than a real one by a frame or two.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

import click
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS, find_browser
from tests.browser.phone import PHONE
from tests.serving import ROOT, serving
from tests.slow.benchmarks.figures import Figure
from tests.slow.benchmarks.games import four_play, store_game

TAPS, HANDS, SLOWED = 60, (4, 10, 16), 4
READY = "html.with-pad form.round[data-htmx-powered]"
SETTLED = 1.2  # seconds after a save until taps are accepted
OPENED = f"""new MutationObserver((_, observer) => {{
  if (!document.querySelector("{READY}")) return;
  observer.disconnect();
  window.took = performance.now();
}}).observe(document, {{subtree: true, childList: true, attributes: true}});"""
TIMED = """selector => {
  const shown = () => [...document.querySelectorAll(selector)].map(e => e.textContent).join();
  const before = shown();
  let begun;
  window.took = new Promise(resolve => {
    const end = ({timeStamp}) => { begun = timeStamp; };
    addEventListener("touchend", end, {once: true, capture: true});
    new MutationObserver((_, observer) => {
      if (begun === undefined || shown() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - begun);
        painted.port2.postMessage(0);
      });
    }).observe(document, {subtree: true, childList: true, characterData: true});
  }); }"""


class Thumb:
    """Simulated thumb on an open page of a game of four, which times its taps."""

    def __init__(self, browser: Browser, page: str) -> None:
        self.browser = browser
        self.page = browser.new_context(**PHONE, locale="en").new_page()
        self.page.goto(page)
        self.page.wait_for_selector(READY, state="attached")
        time.sleep(2)  # seconds, for scripts that are loaded late
        self._next = cycle(range(1, 5))

    def slow(self, times: int) -> None:
        self.slowed = times
        _slow(self.page, times)

    def open(self) -> float:
        """Open the page in a new browser context; return the ms until the form is usable."""
        with self.browser.new_context(**PHONE, locale="en") as context:
            page = context.new_page()
            page.add_init_script(OPENED)
            _slow(page, self.slowed)
            page.goto(self.page.url)
            page.wait_for_selector(READY, state="attached")
            return float(page.evaluate("took"))

    def tap(self, place: str, shown_in: str = "") -> float:
        """Tap, and return the ms until the text of `shown_in` has changed (0 if not given)."""
        self.page.bring_to_front()
        key = self.page.locator(place).first
        key.scroll_into_view_if_needed()
        box = key.bounding_box()
        assert box, place
        if shown_in:
            self.page.evaluate(TIMED, shown_in)
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if shown_in:
            return float(self.page.evaluate("window.took"))
        time.sleep(0.25)
        return 0

    def save(self) -> float:
        """Enter a round by points, save it, and return the ms until the new totals are painted."""
        self.tap(f".out label:nth-child({next(self._next)})")
        self.tap(".pad [data-use=digits]")
        for digit in "578":
            self.tap(f".pad [data-digit='{digit}']")
            if digit != "8":
                self.tap(".pad [data-action=next]")
        took = self.tap(".pad [data-action=next]", ".sheet .total")
        time.sleep(SETTLED)
        return took

    def keys(self, cards: int) -> Iterator[float]:
        """Yield the ms from tap to sum, for 60 taps that add the last of `cards` cards."""
        self.tap(".out label:nth-child(1)")
        self.tap(".pad [data-use=cards]")
        names = ("skip", "7", "wild", "draw-two", "3")
        while self.page.locator(".pad .faces .face").count() < cards - 1:
            self.tap(
                f".pad .keys [data-card='{names[self.page.locator('.pad .face').count() % 5]}']"
            )
        for number in range(TAPS):
            key = f".pad .keys [data-card='{names[number % 5]}']"
            yield self.tap(key, ".pad [data-part=sum]")
            self.tap(".pad [data-action=erase]")


# Name, method, repetitions, and maximum ratio to the other checkout (the commit before).
MEASURED = (
    ("page usable, cold", Thumb.open, 40, 1),
    ("save to painted", Thumb.save, 20, 0.54),
)


def measure(folder: Path, beside: str = "") -> Iterator[Figure]:
    """Yield figures of this checkout, and ratios to the one in folder `beside` if given."""
    with ExitStack() as running, sync_playwright() as playwright:
        own = find_browser(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=own, args=FLAGS)
        thumbs = []
        for number, checkout in enumerate([ROOT, Path(beside).resolve()][: 2 if beside else 1]):
            data = folder / str(number)
            path = f"/games/{store_game(data, four_play(10))['score']}"
            python = sys.executable if checkout == ROOT else str(checkout / ".venv/bin/python")
            command = (python, "-m", "companion", "--htmx=local", "--port=0", f"--data={data}")
            served = running.enter_context(serving(*command, folder=checkout))
            thumbs.append(Thumb(browser, served.url + path))
        for times in (1, SLOWED):
            for thumb in thumbs:
                thumb.slow(times)
                thumb.save()  # warm-up, not counted
            for name, act, rounds, most in MEASURED:
                what = f"{name}, x{times}"
                medians = [_print_median(what, each) for each in _in_turn(thumbs, act, rounds)]
                if beside:
                    yield Figure(f"{what}, to the other checkout", medians[0] / medians[1], most)
        for cards in HANDS:
            taps = [list(thumb.keys(cards)) for thumb in thumbs]
            for each in taps:
                _print_median(f"key to sum, x{SLOWED}, {cards} cards", each)
            yield Figure(f"key to sum, x{SLOWED}, {cards} cards, p95", _p95(taps[0]), 100, "ms")
        browser.close()


def _slow(page: Page, times: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def _in_turn(
    thumbs: list[Thumb], act: Callable[[Thumb], float], rounds: int
) -> list[tuple[float, ...]]:
    """Return each thumb's times for an action, repeated in turn by all thumbs."""
    return list(zip(*([act(thumb) for thumb in thumbs] for _ in range(rounds)), strict=True))


def _print_median(what: str, taken: list[float] | tuple[float, ...]) -> float:
    click.echo(f"  {what}: median {median(taken):.0f} ms, p95 {_p95(taken):.0f} ms")
    return median(taken)


def _p95(taken: list[float] | tuple[float, ...]) -> float:
    return quantiles(taken, n=20)[-1]
