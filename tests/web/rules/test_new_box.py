"""A box that only this test knows: a leaflet much like another, and a card of its own.

It brings what a box has: its file, its sheet, and the rulings in which it differs from the box that
it is like. All else it inherits.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.datafiles.reader import InvalidFileError
from companion.rulebook import open_rulebook
from companion.rulings import Rulings
from tests.editions.house import HOUSE
from tests.serving import ROOT
from tests.web.paper import Paper
from tests.web.running import parts_of, running

LIKE = "hello-kitty"
NAME = "UNO Snow"
SHEET = """
[sheets.snow.like]
box = "hello-kitty"
lines = { 11-31 = 9, 35-80 = 33, 86-107 = 85, 109-118 = 108 }
[sheets.snow.like.steps]
"Place au jeu" = "Au jeu!"
"""
# What its sheet says of its own card, and what it proves in other lines than the other one.
CARD = """topic = "yeti"
name = { en = "Yeti", fr = "Yéti" }
about = { en = "Who freezes.", fr = "Qui est gelé." }
[[rulings]]
rule = "yeti.effect"
cards = ["yeti"]
related = ["wild.anytime"]
basis = "explicit"
question = { en = "What does the Yeti do?", fr = "Que fait le Yéti ?" }
verdict = { en = "All others draw 1", fr = "Tous les autres piochent" }
text = { en = "It is worth {points:yeti}.", fr = "Il vaut {points:yeti}." }
[rulings.in.snow]
lines = [82]
place = [["Fonctions des cartes Action", "Carte Yéti", "sentence 1"]]
"""
CONTENTS = 'lines = [11, 31]\nplace = [["Contenu"]]\n'
POINTS = 'lines = [106, 107]\nplace = [["Pointage", "table"]]\n'
ACTION = 'lines = [60, 82]\nplace = [["Fonctions des cartes Action"]]\n'
COLOUR = 'lines = [72, 76]\nplace = [["Fonctions des cartes Action"]]\n'
SAYS = 'text = {{ en = "{}", fr = "{}" }}\n'
YETIS = SAYS.format("{count:yeti} of them are Yetis.", "Dont {count:yeti} Yétis.")
COUNTS = SAYS.format("A Yeti counts like a +4.", "Le Yéti compte comme le +4.")
WHEN = SAYS.format("As you play it.", "En la posant.")
LAST = SAYS.format("Also a last {name:yeti}.", "Même un {name:yeti}.")
WORKS = SAYS.format("A Yeti works from the start.", "Un Yéti agit dès le départ.")
COUNTED = SAYS.format("A Yeti counts hands.", "Un Yéti compte les mains.")
CALLED = 'verdict = { en = "The ones with a sign", fr = "Celles qui portent un signe" }\n'
DIFFERS = {
    "deck": {
        "deck.total": CONTENTS + YETIS,
        "deck.wilds": CONTENTS + YETIS,
        "deck.all": CONTENTS + YETIS,
    },
    "first-card-action": {"first.action_ok": ACTION + WORKS},
    "hand-secrecy": {"hand.hide": f"lines = []\nplace = []\n{COUNTED}"},
    "last-card-action": {"last.any": LAST, "last.wild": LAST},
    "score-values": {
        "val.wild": POINTS,
        "val.wilds": POINTS + COUNTS,
        "val.all": POINTS + COUNTS,
    },
    "terms": {"term.action": ACTION + CALLED},
    "wild-use": {"wild.colour_holds": COLOUR, "wild.when_said": WHEN},
}


def replaced(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def stated(topic: str, rules: dict[str, str]) -> str:
    """Return the file of a topic with what the box states of these rules."""
    text = (ROOT / f"companion/rulings/topics/{topic}.toml").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^(?=\[\[rulings\]\])", text)
    for at, part in enumerate(parts):
        for rule, says in rules.items():
            if f'\nrule = "{rule}"\n' in part:
                parts[at] = f"{part}\n[rulings.in.snow]\n{says}\n"
    return "".join(parts)


def add_box(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """Add the box to a copy of the data, but not yet what it states of the topics: return those."""
    for room in "editions", "rulings":
        shutil.copytree(ROOT / "companion" / room, folder / room)
        patch.setattr(f"companion.{room}.loader.files", lambda _, r=room: folder / r)
    shutil.copy(folder / "editions/hello-kitty.toml", folder / "editions/snow.toml")
    replaced(
        folder / "editions/snow.toml",
        ("UNO Hello Kitty & Friends", NAME),
        ('sign = "badtz-maru"', 'sign = "special"'),
        ("badtz-maru", "yeti"),
        ("Badtz-Maru", "Yeti"),
        ("Badtz", "Yeti"),
    )
    sheets = folder / "rulings/sheets.toml"
    other = sheets.read_text(encoding="utf-8").partition("[sheets.hello-kitty]\n")[2]
    own = other.partition("[sheets.power-colours]")[0].replace("Badtz-Maru", "Yéti")
    own = own.replace("Carte blanche Yéti", "Carte Yéti").replace("Place au jeu", "Au jeu!")
    with sheets.open("a", encoding="utf-8") as file:
        file.write(f"\n[sheets.snow]\n{own}{SHEET}")
    replaced(
        folder / "rulings/base.toml",
        ('"deck", "terms"', '"deck", "terms", "yeti"'),
        ("\nlotso = [", '\nyeti = ["yeti.effect"]\nlotso = ['),
    )
    topics = folder / "rulings/topics"
    (topics / "yeti.toml").write_text(CARD, encoding="utf-8")
    # With a box of the table's own nothing is taken from what is kept of the built-in ones.
    house = folder / "games/boxes"
    house.mkdir(parents=True)
    (house / "house.toml").write_text(HOUSE, encoding="utf-8")
    return topics


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Run a companion to which the box was added."""
    folder = tmp_path_factory.mktemp("snow")
    with pytest.MonkeyPatch.context() as patch:
        topics = add_box(folder, patch)
        for topic, rules in DIFFERS.items():
            (topics / f"{topic}.toml").write_text(stated(topic, rules), encoding="utf-8")
        with running(folder / "games") as app:
            yield app


