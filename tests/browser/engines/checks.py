"""Tests that Firefox and WebKit run: a whole game, and features in which engines differ."""

import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.web.rules import static_export
from tests.browser.all_pages import Companion
from tests.browser.copies import COPIES, IS_WHOLE
from tests.browser.engines.drivers import Engine
from tests.browser.engines.phone import ENTER, Phone, Table, Take
from tests.browser.table import OUT_OF_REACH
from tests.computer import Computer
from tests.web.running import running

FOUR = ("Ana", "Bo", "Cy", "Dee")
# Makes the page redraw itself, like after the answer to a poll, e.g. while a finger is down.
DRAW = """document.dispatchEvent(new CustomEvent("htmx:after:swap",
    { detail: { ctx: { target: document.body, swap: "none" } } }))"""
SAYS_OFF = "data:text/html,<title>off</title><script>document.title = 'on'</script>"
VIDEO = "document.querySelector('video.awake')"
# Keeps each lock of the screen that a page gets, or why it gets none.
RECORDS_LOCKS = """const given = WakeLock.prototype.request;
    window.locks = [];
    WakeLock.prototype.request = function (type) {
      return given.call(this, type).then((lock) => (window.locks.push(lock), lock),
        (error) => { window.locks.push(String(error)); throw error; });
    };"""
# Returns the texts on a board that reach below the card of their table.
CUT_IN_CARDS = """return [...document.querySelectorAll(".hall > li *")].filter((each) =>
    each.getBoundingClientRect().bottom > each.closest("li").getBoundingClientRect().bottom + 1)
    .map((each) => each.textContent)"""
SHOWN = "#pad [data-part=name]"


