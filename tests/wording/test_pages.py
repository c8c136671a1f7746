"""Tests of the words on all pages: their sources, quotes, punctuation and escaping."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from gettext import NullTranslations
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.changelog import releases
from companion.datafiles.text import TRANSLATIONS, LocalizedText
from companion.editions import load_boxes
from companion.game.requests.change import CHANGES
from companion.network import phones
from companion.network.addresses import Address, Kind
from companion.network.phones import Phones
from companion.rulebook import open_rulebook
from companion.store.rows.lines import Change
from companion.web.http import i18n
from companion.web.rules.static_export import RulesExport
from companion.web.ui import messages
from tests.editions.own_box import OWN_BOX_TOML
from tests.store.sqlite import raw
from tests.store.table import NOON
from tests.web.clock import Clock, use_clock
from tests.web.cookies import cookie_name
from tests.web.hall import EIGHT
from tests.web.running import game_of, registry_of, replace_services, running
from tests.wording.catalogue import MESSAGES, PLACEHOLDER, texts
from tests.wording.groups import group_pages
from tests.wording.heats import heats_pages
from tests.wording.joining import arrival_pages, in_the_same_language, television_pages
from tests.wording.own_boxes import maker_pages
from tests.wording.pages import Texts, text_on, walk
from tests.wording.tables import Tables

PEOPLE = {
    *("Ana", "Anna", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou"),
    *("Player", "Joueur", "Zoe", "Oui", "jocker", "xyzzy", "lotso", "belote", "Notre", "vieille"),
    *("belote", "Belote", "flip"),
}
# Untranslated names of languages, papers, units and time zones.
SAME_EVERYWHERE = {"English", "A", "Letter", "UTC", "mm", "Message"}
# Text about a library's licence, which is never translated.
LICENCES = re.compile(r"^.+ – [\w.-]+$")
CHANGELOG_IN_FRENCH = TRANSLATIONS / "fr" / "CHANGELOG.md"
KEYS = re.compile(r"(games|watch|tables|groups|join)/[\w-]{20,}|\d+")
LETTERS = re.compile(r"[^\W\d_]+")
INITIALS = re.compile("[A-ZÀ-Ý]{1,3}")  # short texts on cards without a symbol
LITERAL = re.compile(r"(%\(\w+\)s)")
# Second names of cards, used in leaflets and speech. A page has one name for each card;
# its second names are quoted, or in small print on the card's page.
SECOND_NAMES = {
    "french": re.compile(
        r"[Cc]artes? blanches?\b|\b([Ss]ens inverse|Inverse|Passer un tour|Prendre (2|deux)|Saut|"
        r"À écrire)\b"
    ),
    "english": re.compile(r"\bDraw (Two|Four)\b|\bWrite-on\b|\b[Cc]artes? blanches?\b"),
}
QUOTED = re.compile("«[^»]*»|“[^”]*”")
NOT_FRENCH = re.compile(r"[^\u202f][;!?](?!\S)|[^\u00a0]:(?!\S)|(?<![\d.])\d+\.\d(?![\d.])")
STRAIGHT = re.compile(r"['\"]|\.\.\.")
MARKED, BRACKET = re.compile(r"⟦[^⟦⟧]*⟧"), re.compile("[⟦⟧]")
# Pages of rules that no page links to, and one of a card that is not in the box.
UNLINKED = (
    "/rules",
    "/rules/hello-kity",
    "/rules/hello-kitty/nowhere",
    "/rules/hello-kitty/cards/lotso",
    "/rules/hello-kitty/search",
    "/rules/hello-kitty/search?q=xyzzy",
    "/rules/hello-kitty/search?q=%2B2",
    "/rules/hello-kitty/search?q=lotso",
    "/rules/hello-kitty/search?q=uno",
    "/rules/hello-kitty/search?q=uno+flip",
    "/rules/hello-kitty/search?q=belote",
    "/rules/classic-112/source",
    "/rules/flip/source",
    "/rules/power-colours/cards/power",
    "/rules/compare/badtz-maru",
    "/rules/compare/hand-secrecy",
    "/rules/compare/nowhere",
)
# Pages of boxes whose leaflets are not in the rulebook.
NO_LEAFLET = (
    *(f"/box/{box}" for box in ("flip", "no-mercy", "dos", "remix", "just-points")),
    "/box/flip/check",
    "/box/flip/count?side=dark",
    "/rules/attack/search?q=xyzzy",
    "/rules/just-points",
    "/games/new?edition=remix",
)
HEADINGS = {"Jouons!", "Au jeu!", "Let’s Play UNO®!", "Bonus for knocking out players:"}
CORRECT = {"went_out": "1", "points_2": "3", "points_3": "2"}


OWN_BOX = OWN_BOX_TOML.replace("A taped lid", "Lotso").replace("Un couvercle recollé", "Lotso")
SHORT = OWN_BOX.replace("count = 6", "count = 5").replace("86", "85")
THREE = OWN_BOX.replace("yellow = {}\n", "")
# `house` and `twin` are equal boxes, `short` has one card less, `three` lacks a colour.
SIMILAR_BOXES = {"house": OWN_BOX, "twin": OWN_BOX, "short": SHORT, "three": THREE}


class Marked:
    """French translations put in ⟦brackets⟧, so that text not from the catalogue is noticed."""

    def __init__(self, french: NullTranslations) -> None:
        self._french = french

    def gettext(self, message: str) -> str:
        return self._marked(self._french.gettext(message))

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self._marked(self._french.ngettext(one, many, number))

    def _marked(self, sentence: str) -> str:
        pieces = [p for p in LITERAL.split(sentence) if p]
        return "".join(p if LITERAL.fullmatch(p) else f"⟦{p}⟧" for p in pieces)


@dataclass(frozen=True)
class Page:
    """Page in French (HTML and its texts, translations in ⟦brackets⟧), with English texts."""

    address: str
    page: str
    marked: Texts
    english: Texts

    @property
    def french(self) -> Texts:
        return [BRACKET.sub("", text) for text in self.marked]


@pytest.fixture(scope="module")
def french(shared: Flask) -> list[Page]:
    """Return every page in French, with the texts of the same page in English."""
    known = i18n._translations  # noqa: SLF001 - the only place that translates
    with pytest.MonkeyPatch.context() as patch:
        marks = {"fr": Marked(known("fr")), "en": known("en")}
        patch.setattr(i18n, "_translations", marks.__getitem__)
        registry_of(shared).fragments.clear()
        phone = in_french(shared)
        kinds: set[str] = set()
        seen = [
            Page(at, page, text_on(page), in_english(phone, at, kinds)) for at, page in pages(phone)
        ]
    registry_of(shared).fragments.clear()  # removes cached HTML with brackets
    return seen


def in_french(app: Flask) -> FlaskClient:
    phone = app.test_client()
    phone.get("/?lang=fr")
    return phone


def in_english(phone: FlaskClient, address: str, kinds: set[str]) -> Texts:
    """Return a page's English texts, or [] if a page of its kind is in `kinds` already."""
    kind = KEYS.sub(r"\1", address)
    if not address.startswith("/") or kind in kinds:
        return []
    kinds.add(kind)
    page = phone.get(address + ("&lang=en" if "?" in address else "?lang=en")).text
    phone.set_cookie(cookie_name(phone.application, "lang"), "fr")
    return text_on(page)


