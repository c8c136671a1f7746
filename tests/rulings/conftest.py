"""Fixtures: built-in rulings, what is expected of them, and a small folder of rulings."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import rulings as package
from companion.datafiles.text import LocalizedText
from companion.rulebook import open_rulebook
from companion.rulings import Ruling, Rulings
from companion.rulings.loader import load_rulings
from companion.rulings.ruling import Box, InvalidRulingsError
from tests.table import BOXES

FOLDER = Path(__file__).parent


def both(english: str, french: str) -> LocalizedText:
    return LocalizedText({"en": english, "fr": french})


YES_NO = {"yes": both("Yes", "Oui"), "no": both("No", "Non")}


@dataclass(frozen=True)
class Verdict:
    """Expected basis of a ruling, start of its verdict (yes, no or None) and place."""

    basis: str
    begins: LocalizedText | None
    place: str


def rows(path: Path) -> Iterator[list[str]]:
    """Yield each line of a .table file as its words, without comments and blank lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split()


def verdicts(box: str) -> Mapping[str, Verdict]:
    """Return what is expected of a box's rulings, by ruling id; empty without .table file."""
    table = FOLDER / "sheets" / f"{box}.table"
    if not table.exists():
        return {}
    return {
        rule: Verdict(basis, YES_NO.get(begins), " ".join(place))
        for rule, basis, begins, *place in rows(table)
    }


@pytest.fixture(scope="session")
def rulings() -> Rulings:
    return open_rulebook().rulings


def every(rulings: Rulings) -> Iterator[Ruling]:
    for box in BOXES:
        yield from rulings.of(box)


# A small folder of rulings: only the blue box has the card "bear", not the red one.
BASE = """
topics = ["dancing", "singing"]
verdicts.silent = { en = "Silent", fr = "Rien" }
verdicts.contradiction = { en = "Two things", fr = "Deux choses" }
verdicts.not-in-edition = { en = "Not here", fr = "Pas ici" }
elsewhere = { en = "Look in: {boxes}.", fr = "À voir dans : {boxes}." }
topic_groups.feet = { en = "On your feet", fr = "Debout" }
languages.fr = { en = "French", fr = "français" }
languages.en = { en = "English", fr = "anglais" }
languages.es = { en = "Spanish", fr = "espagnol" }
[[first_turn]]
title = { en = "Dance", fr = "Danser" }
points = [{ card = "bear", rule = "dance.bear" }]
"""
SHEETS = """
[sections]
dances = { en = "The dances", fr = "Les danses" }
songs = { en = "The songs", fr = "Les chants" }
[sheets.blue-box]
kind = "leaflet"
what = { en = "A leaflet.", fr = "Une notice." }
text = { en = "It is clean.", fr = "Elle est nette." }
check = { en = "You can check it.", fr = "Vous pouvez vérifier." }
headings = ["Danse", "Ours", "Chant", "NOTE"]
length = 20
dances = 3
songs = 12
[sheets.red-box]
kind = "article"
what = { en = "A leaflet.", fr = "Une notice." }
text = { en = "It is clean.", fr = "Elle est nette." }
check = { en = "You can check it.", fr = "Vous pouvez vérifier." }
headings = ["Danse"]
length = 9
dances = 2
[[sheets.red-box.doubts]]
lines = [3]
place = [["Danse", "sentence 2"]]
printed = "dnase"
read = "danse"
certainty = "likely"
"""
PLACES = (Path(package.__file__).parent / "places.toml").read_text(encoding="utf-8")
DANCING = """
topic = "dancing"
name = { en = "Dancing", fr = "Danser" }
about = { en = "Who dances when.", fr = "Qui danse quand." }
aspect = "does"
group = "feet"

[[rulings]]
rule = "dance.bear"
also = ["singing"]
cards = ["bear"]
related = ["dance.all"]
basis = "explicit"
question = { en = "Does the {name:bear} dance?", fr = "L’{name:bear} danse-t-il ?" }
text = { en = "It has {points:bear} points.", fr = "Il vaut {points:bear} points." }
[rulings.in.blue-box]
verdict = { en = "Yes", fr = "Oui" }
lines = [12, 4]
place = [["Danse", "Ours", "sentence 2"], ["Chant", "paragraph last"]]

[[rulings]]
rule = "dance.all"
related = ["dance.bear"]
basis = "implied"
question = { en = "Do all dance?", fr = "Tous dansent-ils ?" }
verdict = { en = "Up to {fact:target}", fr = "Jusqu’à {fact:target}" }
text = { en = "So it says.", fr = "C’est dit." }
custom = { en = "Some sit.", fr = "Certains restent assis." }
[rulings.in.blue-box]
lines = [4]
place = [["Danse"]]
[rulings.in.red-box]
basis = "silent"
text = { en = "Nothing is said.", fr = "Rien n’est dit." }
lines = []
place = []
"""


def a_box(edition: str, like: str = "", **facts: str) -> Box:
    """Return a box with facts for placeholders, e.g. `points__bear="5"` for `points:bear`."""
    said = {key.replace("__", ":"): LocalizedText.same(fact) for key, fact in facts.items()}
    return Box(edition, like or edition, ("fr",), {"name": LocalizedText.same(edition), **said})


BLUE = a_box("blue-box", name__bear="Bear", points__bear="5", fact__target="30")
RED = a_box("red-box", fact__target="40")

Folder = Callable[..., Path]
Refusal = Callable[[Path], list[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return a function that writes the small folder with replacements, and returns its path."""

    def write(*replaced: tuple[str, str], **more: str) -> Path:
        (tmp_path / "topics").mkdir(exist_ok=True)
        files = {
            "base": BASE,
            "sheets": SHEETS,
            "places": PLACES,
            "statements": "statements = []",
            "topics/dancing": DANCING,
            **more,
        }
        for old, new in replaced:
            (place,) = (name for name, text in files.items() if text.count(old) == 1)
            files[place] = files[place].replace(old, new)
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def refusal() -> Refusal:
    """Return a function that loads a folder of invalid rulings and returns their faults."""

    def faults(path: Path) -> list[str]:
        with pytest.raises(InvalidRulingsError) as refused:
            load_rulings((BLUE, RED), path)
        return list(refused.value.faults)

    return faults