class Checks:
    """Tests of one browser engine, which a subclass names; its process starts once."""

    engine: type[Engine]

    @pytest.fixture
    def companion(self, computer: Computer) -> Companion:
        return Companion(computer.url)

    @pytest.fixture
    def key(self, companion: Companion) -> str:
        """Start a game of four by the API and return its scoring key (the secret in its link)."""
        return str(companion.start(*FOUR, edition="classic-108")["score_key"])

    @pytest.fixture
    def table(self, phone: Phone, key: str) -> Table:
        return Table(phone, f"/games/{key}")

    def test_whole_game_with_corrections_undo_and_rematch(self, take: Take) -> None:
        phone = take()
        phone.goto("/")
        phone.tap("a.button.primary")
        phone.see(".edition")
        if not phone.run("return document.querySelector('[value=classic-108]').checked"):
            phone.tap(".edition .change")
            phone.tap("label:has([value=classic-108])")
        phone.tap("[name=players]")
        for name in ("Bo", "Cy", "Dee", "Ana"):
            phone.press(*name, ENTER)
        phone.tap(".players .change")
        phone.drag("li:nth-child(4 of .seat) .grip", "li:nth-child(1 of .seat) .grip")
        names = "return Array.from(document.querySelectorAll('[name=players]'), each => each.value)"
        assert phone.run(names)[:4] == [*FOUR]
        phone.fill("[name=target]", "200")
        phone.tap("button.primary", "Start the game")
        table = Table(phone)
        table.wait()
        table.round("Ana", Bo=77, Cy=8, Dee=0)
        table.shows(Ana=85, Bo=0, Cy=0, Dee=0)
        table.round("Cy", Ana={"7": 1, "skip": 2}, Bo="two sevens, a wild", Dee=1)
        table.shows(Ana=85, Bo=0, Cy=112, Dee=0)
        phone.tap(".sheet tbody a", "1")  # round 1, which is listed below the newer round 2
        phone.tap("#hand-3 .row")
        table.key("data-action=erase", "data-digit='9'", "data-action=close")
        phone.tap(".save .primary")
        table.shows(Ana=86, Cy=112)
        phone.tap("button", "Undo")
        table.shows(Ana=85, Cy=112)
        phone.tap("button", "Redo")
        table.shows(Ana=86, Cy=112)
        table.wait()
        table.round("Cy", Ana=50, Bo=30, Dee=20)
        phone.see(".moment h1", "Cy wins")
        phone.tap(".share-text summary")
        phone.see(".share-text [role=status]")
        phone.tap("a.picture")
        phone.see(".taken img")
        phone.wait("return document.querySelector('.taken img').naturalWidth === 1080")
        phone.tap("button", "Rematch")
        phone.see(".out .tiles label", times=4)
        phone.miss(".sheet")
        phone.back()
        phone.see("h1", "Cy wins")

    def test_press_is_not_lost_by_redraw(self, table: Table) -> None:
        phone = table.phone
        table.out("Ana")
        table.key("data-use=digits")
        for name, next_one in (("Bo", "Cy"), ("Cy", "Dee")):
            phone.see(SHOWN, name)
            table.key("data-digit='7'")
            phone.tap_while("#pad [data-part=next]", DRAW)
            assert phone.texts(SHOWN) == [next_one]
        for name in ("Bo", "Cy"):  # a tap on a player's row opens the key pad for that hand
            table.key("data-action=close")
            phone.tap_while(f"#hand-{FOUR.index(name) + 1} .row", DRAW)
            assert phone.texts(SHOWN) == [name]
        table.key("data-action=close")
        phone.tap("#hand-4 .row")
        table.key("data-digit='7'")
        table.key("data-action=close")
        phone.tap_while(".save .primary", DRAW)
        table.shows(Ana=21, Bo=0, Cy=0, Dee=0)

    def test_hand_entered_on_second_phone_is_saved_by_first(self, take: Take, key: str) -> None:
        table = Table(take(), f"/games/{key}")
        other = Table(take(), table.phone.url)
        other.phone.tap(".who-are-you summary")
        other.phone.tap(".who-are-you button", "Bo")
        other.wait()
        other.phone.tap("#hand-2 .row")
        other.count("Bo", {"skip": 2, "7": 1})
        other.key("data-part=next")
        table.phone.see("#hand-2", "counted on Bo’s phone")
        table.fill_in("Ana", Cy=8, Dee=0)
        table.key("data-part=next")
        for each in (table, other):
            each.shows(Ana=55, Bo=0, Cy=0, Dee=0)
        other.phone.see(".news", "Round 1: Ana went out.")

    def test_rounds_are_queued_while_server_is_down(
        self, table: Table, key: str, computer: Computer, companion: Companion
    ) -> None:
        phone = table.phone
        computer.kill()
        table.round("Ana", Bo=7, Cy=8, Dee=0)
        phone.see("#save-status", "Round 1 – Ana")
        table.round("Bo", Ana=1, Cy=2, Dee=3)
        phone.see("#save-status", "Round 1 – Ana · Round 2 – Bo")
        computer.start()
        table.shows(Ana=15, Bo=6, Cy=0, Dee=0)
        phone.miss("#save-status")
        entries = companion.ask("GET", f"/api/games/{key}/journal")["entries"]
        assert [entry["kind"] for entry in entries[1:]] == ["round-recorded"] * 2

    def test_game_is_restored_after_lost_disk(self, table: Table, computer: Computer) -> None:
        phone = table.phone
        table.round("Ana", Bo=7, Cy=8, Dee=0)
        phone.wait(f"return ({COPIES})().then((copies) => copies && ({IS_WHOLE})())")
        computer.lose_disk()
        phone.see("#phone-copy", ", ".join(FOUR))
        phone.tap("#phone-copy button", "Bring this game back")
        phone.see("#flash", "The game is back, with its 1 round.")
        table.wait()
        table.round("Bo", Ana=1, Cy=0, Dee=0)
        table.shows(Ana=15, Bo=1, Cy=0, Dee=0)

    def test_player_joins_tournament_and_saves_a_round(
        self, phone: Phone, companion: Companion
    ) -> None:
        options = {"edition": "classic-108", "format": "tournament", "rounds_per_partnership": 1}
        game = companion.ask("POST", "/api/games", open_seats=True, **options)
        join, key = f"/join/{game['join_key']}", f"/api/games/{game['score_key']}"
        phone.goto(join)
        phone.fill("[name=name]", "Bo")
        phone.tap("button", "Take a seat")
        phone.see("h1", "You have a seat, Bo.")
        for name in ("Ana", "Cy", "Dee"):
            companion.ask("POST", f"/api{join}", name=name)
        companion.ask("PATCH", key, open_seats=False)
        phone.tap("button", "Count for table 1")
        out = phone.see(".above li")
        table = Table(phone)
        phone.wait("return document.querySelector('.with-pad form.round[data-htmx-powered]')")
        table.out(out)
        for _ in range(2):  # two opponents hold cards; the phone owner's hand is asked first
            table.count(phone.see(SHOWN), 9)
            table.key("data-part=next")
        phone.see(".flash")
        (played,) = companion.ask("GET", key)["game"]["rounds"]
        assert played["went_out"] == out

    def test_television_shows_board_sent_by_phone(
        self, take: Take, phone: Phone, key: str, companion: Companion
    ) -> None:
        television = take()
        television.resize(1280, 720)
        television.goto("/tv")
        code = television.see(".tv-code")
        phone.goto(f"/games/{key}/share")
        phone.tap("summary", "On a television")
        phone.fill("input[name=code]", code.lower())
        phone.tap("button", "Show it on the TV")
        television.see(".lane", times=4)
        hands = {name: {"points": 9} for name in FOUR[1:]}
        companion.ask("POST", f"/api/games/{key}/rounds", went_out="Ana", hands=hands)
        Table(television).shows(Ana=27, Bo=0, Cy=0, Dee=0)

    def test_stages_of_heats_are_said_and_their_board_shows_every_name(self, take: Take) -> None:
        phone, television = take(), take()
        phone.goto("/games/new?format=heats")
        phone.fill("[name=more_players]", ", ".join(f"Wilhelmina {seat}" for seat in range(1, 15)))
        phone.see("#outline", "14 players: 4 tables, then 2, then the final")
        phone.tap("button.primary", "Start the tournament")
        phone.see("h1", "Stage 1")
        phone.tap(".links a", "Board")
        phone.wait("return location.pathname.startsWith('/watch/')")
        television.resize(1280, 720)
        television.goto(phone.url)
        television.see(".singles p", times=14)
        assert television.run(CUT_IN_CARDS) == []

    def test_round_is_saved_and_undone_without_scripts(self, take: Take) -> None:
        phone = take(scripts=False)
        phone.goto(SAYS_OFF)
        phone.wait("return document.readyState === 'complete' && document.title")
        assert phone.run("return document.title") == "off"
        phone.goto("/games/new?edition=classic-108")
        for place, name in enumerate(FOUR, start=1):
            phone.fill(f"li:nth-child({place} of .seat) [name=players]", name)
        phone.tap("button.primary", "Start the game")
        table = Table(phone)
        table.out("Ana")
        for seat, points in ((2, "7"), (3, "8"), (4, "0")):
            phone.fill(f"[name=points-{seat}]", points)
        phone.tap(".save .primary")
        table.shows(Ana=15, Bo=0, Cy=0, Dee=0)
        phone.tap("button", "Undo")
        phone.see("#flash", "is undone")
        phone.miss(".sheet tbody a")

    def test_key_pad_fits_screen_after_rotating_phone(self, table: Table) -> None:
        phone = table.phone
        table.out("Ana")
        table.key("data-use=cards")
        for page in ("game", "pile"):
            if page == "pile":
                phone.goto("/box/classic-112/count")
            phone.see("#pad")
            for width, height in ((740, 360), (360, 740)):
                phone.resize(width, height)
                phone.wait(f"return ({OUT_OF_REACH})().length === 0")
            phone.resize(740, 360)
            table.key("data-card='7'")
            phone.see("#pad output", "7")
            phone.resize(360, 740)

    def test_hand_in_french_words_is_saved(self, take: Take, key: str) -> None:
        phone = take()
        table = Table(phone, f"/games/{key}?lang=fr")
        table.fill_in("Ana", Bo="deux sept, un passer", Cy=8, Dee=0)
        phone.see("#hand-2 .row > b", "34")
        phone.see("#pad [data-part=next]", "Enregistrer · Ana +42")
        table.key("data-part=next")
        phone.see(".flash", "Manche 1")
        table.shows(Ana=42, Bo=0, Cy=0, Dee=0)

    def test_exported_rules_can_be_searched_from_a_file(
        self, phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Only two pages, as exporting all takes ten seconds and is tested in Chromium.
        pages = ("/box/hello-kitty", "/rules/hello-kitty/stack-draw-two")
        monkeypatch.setattr(static_export, "addresses_of", lambda boxes: boxes and pages)
        with running(tmp_path / "data") as app:
            static_export.RulesExport(app, tmp_path / "rules", "en").write()
        phone.goto((tmp_path / "rules/box/hello-kitty/index.html").as_uri())
        phone.fill("[type=search]", "can I put a +2 on a +2")
        phone.see("#answers li", times=3)
        phone.tap("#answers a[href*=stack-draw-two]")
        phone.see("h1", "Answering a +2")
        phone.see(".ruling:target .verdict", "No")

    def test_entered_hands_survive_back_and_reload(self, table: Table) -> None:
        phone, game = table.phone, table.phone.url
        phone.goto("/about")
        phone.goto(game)
        table.wait()
        table.fill_in("Ana", Bo={"7": 2}, Cy=45)
        phone.back()
        phone.miss("#pad")
        assert urlsplit(phone.url).path == urlsplit(game).path
        phone.reload()
        table.wait()
        for seat, total in ((2, "14"), (3, "45")):
            phone.see(f"#hand-{seat} .row > b", total)
        assert phone.run("return document.querySelector('[name=went_out]:checked').value") == "1"

    def test_screen_is_kept_on_by_video_where_it_cannot_be_locked(self, table: Table) -> None:
        phone = table.phone
        phone.run("delete Navigator.prototype.wakeLock")  # as over plain http
        assert phone.run(f"return {VIDEO}.paused")
        table.out("Ana")
        phone.wait(f"return {VIDEO}.currentTime > 0 && !{VIDEO}.paused")
        table.key("data-action=close")
        phone.wait(f"return {VIDEO}.paused")

    def test_screen_is_locked_while_a_hand_is_counted(self, table: Table) -> None:
        phone = table.phone
        phone.run(RECORDS_LOCKS)
        table.out("Ana")
        phone.wait("return window.locks.length === 1")
        assert phone.run("return window.locks[0].released ?? window.locks[0]") is False
        table.key("data-action=close")
        phone.wait("return window.locks[0].released")

    def test_board_does_not_load_itself_again_if_its_script_polls(
        self, take: Take, companion: Companion
    ) -> None:
        phone = take()
        phone.goto(f"/watch/{companion.start(*FOUR)['watch_key']}")
        phone.run("window.isStillThere = true")
        phone.wait("return document.documentElement.dataset.polls === ''")
        time.sleep(23)  # without scripts, the page loads itself again after 20 seconds
        assert phone.run("return window.isStillThere") is True
