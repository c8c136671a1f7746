"""What people at the table do on the phone, so that the tests read like it."""

from collections.abc import Mapping, Sequence
from typing import Self

from playwright.sync_api import Locator, Page, expect

# Just after a save taps do not count; whoever plays a whole game does not wait for that each time.
LET_TAP = """document.querySelectorAll("#flash > i").forEach((veil) =>
    veil.getAnimations().forEach((each) => each.finish()))"""
AT_REST = "Promise.allSettled(document.getAnimations().map((each) => each.finished))"
# A player or a pair with what they have, while a game lasts and at its end.
SIDES = ".sheet th:has(.total), .standings li, .podium li, .rest li"
# Parts of the key pad that are shown, and not wholly on the screen.
OUT_OF_REACH = """() => [...document.querySelectorAll('#pad :is(.key, [data-part], button, label)')]
    .filter((each) => each.offsetParent && each.textContent)
    .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight; })
    .map((each) => each.outerHTML)"""

PAD = "div.pad"
PRESS = "keys => { for (const key of keys) document.querySelector(key).click(); }"

Hand = int | str | Mapping[str, int]  # a total, words, or how many of each card


class Table:
    """A game on one phone.

    `fingers`: each key of the key pad is tapped as a finger does, which takes long. Else a script
    presses them; who went out and Save are tapped all the same.
    """

    def __init__(self, phone: Page, *, scripts: bool = True, fingers: bool = False) -> None:
        self.phone = phone
        self.scripts = scripts
        self.fingers = fingers

    def start(self, box: str, players: Sequence[str], *, target: int | None = None) -> Self:
        """Start with what the form would send, and open the game."""
        form: dict[str, str | float | bool] = {"edition": box, "target": str(target or "")}
        form["more_players"] = "\n".join(players)
        started = self.phone.request.post("/games", form=form, max_redirects=0)
        self.phone.goto(started.headers["location"], wait_until="commit")
        return self

    def open(self, address: str) -> Self:
        """Open a game that somebody has started, and wait until all of its page is there."""
        self.phone.goto(address)
        return self.ready()

    def start_by_hand(self, box: str, players: Sequence[str], target: int) -> None:
        """Start from the first page, as somebody new would."""
        self.phone.goto("/")
        self.phone.locator("a.button.primary").click()
        self.choose("edition", box)
        for place, name in enumerate(players):
            self.phone.locator("[name=players]").nth(place).fill(name)
        self.phone.locator("[name=target]").fill(str(target))
        self.save()

    def choose(self, line: str, value: str) -> None:
        """Choose what is played; the line shows only what is chosen until it is to be changed."""
        if not self.phone.locator(f"[name={line}][value={value}]").is_checked():
            self.phone.locator(f".{line} .change").click()
            self.phone.locator(f"label:has(input[value={value}])").click()

    def seat(self, name: str) -> str:
        """Find the number of a seat by its name."""
        return self.tile(name).locator("input").get_attribute("value") or ""

    def tile(self, name: str) -> Locator:
        return self.phone.locator(".out .tiles label").filter(has_text=name)

    def fill_in(self, out: str, hands: Mapping[str, Hand]) -> None:
        """Fill in the round without saving it."""
        self.wait()
        self.tile(out).click()
        for name, hand in hands.items():
            self._fill_in(self.seat(name), hand)

    def belongs_to(self, name: str) -> None:
        """Say whose phone this is: that player's hand is there before anybody went out."""
        seat = self.seat(name)
        self.phone.request.post(f"{self.phone.url}/phone", form={"seat": seat})
        self.phone.reload()
        self.ready()

    def begin(self, name: str, points: int) -> None:
        """Tap in a total on the key pad and go no further."""
        self._press(f"#hand-{self.seat(name)} .row", f"{PAD} [data-use=digits]")
        self._press(*(f"{PAD} [data-digit='{digit}']" for digit in str(points)))

    def _fill_in(self, seat: str, hand: Hand) -> None:
        if self.scripts:
            self._tap_in(seat, hand)
        else:
            self._type_in(seat, hand)

    def _tap_in(self, seat: str, hand: Hand) -> None:
        """Count a hand on the key pad."""
        erase = f"{PAD} [data-action=erase]"
        self._press(f"#hand-{seat} .row")
        self._press(*[erase] * self.phone.locator(f"{PAD} [data-part=faces] .face").count())
        if isinstance(hand, int):
            self._press(f"{PAD} [data-use=digits]")
            before = self.phone.locator(f"{PAD} [data-part=sum]").inner_text()
            self._press(*[erase] * len(before) * bool(before.strip("0")))
            self._press(*(f"{PAD} [data-digit='{digit}']" for digit in str(hand)))
        elif isinstance(hand, str):
            self._press(f"{PAD} [data-use=words]")
            self._say(seat, hand)
        else:
            self._press(f"{PAD} [data-use=cards]")
            for card, count in hand.items():
                self._press(*[f"{PAD} [data-card='{card}']"] * count)
        self._press(f"{PAD} [data-action=close]")

    def _press(self, *keys: str) -> None:
        if not self.fingers:
            self.phone.evaluate(PRESS, keys)
            return
        for key in keys:
            self.phone.locator(key).tap()

    def _say(self, seat: str, words: str) -> None:
        """Say a hand, and wait until it is shown as cards, or as what is wrong with it."""
        row = self.phone.locator(f"#hand-{seat}")
        row.evaluate("row => { row.dataset.unread = ''; row.setAttribute('hx-morph-skip', ''); }")
        self.phone.locator(f"{PAD} [data-part=words]").fill(words)
        expect(row.and_(self.phone.locator(":not([data-unread])"))).to_have_count(1)

    def _type_in(self, seat: str, hand: Hand) -> None:
        """Fill in the fields of a hand, as a phone without scripts does."""
        if isinstance(hand, int):
            self.phone.locator(f"[name=points-{seat}]").fill(str(hand))
            return
        details = self.phone.locator(f"#hand-{seat} details")
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        if isinstance(hand, str):
            self.phone.locator(f"[name=words-{seat}]").fill(hand)
            return
        for card, count in hand.items():
            self.phone.locator(f"[name=count-{seat}-{card}]").fill(str(count))

    def round(self, out: str, **hands: Hand) -> None:
        """Write a round down and save it."""
        self.fill_in(out, hands)
        now = self.phone.locator("form.round").get_attribute("data-round")
        self.save()
        if not self.scripts and any(isinstance(hand, str) for hand in hands.values()):
            expect(self.phone.locator(".understood").first).to_be_visible()
            self.save()
        expect(self.phone.locator(f"form.round[data-round='{now}']")).to_have_count(0)
        expect(self.phone.locator(".flash")).to_be_visible()
        self.phone.evaluate(LET_TAP)

    def has_heard(self, hands: Mapping[str, int]) -> None:
        """Wait for hands that another phone has counted; one that comes later would be typed on."""
        self.wait()
        for name, points in hands.items():
            row = self.phone.locator(f"#hand-{self.seat(name)} .row > b")
            expect(row).to_have_text(str(points))

    def wait(self) -> None:
        """Wait for the form, and for the key pad where scripts run."""
        ready = ".with-pad form.round" if self.scripts else "form.round"
        expect(self.phone.locator(ready)).to_have_count(1)
        self.phone.evaluate(LET_TAP)

    def ready(self) -> Self:
        """Wait for all that scripts bring."""
        self.wait()
        self.wait_for_htmx()
        return self

    def wait_for_htmx(self) -> None:
        """Wait until htmx has taken the form over."""
        expect(self.phone.locator("form.round[data-htmx-powered]")).to_have_count(1)

    def save(self) -> None:
        self.phone.locator("form button.primary:visible").last.click()

    def shows(self, totals: Mapping[str, int]) -> None:
        """Wait until these totals stand beside the names."""
        sides = self.phone.locator(SIDES).filter(visible=True)
        expect(sides).to_have_count(len(totals))
        for name, total in totals.items():
            side = sides.filter(has=self.phone.get_by_text(name, exact=True))
            expect(side.locator("b")).to_have_text(str(total))

    @property
    def leading(self) -> Locator:
        return self.phone.locator(".lead .total")
