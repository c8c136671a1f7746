"""Simulated thumb that counts its taps and never scrolls, and sample rounds to enter."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.table import BOXES

NAMES = ("Ana", "Bo", "Cy", "Dee")
BOX = BOXES["classic-108"]
HEIGHT, REACH = 740, 0.4  # pixels; a thumb does not reach the upper 40 %
KEY, TARGET = 56, 48  # smallest size in CSS pixels


@dataclass(frozen=True)
class Played:
    """Sample round, with the player who went out and the cards of the others."""

    out: str
    hands: Mapping[str, tuple[str, ...]]

    @property
    def points(self) -> Mapping[str, int]:
        return {name: sum(map(BOX.deck.points, held)) for name, held in self.hands.items()}

    @property
    def cards(self) -> int:
        return sum(map(len, self.hands.values()))


def rounds() -> Iterator[Played]:
    """Yield the sample rounds read from `rounds.txt`."""
    for line in (Path(__file__).parent / "rounds.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            out, _, rest = line.partition(": ")
            held = [hand.split() for hand in rest.split("; ")]
            yield Played(out, {name: tuple(cards) for name, *cards in held})


class Thumb:
    """Simulated thumb on a page, which taps visible elements and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator, size: int = TARGET, above: float = 0) -> None:
        target.wait_for()
        # Wait for animations to end, also because taps are ignored during that after a save.
        moving = "document.getAnimations().map((each) => each.finished)"
        self.page.evaluate(f"Promise.allSettled({moving})")
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= size - 0.5, (size, box)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert HEIGHT * above <= box["y"], (above, box)
        assert box["y"] + box["height"] <= HEIGHT, box
        self.page.touchscreen.tap(x, y)
        self.taps += 1

    def key(self, selector: str) -> None:
        """Tap a pad key; fail if it is below 56 px or in the upper 40 % of the screen."""
        self.tap(self.page.locator(f"#pad {selector}"), KEY, REACH)


def show_result(measured: str) -> None:
    """Print a measurement (shown with `-s`)."""
    print(f"\n{measured}")  # noqa: T201 - its purpose
