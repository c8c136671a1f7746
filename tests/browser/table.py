"""Actions of players on the page of a game in Chromium, such as entering a round."""

from collections.abc import Mapping, Sequence
from typing import Self

from playwright.sync_api import Locator, Page, expect

# Ends the pause after a save in which an invisible layer on the page swallows all taps.
LET_TAP = """document.querySelectorAll("#flash > i").forEach((veil) =>
    veil.getAnimations().forEach((each) => each.finish()))"""
AT_REST = "Promise.allSettled(document.getAnimations().map((each) => each.finished))"
# CSS of elements with a player's or pair's name and total, in running and finished games.
SIDES = ".sheet th:has(.total), .standings li, .podium li, .rest li"
# Script: return the HTML of visible parts of the key pad that are not fully on the screen.
OUT_OF_REACH = """() => [...document.querySelectorAll('#pad :is(.key, [data-part], button, label)')]
    .filter((each) => each.offsetParent && each.textContent)
    .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight; })
    .map((each) => each.outerHTML)"""

PAD = "div.pad"
PRESS = "keys => { for (const key of keys) document.querySelector(key).click(); }"

Hand = int | str | Mapping[str, int]  # a total, words, or card -> count


class Table:
    """Page of a game on one phone (a Playwright page).

    With `fingers`, pad keys are really tapped, which is slow. By default a script clicks
    them, and only the player who went out and Save are tapped.
    """

    def __init__(self, phone: Page, *, scripts: bool = True, fingers: bool = False) -> None:
        self.phone = phone
        self.scripts = scripts
        self.fingers = fingers

    def start(self, box: str, players: Sequence[str], *, target: int | None = None) -> Self:
        """Start a game by posting its form directly, and open its page on the phone."""
        form: dict[str, str | float | bool] = {"edition": box, "target": str(target or "")}
        form["more_players"] = "\n".join(players)
        started = self.phone.request.post("/games", form=form, max_redirects=0)
        self.phone.goto(started.headers["location"], wait_until="commit")
        return self

    def open(self, address: str) -> Self:
        """Open an existing game and wait for its form, key pad and htmx."""
        self.phone.goto(address)
        return self.ready()

    def start_by_hand(self, box: str, players: Sequence[str], target: int) -> None:
        """Start a game by taps from the first page, like a new user: box, names, target."""
        self.phone.goto("/")
        self.phone.locator("a.button.primary").click()
        self.choose("edition", box)
        for place, name in enumerate(players):
            self.phone.locator("[name=players]").nth(place).fill(name)
        self.phone.locator("[name=target]").fill(str(target))
        self.save()

    def choose(self, line: str, value: str) -> None:
        """Choose a value in the new game's form, first unfolding its list if not yet chosen."""
        if not self.phone.locator(f"[name={line}][value={value}]").is_checked():
            self.phone.locator(f".{line} .change").click()
            self.phone.locator(f"label:has(input[value={value}])").click()

    def seat(self, name: str) -> str:
        """Return the number of a player's seat, as text."""
        return self.tile(name).locator("input").get_attribute("value") or ""

    def tile(self, name: str) -> Locator:
        return self.phone.locator(".out .tiles label").filter(has_text=name)

    def fill_in(self, out: str, hands: Mapping[str, Hand]) -> None:
        """Choose who went out and enter hands, without saving the round."""
        self.wait()
        self.tile(out).click()
        for name, hand in hands.items():
            self._fill_in(self.seat(name), hand)

    def set_owner(self, name: str) -> None:
        """Tell the server that this phone is the player's own, and reload the page."""
        seat = self.seat(name)
        self.phone.request.post(f"{self.phone.url}/phone", form={"seat": seat})
        self.phone.reload()
        self.ready()

    def type_total(self, name: str, points: int) -> None:
        """Type a hand's total on the key pad and leave the pad open."""
        self._press(f"#hand-{self.seat(name)} .row", f"{PAD} [data-use=digits]")
        self._press(*(f"{PAD} [data-digit='{digit}']" for digit in str(points)))

    def _fill_in(self, seat: str, hand: Hand) -> None:
        if self.scripts:
            self._enter_on_pad(seat, hand)
        else:
            self._enter_in_fields(seat, hand)

    def _enter_on_pad(self, seat: str, hand: Hand) -> None:
        """Open the key pad for a seat, replace its hand with `hand`, and close the pad."""
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
            self._speak(seat, hand)
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

    def _speak(self, seat: str, words: str) -> None:
        """Type a hand in words on the key pad and wait until the server has answered."""
        row = self.phone.locator(f"#hand-{seat}")
        row.evaluate("row => { row.dataset.unread = ''; row.setAttribute('hx-morph-skip', ''); }")
        self.phone.locator(f"{PAD} [data-part=words]").fill(words)
        expect(row.and_(self.phone.locator(":not([data-unread])"))).to_have_count(1)

    def _enter_in_fields(self, seat: str, hand: Hand) -> None:
        """Enter a hand in its plain form fields, as on a phone without scripts."""
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
        """Enter a round, save it, and wait until its form is gone and a message is shown."""
        self.fill_in(out, hands)
        now = self.phone.locator("form.round").get_attribute("data-round")
        self.save()
        if not self.scripts and any(isinstance(hand, str) for hand in hands.values()):
            expect(self.phone.locator(".understood").first).to_be_visible()
            self.save()
        expect(self.phone.locator(f"form.round[data-round='{now}']")).to_have_count(0)
        expect(self.phone.locator(".flash")).to_be_visible()
        self.phone.evaluate(LET_TAP)

    def wait_for_hands(self, hands: Mapping[str, int]) -> None:
        """Wait until this phone shows totals of hands that another phone entered."""
        self.wait()
        for name, points in hands.items():
            row = self.phone.locator(f"#hand-{self.seat(name)} .row > b")
            expect(row).to_have_text(str(points))

    def wait(self) -> None:
        """Wait for the round's form (with scripts also the key pad), and let taps count at once."""
        ready = ".with-pad form.round" if self.scripts else "form.round"
        expect(self.phone.locator(ready)).to_have_count(1)
        self.phone.evaluate(LET_TAP)

    def ready(self) -> Self:
        """Wait for the round's form, the key pad and htmx; return this object."""
        self.wait()
        self.wait_for_htmx()
        return self

    def wait_for_htmx(self) -> None:
        """Wait until htmx handles the round's form."""
        expect(self.phone.locator("form.round[data-htmx-powered]")).to_have_count(1)

    def save(self) -> None:
        self.phone.locator("form button.primary:visible").last.click()

    def shows(self, totals: Mapping[str, int]) -> None:
        """Wait until the page shows exactly these players or pairs with these totals."""
        sides = self.phone.locator(SIDES).filter(visible=True)
        expect(sides).to_have_count(len(totals))
        for name, total in totals.items():
            side = sides.filter(has=self.phone.get_by_text(name, exact=True))
            expect(side.locator("b")).to_have_text(str(total))

    @property
    def leading(self) -> Locator:
        return self.phone.locator(".lead .total")