def pages(phone: FlaskClient) -> Iterator[tuple[str, str]]:
    """Yield (address or description, HTML) of every page, also after refused forms."""
    with pytest.MonkeyPatch.context() as patch:  # as if no game existed
        patch.setattr(registry_of(phone.application).games, "is_empty", lambda: True)
        yield "first visit", phone.get("/").text
    yield from first_contact_pages(phone)
    yield from timed_tournament_pages(phone)
    tables = Tables(phone)
    games = tables.play_all()
    seen: set[str] = set()
    yield from walk(phone, ["/nowhere", "/games/nowhere", *UNLINKED, *NO_LEAFLET, *games], seen)
    yield from form_pages(tables, games[0])
    yield from maker_pages(tables)
    yield from arrival_pages(phone, seen)
    yield from heats_pages(phone)
    yield from television_pages(phone, games[0])
    yield from sticker_pages(phone)
    yield from own_box_pages(phone)
    yield from exported_pages()
    yield from walk(phone, ["/", "/?all=1"], seen)


def timed_tournament_pages(phone: FlaskClient) -> Iterator[tuple[str, str]]:
    """Yield the organiser's page of a tournament whose rotations took 7 minutes each."""
    app = phone.application
    registry = registry_of(app)
    clock = Clock()
    use_clock(app, clock)
    hall = Tables(phone).hall(EIGHT, rounds_per_partnership=1)
    for _ in range(6):
        clock.advance(minutes=7)
        hall.play(1)
    clock.advance(minutes=3)
    yield hall.game, phone.get(hall.game).text
    asked = {"edition": "toy-story-3", "format": "heats", "players": EIGHT}
    heats = phone.post("/api/games", json=asked).get_json()["score_key"]
    clock.advance(minutes=7)
    yield "heats", phone.get(f"/games/{heats}").text
    replace_services(
        app, games=registry.games, polls=registry.polls, poll_interval=registry.poll_interval
    )


