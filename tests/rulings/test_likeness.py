"""Tests of `like`: a box inherits rulings from a box whose leaflet has the same passages."""

from collections.abc import Callable

import pytest

from companion.rulings import Ruling
from companion.rulings.loader import load_rulings
from companion.rulings.ruling import InvalidRulingsError
from tests.rulings.conftest import BLUE, DANCING, RED, SHEETS, Folder, a_box

LEAFLET = SHEETS[SHEETS.index("kind =") : SHEETS.index("headings =")]
GREEN_SHEET = f"""
[sheets.green-box]
{LEAFLET}
headings = ["Valse", "Ours", "Chant"]
length = 22
dances = 3
songs = 14
[sheets.green-box.like]
box = "blue-box"
lines = {{ 4 = 5, 10-12 = 13 }}
steps = {{ Danse = "Valse" }}
"""
PINK_SHEET = f"""
[sheets.pink-box]
{LEAFLET}
headings = ["Valse", "Ours", "Chant"]
length = 22
[sheets.pink-box.like]
box = "green-box"
lines = {{ 4-22 = 1 }}
"""
GREEN = a_box("green-box", name__bear="Panda", points__bear="7", fact__target="50")
PINK = a_box("pink-box", fact__target="60")
BEAR = 'topics/dancing.toml: rulings."dance.bear".in.green-box'
ALL = 'topics/dancing.toml: rulings."dance.all".in.green-box'

Load = Callable[..., dict[str, Ruling]]


@pytest.fixture
def load(folder: Folder) -> Load:
    """Return a function that loads small, green (like blue) and pink (like green) boxes."""

    def loaded(*replaced: tuple[str, str], box: str = "green-box") -> dict[str, Ruling]:
        path = folder(*replaced, sheets=SHEETS + GREEN_SHEET + PINK_SHEET)
        return dict(load_rulings((BLUE, RED, GREEN, PINK), path).by_edition[box])

    return loaded


def test_inherited_ruling_has_lines_and_place_of_own_leaflet(load: Load) -> None:
    bear, everyone = load().values()
    assert (bear.verdict["en"], bear.text["en"]) == ("Yes", "It has 7 points.")
    assert (bear.basis, bear.sheet.lines) == ("explicit", (5, 15))
    assert bear.sheet.place["en"] == "«Valse», «Ours», 2nd sentence; «Chant», last paragraph"
    assert bear.sheet.section
    assert bear.sheet.section["en"] == "The dances · The songs"
    assert (everyone.verdict["en"], everyone.sheet.lines) == ("Up to 50", (5,))


def test_box_overrides_some_values_and_inherits_the_rest(load: Load) -> None:
    own = '[rulings.in.green-box]\nverdict = { en = "Hardly" }\nlines = [6]\n[rulings.in.red-box]'
    everyone = load(("[rulings.in.red-box]", own))["dance.all"]
    assert (everyone.verdict["en"], everyone.text["en"]) == ("Hardly", "So it says.")
    assert list(everyone.verdict) == ["en"]  # no French one is inherited
    assert (everyone.sheet.lines, everyone.sheet.place["en"]) == ((6,), "«Valse»")


def test_rulings_are_inherited_transitively(load: Load) -> None:
    everyone = load(box="pink-box")["dance.all"]
    assert (everyone.verdict["en"], everyone.sheet.lines) == ("Up to 60", (2,))
    assert everyone.sheet.place["en"] == "«Valse»"
    # The pink box inherits no ruling about the bear, a card it lacks.
    assert load(box="pink-box")["dance.bear"].text["en"] == "Look in: blue-box · green-box."


READINGS = """
[[rulings.in.blue-box.readings]]
text = { en = "It does.", fr = "Oui." }
lines = [4]
place = [["Danse"]]
[[rulings.in.blue-box.readings]]
text = { en = "It does not.", fr = "Non." }
lines = [12]
place = [["Danse", "after Danse", "sentence 1"]]
"""
BLUE_BEAR = DANCING[DANCING.index("[rulings.in") :].partition("\n\n")[0]
AGAINST = (BLUE_BEAR, f'[rulings.in.blue-box]\nbasis = "contradiction"\nlines = [4]{READINGS}')


def test_box_with_explicit_ruling_does_not_inherit_readings(load: Load) -> None:
    own = """[rulings.in.green-box]
basis = "explicit"
verdict = { en = "Yes", fr = "Oui" }
place = [["Valse"]]

[[rulings]]
rule = "dance.all"
"""
    bear = load(AGAINST, ('\n[[rulings]]\nrule = "dance.all"\n', f"\n{own}"))["dance.bear"]
    assert (bear.readings, bear.sheet.place["en"]) == ((), "«Valse»")


SLIPS = [
    # Lines not mapped by `like` are not inherited, so the green box must state its own.
    (("10-12 = 13", "10-11 = 13"), [f"{BEAR}.lines: is missing", f"{BEAR}.place: is missing"]),
    (("4 = 5", "3 = 5"), [f"{ALL}.lines: is missing", f"{BEAR}.lines: is missing"]),
    # Inherited places must be translated to headings of the green box's leaflet.
    (('Danse = "Valse"', ""), [f"{BEAR}.place: Danse is no heading of this sheet"]),
    (('box = "blue-box"', 'box = "pink-box"'), ["green-box.like.box: must be one of blue-box"]),
    (("10-12 = 13", "10-21 = 10"), ["green-box.like.lines.10-21: must be lines there"]),
    (("10-12 = 13", "10-12 = 21"), ["green-box.like.lines.10-12: must be lines there"]),
    (("10-12 = 13", "12-10 = 13"), ["green-box.like.lines.12-10: must be lines there"]),
    (("10-12 = 13", "some = 13"), ["green-box.like.lines.some: must be lines there"]),
    (('box = "blue-box"', 'box = "blue-box"\nline = 1'), ["green-box.like.line: is not known"]),
    (("[sheets.pink-box]", "[sheets.rose-box]"), ["sheets.rose-box: is no box of editions/"]),
]


@pytest.mark.parametrize(("slip", "says"), SLIPS)
def test_fault_in_like_section_is_reported_with_path(
    load: Load, slip: tuple[str, str], says: list[str]
) -> None:
    with pytest.raises(InvalidRulingsError) as refused:
        load(slip)
    faults = refused.value.faults
    assert all(any(each in fault for fault in faults) for each in says), faults
