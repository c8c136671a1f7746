"""Phone in any browser engine: taps, typing, waits, and the page of a game on it."""

from collections.abc import Mapping
from typing import Protocol

from tests.browser.engines.drivers import Driver, until
from tests.browser.table import Hand

WIDTH, HEIGHT = 360, 740
SEEN = """
  const [css, wanted] = arguments;
  const texts = (each) => each.textContent.replace(/\\s+/g, " ").trim();
  const isSeen = (each) => each.getClientRects().length
    && getComputedStyle(each).visibility === "visible";
  const seen = [...document.querySelectorAll(css)]
    .filter((each) => isSeen(each) && texts(each).includes(wanted));"""
TEXTS = f"{SEEN} return seen.map(texts);"
# Centre of the first enabled element of SEEN, or null while it moves or is covered.
PLACE = f"""{SEEN}
  const target = seen.find((each) => !each.disabled);
  const moves = ({{ playState, effect }}) =>
    playState === "running" && effect.target.contains(target);
  const isStill = document.readyState === "complete" && !document.getAnimations().some(moves);
  if (!target || !isStill) return null;
  const place = () => {{
    const {{ x, y, width, height }} = target.getClientRects()[0];
    const [across, down] = [x + width / 2, y + height / 2].map(Math.round);
    return target.contains(document.elementFromPoint(across, down)) ? [across, down] : null;
  }};
  if (!place()) target.scrollIntoView({{ block: "center" }});
  return place();"""
TAP_LASTS = 20  # ms
BACKSPACE, ENTER = "\ue003", "\ue007"
# CSS of elements with a player's or pair's name and total, in running and finished games.
SIDES = ".sheet th:has(.total), .standings li, .podium li, .rest li, .lane"


def finger(*actions: Mapping[str, object]) -> Mapping[str, object]:
    """Return WebDriver mouse actions, as simulated touches cause no clicks in these engines."""
    mouse = {"pointerType": "mouse"}
    return {"type": "pointer", "id": "finger", "parameters": mouse, "actions": actions}


def move(place: tuple[int, int], duration: int = 0) -> Mapping[str, object]:
    return {"type": "pointerMove", "x": place[0], "y": place[1], "duration": duration}


DOWN, UP = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))


class Phone:
    """Browser window of 360 x 740 px, on which a test opens pages, taps and types."""

    def __init__(self, driver: Driver, home: str) -> None:
        self._do, self.run, self.resize = driver.do, driver.run, driver.resize
        self._home = home
        self.resize(WIDTH, HEIGHT)

    def goto(self, address: str) -> None:
        self._do("Navigate", url=self._home + address if address[0] == "/" else address)

    def back(self) -> None:
        self._do("Back")

    def reload(self) -> None:
        self._do("Refresh")

    @property
    def url(self) -> str:
        def probe() -> str:
            return self.run("return location.href") or ""  # None while another page replaces it

        return until(probe, lambda: "no address of a page")

    def texts(self, css: str, text: str = "") -> list[str]:
        """Return the texts of all visible elements that match `css` and contain `text`."""
        found: list[str] | None = self.run(TEXTS, css, text)
        return found or []  # the script returns None while another page replaces this one

    def see(self, css: str, text: str = "", *, times: int | None = None) -> str:
        """Wait until any match (or exactly `times`) is visible; return the text of the first."""

        def probe() -> list[str]:
            found = self.texts(css, text)
            return found if times is None or len(found) == times else []

        return until(probe, lambda: f"no {css} {text!r} on {self.url}: {self.texts('main')}")[0]

    def miss(self, css: str, text: str = "") -> None:
        """Wait until no element that matches `css` and contains `text` is visible."""
        until(lambda: not self.texts(css, text), lambda: f"still {css} {text!r} on {self.url}")

    def wait(self, script: str, *given: object) -> None:
        """Wait until a script that runs in the page returns a true value."""
        until(lambda: self.run(script, *given), lambda: f"never {script} on {self.url}")

    def _reach(self, css: str, text: str = "") -> tuple[int, int]:
        """Wait until an element is enabled, still and uncovered; return its centre in pixels."""
        place: tuple[int, int] = until(
            lambda: self.run(PLACE, css, text),
            lambda: f"nothing to tap: {css} {text!r} on {self.url}",
        )
        return place

    def _perform(self, *actions: Mapping[str, object]) -> None:
        self._do("PerformActions", actions=actions)

    def tap(self, css: str, text: str = "") -> None:
        pause = {"type": "pause", "duration": TAP_LASTS}
        self._perform(finger(move(self._reach(css, text)), DOWN, pause, UP))

    def tap_while(self, css: str, script: str) -> None:
        """Press an element for 90 ms, and run a script in the page 30 ms after the press."""
        self._perform(finger(move(self._reach(css)), DOWN, {"type": "pause", "duration": 30}))
        self.run(script)
        self._perform(finger({"type": "pause", "duration": 60}, UP))

    def drag(self, css: str, to: str) -> None:
        start, (x, y) = self._reach(css), self._reach(to)
        self._perform(finger(move(start), DOWN, move((x, y - 10), 100), UP))

    def press(self, *keys: str) -> None:
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": actions})

    def fill(self, css: str, text: str) -> None:
        """Tap a field and type `text` over its content."""
        self.tap(css)
        self.run("document.activeElement.select()")
        self.press(*text or BACKSPACE)