def first_contact_pages(phone: FlaskClient) -> Iterator[tuple[str, str]]:
    """Yield home pages on the server's computer before a phone connects, by network."""
    app = phone.application
    both = [Address("192.0.2.20", "–", Kind.PRIVATE), Address("10.8.0.2", "–", Kind.VPN)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phones, "is_announced", lambda *_: False)
        patch.setattr("companion.web.home.firewall_commands", lambda _: ["–"])
        for number, network in enumerate((both, [])):
            patch.setattr(phones, "own_addresses", network.copy)
            times = iter((0.0, 99.0))
            replace_services(app, phones=Phones("0.0.0.0", 8000, partial(next, times)))
            yield f"first contact {number}", phone.get("/").text
    replace_services(app, phones=None)


def own_box_pages(phone: FlaskClient) -> Iterator[tuple[str, str]]:
    """Yield pages of boxes from TOML files of the operator, with a contact address."""
    app = phone.application
    registry = registry_of(app)
    with TemporaryDirectory() as folder:
        for name, box in SIMILAR_BOXES.items():
            (Path(folder) / f"{name}.toml").write_text(box, encoding="utf-8")
        replace_services(
            app,
            config=replace(registry.config, contact="mailto:rules@example.org"),
            rulebook=open_rulebook(Path(folder)),
        )
        yield "own box", phone.get("/rules/house/source").text
        for seen in ("", "&colour=yellow", "&colour=yellow&lid=86"):
            yield "which box", phone.get(f"/boxes/which?card=thunder{seen}").text
    replace_services(app, config=registry.config, rulebook=registry.rulebook)


def exported_pages() -> Iterator[tuple[str, str]]:
    """Yield a page of rules exported as files, by a separate app as its links differ."""
    with TemporaryDirectory() as folder, running(Path(folder)) as app:
        RulesExport(app, Path(folder), "fr")
        yield "exported", app.test_client().get("/rules/hello-kitty?lang=fr").text


def sticker_pages(phone: FlaskClient) -> Iterator[tuple[str, str]]:
    """Yield pages of stickers for a private and a public IP address and a host name."""
    query = "?lang=fr" if '<html lang="fr">' in phone.get("/").text else ""
    for host in ("192.168.1.20", "8.8.8.8"):
        yield host, phone.get(f"/stickers{query}", headers={"Host": host}).text
    yield "stickers by name", phone.get("/stickers?address=name").text