@pytest.fixture
def rulings(app: Flask) -> Rulings:
    return parts_of(app).boxes.rulings


def test_every_ruling_that_is_its_own_affair_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_box(tmp_path, monkeypatch)
    with pytest.raises(InvalidFileError) as refused:
        open_rulebook(tmp_path / "games/boxes")
    asked = {re.search(r'rulings\."(.*?)"', fault) for fault in refused.value.faults}
    own = {rule for rules in DIFFERS.values() for rule in rules}
    assert {match and match[1] for match in asked} == own


def test_all_other_rulings_are_inherited_and_found_in_its_own_sheet(rulings: Rulings) -> None:
    other = {ruling.rule: ruling for ruling in rulings.of(LIKE)}
    own = {ruling.rule: ruling for ruling in rulings.of("snow")}
    of_its_card = {rule for rule, ruling in other.items() if ruling.cards == ("badtz-maru",)}
    assert own.keys() == other.keys() - of_its_card | {"yeti.effect"}
    skip, play = own["skip.effect"], own["must.play"]
    assert skip.text == other["skip.effect"].text
    assert (skip.sheet.lines, other["skip.effect"].sheet.lines) == ((68,), (70,))
    assert play.sheet.place["en"].startswith("«Au jeu!», ")
    stated = {rule for rules in DIFFERS.values() for rule in rules} | {"yeti.effect"}
    inherited = own.keys() - stated
    assert len(inherited) > 10 * len(stated)
    for rule in inherited:
        here, there = own[rule], other[rule]
        assert (here.verdict, here.basis) == (there.verdict, there.basis), rule
        assert here.sheet.lines != there.sheet.lines or not here.sheet.lines, rule


def test_its_rules_are_read_and_asked_in_both_languages(paper: Paper) -> None:
    assert paper.open("/rules/snow").has(f"Rules: {NAME}", "Yeti")
    assert paper.open("/rules/snow/yeti").has(
        "All others draw 1", "It is worth 50.", "«Carte Yéti»"
    )
    assert paper.open("/rules/snow/yeti?lang=fr").has("Tous les autres piochent", "Il vaut 50.")
    assert paper.open("/rules/snow/skip?lang=fr").has("Le joueur suivant perd son tour")
    assert paper.open("/rules/snow/search?lang=en&q=what does the yeti do").has("All others draw 1")
    assert paper.open("/rules/classic-108/yeti").has(
        "For cards that aren’t in this box, see:", NAME
    )


def test_a_game_is_played_with_it(paper: Paper) -> None:
    paper.start("snow", "Ana", "Bo", format="individual")
    assert paper.round("1", words_2="a yeti and a 7").has("= 57")
    assert paper.round("1", words_2="a yeti and a 7").has("Round 1: Ana +57.")