class Take(Protocol):
    """Factory of phones with separate cookies and storage."""

    def __call__(self, *, scripts: bool = True) -> Phone: ...


class Table:
    """Page of a game, with its key pad and score sheet, on one phone."""

    def __init__(self, phone: Phone, address: str = "") -> None:
        self.phone = phone
        if address:
            phone.goto(address)
            self.wait()

    def wait(self) -> None:
        """Wait until the game's page has its key pad, htmx and its scripts loaded."""
        self.phone.wait("""return document.querySelector("#phone-copy")
            && document.querySelector(".with-pad form.round[data-htmx-powered]")""")

    def out(self, name: str) -> None:
        self.phone.tap(".out .tiles label", name)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.phone.tap(f"#pad [{key}]")

    def count(self, name: str, hand: Hand) -> None:
        """Enter a hand (total, words or card counts) on the key pad, open for this player."""
        self.phone.see("#pad [data-part=name]", name)
        if isinstance(hand, int):
            self.key("data-use=digits", *[f"data-digit='{digit}'" for digit in str(hand)])
        elif isinstance(hand, str):
            self.key("data-use=words")
            self.phone.fill("#pad [data-part=words]", hand)
            self.phone.see("#pad .faces .face")
        else:
            cards = [card for card, count in hand.items() for _ in range(count)]
            self.key("data-use=cards", *[f"data-card='{card}'" for card in cards])

    def fill_in(self, out: str, **hands: Hand) -> None:
        """Choose who went out and enter all hands, in seat order, without saving the round."""
        self.out(out)
        for place, (name, hand) in enumerate(hands.items()):
            if place:
                self.key("data-part=next")
            self.count(name, hand)

    def round(self, out: str, **hands: Hand) -> None:
        """Enter a round, save it with the pad's Save key, and wait for the next round's form."""
        self.fill_in(out, **hands)
        legend = self.phone.see(".out legend")
        self.key("data-part=next")
        self.phone.miss(".out legend", legend)

    def shows(self, **totals: int) -> None:
        """Wait until the page shows these totals beside the players' names."""
        script = f"""const [name, total] = arguments;
            return [...document.querySelectorAll("{SIDES}")].some((side) => side.offsetParent
              && side.textContent.includes(name)
              && side.querySelector("b")?.textContent.trim() === `${{total}}`);"""
        for name, total in totals.items():
            self.phone.wait(script, name, total)