def form_pages(tables: Tables, game: str) -> Iterator[tuple[str, str]]:
    """Yield the pages after forms of games that are refused, shown again or accepted."""
    post: Callable[..., str] = tables.submit
    yield "nothing", post(game, "/rounds")
    yield "words", post(game, "/rounds", went_out="1", words_2="un jocker", points_3="8,5")
    yield "sum", post(game, "/rounds", went_out="1", points_2="3+4", points_3="2")
    yield "shown", post(game, "/rounds", went_out="1", words_2="7, lotso", points_3="2")
    yield "too many", post(game, "/rounds", went_out="1", words_2="9x lotso", points_3="2")
    yield "all at once", post(game, "/rounds", went_out="1", points_2="3", words_2="7", resting="3")
    yield "late", post(game, "/rounds", version="1", request_id="late", **CORRECT)
    yield "overtaken", post(game, "/rounds", version="1", request_id="late", round="1", **CORRECT)
    yield from hand_pages(tables, game)
    pile = "/box/toy-story-3/count"
    unread = tables.play("unread")
    yield "own rule", post(unread, "/rules/settled", text="+2")
    yield "no rule", post(unread, "/rules/settled", text="")
    yield "pile", tables.phone.get(pile, query_string={"cards": "9x lotso"}).text
    yield "no pile", tables.phone.get(pile, query_string={"cards": "un jocker"}).text
    yield from pile_pages(tables.phone)
    yield "wrong round", post(game, "/rounds/99")
    yield "settings", post(game, "/settings", change="join", name="", total="-3")
    yield "nobody", post(game, "/settings", change="leave")
    yield "no change", post(game, "/settings")
    yield "no game", post("/games", "", edition="hello-kitty", target="x", decks="9", dealer="7")
    yield "no method", post("/about", "")
    yield "too large", post("/games", "", players="Ana" * 40_000)
    yield "saved", post(game, "/rounds", request_id="once", **CORRECT)
    yield "saved already", post(game, "/rounds", request_id="once", **CORRECT)
    yield "corrected", post(game, "/rounds/1", **CORRECT)
    yield from tournament_form_pages(tables)
    yield "undone", post(game, "/undo")
    yield "redone", post(game, "/redo")
    yield "meanwhile", tables.phone.get(f"{game}?since=1").text
    yield "named", post(game, "/nickname", nickname="Zoe")
    yield "named badly", post("/nickname", "", nickname="a,b")
    yield "nameless", post("/nickname", "", nickname="")
    yield "renewed", post(game, "/share", kind="watch")
    yield "no journal", import_file(tables, b"{")
    yield "half a journal", import_file(tables, b"{}")
    yield "a table", import_file(tables, b"Ana,Bo\n0,5")
    yield "a ragged table", import_file(tables, b"Ana,Bo\n0,5\n1")
    yield "no players", import_file(tables, b"day,time\n1,2")
    yield from ended_game_pages(tables)
    yield from rematch_pages(tables)
    yield from group_pages(tables)
    yield "other site", tables.phone.post("/games", headers={"Origin": "null"}).text


def pile_pages(phone: FlaskClient) -> Iterator[tuple[str, str]]:
    """Yield pages of checking whether a box is complete, and of comparing a box to itself."""
    check = "/box/toy-story-3/check"
    whole = {f"count-{card}": "8" for card in "123456789"} | {"count-0": "4"}
    whole |= {f"count-{card}": "8" for card in ("draw-two", "reverse", "skip")}
    whole |= {f"count-{card}": "4" for card in ("wild", "wild-draw-four", "lotso")}
    changes: list[dict[str, str]] = [
        {},
        {"count-skip": "7", "count-lotso": "5"},
        {"count-7": "5"},
        {"count-7": "some"},
    ]
    for change in changes:
        yield "piles", phone.get(check, query_string=whole | change).text
    yield "a pile", phone.get(check, query_string={"count-lotso": "4"}).text
    yield "same box", phone.get("/boxes/compare?one=toy-story-3&other=toy-story-3").text


def import_file(tables: Tables, file: bytes) -> str:
    """Post a file to the import page and return the HTML of the answer."""
    return tables.phone.post("/games/import", data={"file": (BytesIO(file), "game.json")}).text


def rematch_pages(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield the pages of rematches, and the scoring and watching pages of their first games."""
    for game in (tables.play("lowest"), tables.hall(EIGHT[:4]).game):
        tables.change(game, "patch", "", {"finish": True})
        yield "rematch", tables.submit(game, "/rematch")
        yield "over", tables.phone.get(game).text
        yield "watched", tables.phone.get(tables.watched[-1]).text


def hand_pages(tables: Tables, game: str) -> Iterator[tuple[str, str]]:
    """Yield rows of hands sent one by one, and the game's page on another phone."""
    post: Callable[..., str] = tables.submit
    yield "nobody’s hand", post(game, "/hands/9")
    yield "late hand", post(game, "/hands/2", round="1", points_2="3")
    yield "hand", post(game, "/hands/2", round="3", points_2="3")
    post(game, "/hands/out", round="3", went_out="1")
    yield "elsewhere", on_another_phone(tables.phone, game)
    yield "whose phone", post(game, "/phone", seat="2")
    yield "whose hand", post(game, "/hands/2", round="3", points_2="4")
    yield "elsewhere too", on_another_phone(tables.phone, game)
    knocked_out = tables.play("knocked-out")
    yield "mark", post(knocked_out, "/hands/2", round="3", **{"knocked-out-2": "1"})
    yield "mark elsewhere", on_another_phone(tables.phone, knocked_out)
    yield "whose mark", post(knocked_out, "/phone", seat="2")
    yield "mark of a name", post(knocked_out, "/hands/3", round="3", **{"knocked-out-3": "1"})
    yield "mark of a name elsewhere", on_another_phone(tables.phone, knocked_out)
    yield "no such hand", post(game, "/hands/2", round="3", words_2="un jocker")
    yield "no such card", post(game, "/rounds/1/hands/2", words_2="un jocker")


def on_another_phone(phone: FlaskClient, address: str) -> str:
    return in_the_same_language(phone).get(address).text


def ended_game_pages(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield pages of forgotten, deleted, restored, phone-extended and damaged games."""
    game = tables.play("two")
    tables.phone.get(game)
    key = game.rpartition("/")[2]
    yield "forgotten", tables.submit("/forget", "", key=key)
    yield "known again", tables.submit("/forget", "", back="1")
    deleted = tables.submit(game, "/delete")
    yield "deleted", deleted
    yield "no such game", tables.phone.get(game).text
    yield "first page", tables.phone.get("/").text
    (key,) = re.findall(r'name="key" value="([^"]+)"', deleted)
    yield "back", tables.submit("/undelete", "", key=key)
    longer = tables.play("playing")
    kept = tables.phone.get(f"/api{longer}/journal?keys=1").json
    assert kept
    early = {"version": len(kept["entries"]) + 1, "at": "1999-01-01T00:00:00Z", "request_id": None}
    kept["entries"].append({**kept["entries"][1], **early})
    assert tables.phone.post("/api/games/restore", json=kept).status_code == HTTPStatus.OK
    yield "lengthened by a phone", tables.phone.get(f"{longer}/history").text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.web.ui.pages.SLICE_SIZE", 2)
        yield "piece of a history", tables.phone.get(f"{longer}/history?until=3").text
    tables.submit(game, "/share", kind="score")
    yield "old link", tables.phone.get(game).text
    game, registry = tables.play("playing"), registry_of(tables.phone.application)
    registry.copies.make_if_due()
    spoil = """UPDATE lines SET body = '{}'
               WHERE game = (SELECT max(number) FROM games) AND version = 3"""
    raw.run(registry.config.database, spoil)
    yield "damaged", tables.phone.get(f"{game}/history").text
    game = tables.play("two")
    store, game_id = (
        registry.games.store,
        game_of(tables.phone.application, game.rpartition("/")[2]),
    )
    version = len(store.journals.read(game_id))
    store.journals.append(game_id, version, Change(at=NOON, body='{"kind": "mood-noted"}'))
    yield "of a newer version", tables.phone.get(game).text


def tournament_form_pages(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield the pages after refused forms of tournament tables and settings."""
    hall = tables.hall(EIGHT, rounds_per_partnership=1)
    first, second = hall.tables[0], hall.tables[1]
    yield "seen too early", tables.submit(first, "/rounds", seen="7", went_out="1")
    hall.play(1)
    yield "nothing left", tables.submit(first, "/rounds", seen="1", went_out="1")
    yield "nothing to undo", tables.submit(second, "/undo", seen="0")
    yield "no rotations", tables.submit(hall.game, "/settings", change="rotations", rotations="99")
    yield "nobody stands in", tables.submit(hall.game, "/settings", change="stand-in", seat="1")
    yield "nothing back", tables.submit(hall.game, "/redo")


def known_words() -> set[str]:
    """Return all French words of boxes, rulings and changelog, and words typed in these tests."""
    boxes = load_boxes()[1].values()
    said = [
        *(word for box in boxes for word in (box.name, box.recognise, box.start.dealer)),
        *(box.group.heading for box in boxes),
        *(note.words for box in boxes for note in box.last_card),
        *(word for box in boxes for face in box.cards.values() for word in (face.name, face.short)),
        *(word for box in boxes for word in (*box.disputed, *box.side_names.values())),
        *(source.says for box in boxes for source in box.sources),
    ]
    texts = [words["fr"] for words in said]
    texts += [words["fr"] for words in words_of_rulings()]
    texts += [change for each in releases(CHANGELOG_IN_FRENCH) for change in each.changes]
    of_boxes = {word for text in texts for word in LETTERS.findall(text)}
    return PEOPLE | SAME_EVERYWHERE | {*"_".join(CHANGES).split("_")} | of_boxes


def words_of_rulings() -> Iterator[LocalizedText]:
    """Yield the localized texts of topics, rulings, sources and first-turn steps."""
    rulebook = open_rulebook()
    for topic in rulebook.rulings.topics.values():
        yield from (topic.name, topic.about)
    yield from (*rulebook.rulings.topic_groups.values(), *rulebook.rulings.languages.values())
    yield from (step.title for step in rulebook.rulings.first_turn)
    yield from (each.otherwise.title for each in rulebook.rulings.first_turn if each.otherwise)
    for rulings in rulebook.rulings.by_edition.values():
        for ruling in rulings.values():
            yield from (ruling.question, ruling.verdict, ruling.text, ruling.sheet.place)
            yield from (words for words in (ruling.custom, ruling.sheet.section) if words)
            for reading in ruling.readings:
                yield from (reading.text, reading.sheet.place)
            for said in ruling.elsewhere:
                yield from (said.says, LocalizedText.same(said.who))
    for source in rulebook.rulings.sources.values():
        yield from (source.what, source.text, source.check)
        for doubt in source.doubts:
            yield from (LocalizedText.same(words) for words in (doubt.printed, doubt.read or ""))
            yield from (words for words in (doubt.why, doubt.place) if words)
    for box in rulebook.editions.values():
        yield from (LocalizedText.same(pile.word) for pile in box.piles.values())


def test_all_words_on_pages_come_from_catalogue_boxes_or_people(french: list[Page]) -> None:
    known = known_words()
    for text, address in {text: page.address for page in french for text in page.marked}.items():
        rest = MARKED.sub(" ", text)
        if not (rest.startswith("http://") or LICENCES.match(rest)):
            words = {word for word in LETTERS.findall(rest) if not INITIALS.fullmatch(word)}
            assert words <= known, f"{address}: {text!r}"


def test_main_pages_are_crawled_and_every_page_says_unofficial(french: list[Page]) -> None:
    ends = {re.sub(r"/(?:games|watch)/[\w-]{20,}", "", page.address) for page in french}
    assert {"/about", "/games/new", "/settings", "/history", "/share", "/rounds/22"} <= ends
    for page in french:
        # Rows of hands and answers to polls are parts of a page, without a footer.
        if not page.page.startswith("<!doctype"):
            continue
        assert '<html lang="fr">' in page.page
        assert any("Non officiel" in text for text in page.french[-3:])
        assert "Compagnon de table" in page.french[0]


def test_every_template_sentence_appears_on_some_page(french: list[Page]) -> None:
    """A missing sentence means that `pages` lacks some state of a game."""
    said = "\n".join({text for page in french for text in page.french})
    for message in MESSAGES:
        if any(where.startswith("templates/") for where, _ in message.locations):
            forms = [map(re.escape, PLACEHOLDER.split(text)) for text in texts(message.string)]
            assert any(re.search(".*".join(pieces), said) for pieces in forms), message.id


@pytest.mark.parametrize("language", SECOND_NAMES)
def test_pages_quote_or_avoid_second_names_of_cards(french: list[Page], language: str) -> None:
    sources = open_rulebook().rulings.sources.values()
    quoted = {words for source in sources for d in source.doubts for words in (d.printed, d.read)}
    printed = 0
    for page in french:
        for text in {*getattr(page, language)} - quoted:
            if re.match(r"Dans la notice en \w+\u00a0:|In the \w+ rules:", text):
                printed += 1
                assert page.address.startswith(("/box/", "exported")), page.address
                continue
            rest = QUOTED.sub("", text)
            assert not SECOND_NAMES[language].search(rest), f"{page.address}: {text!r}"
    assert printed


def test_pages_have_no_straight_quotes_or_apostrophes(french: list[Page]) -> None:
    """Doubtful passages of a leaflet are exempt, as they are quoted exactly."""
    sources = open_rulebook().rulings.sources.values()
    quoted = {words for source in sources for d in source.doubts for words in (d.printed, d.read)}
    for page in french:
        for text in {*page.french, *page.english} - quoted:
            assert not STRAIGHT.search(text), f"{page.address}: {text!r}"
    for message in MESSAGES:
        assert not any(map(STRAIGHT.search, texts(message.id))), message.id


def test_french_pages_have_french_punctuation_and_numbers(french: list[Page]) -> None:
    """Correct sentences may be joined wrongly, or contain a number with a point."""
    # Exempt are names of boxes, and headings of leaflets that are quoted as printed.
    boxes = {box.name["fr"].removeprefix("UNO ") for box in load_boxes()[1].values()}
    boxes |= {box.replace(" ", "\u00a0") for box in boxes}  # as written in lists of boxes
    names = re.compile("|".join(map(re.escape, boxes | HEADINGS)))
    # Each text is checked once; the address is that of the last page with it.
    said = {text: page.address for page in french for text in page.french}
    for text, address in said.items():
        rest = names.sub("", text)
        if not (rest.startswith("http://") or LICENCES.match(rest)):
            assert not NOT_FRENCH.search(rest), f"{address}: {text!r}"


@pytest.mark.parametrize(
    "typed",
    ["<b>x</b>" * 90, "\u202e" + "abc" * 200, "a\x07b", "&amp;" * 50, "'\"" * 99],
)
def test_typed_text_in_faults_is_shortened_and_escaped(phone: FlaskClient, typed: str) -> None:
    game = Tables(phone).play("playing")
    send = Tables(phone).submit
    shown = [
        *(send(game, "/rounds", went_out="1", words_2=text) for text in (typed, f"7 {typed}")),
        send(game, "/rounds", went_out="1", points_2=typed),
        send(game, "/settings", change="dealer", dealer=typed),
        send(game, "/settings", change="leave", leave=typed),
    ]
    for page in shown:
        faults = re.findall(r'<p class="fault".*?</p>', page, re.DOTALL)
        assert faults
        assert all(len(fault) < 400 for fault in faults)
        assert not re.search("<b>x|\u202e|\x07|&amp;amp;amp;", "".join(faults))
    refused = phone.post(f"/api{game}/rounds", json={"went_out": typed, "hands": {typed: {}}})
    assert refused.json
    for said in refused.json["error"]["fields"].values():
        assert len(said) < 300
        assert "\u202e" not in said


def test_shortened_text_is_cut_at_40_characters_and_cleaned() -> None:
    assert messages.shortened("x" * 40) == "x" * 40
    assert messages.shortened("x" * 41) == "x" * 40 + "…"
    assert messages.shortened("👩‍🚀 Zoé") == "👩‍🚀 Zoé"
    assert messages.shortened("a\u202eb\x00") == "a\ufffdb\ufffd"
