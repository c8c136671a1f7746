"""Tests that each fault in files of rulings is reported with file and TOML path."""

import pytest

from companion.rulings.loader import load_rulings
from companion.rulings.ruling import InvalidRulingsError
from tests.rulings.conftest import BLUE, RED, Folder, Refusal, a_box

BEAR = 'topics/dancing.toml: rulings."dance.bear"'
ALL = 'topics/dancing.toml: rulings."dance.all"'
TOPICS = 'topics = ["dancing", "singing"]'
SLIPS = [
    ('"dancing", "singing"', '"singing"', "topics/dancing.toml: is no topic of base.toml"),
    ('topic = "dancing"', 'topic = "x"', "topics/dancing.toml: topic: must be one of dancing"),
    ('en = "Dancing", ', "", "topics/dancing.toml: name.en: is missing"),
    ('cards = ["bear"]', 'card = "bear"', f"{BEAR}.card: is not known here"),
    ('also = ["singing"]', 'also = ["dancing"]', "also: must be a list without repeats"),
    ('["dance.all"]', '["dance.none"]', f"{BEAR}.related: names dance.none, which is no other"),
    ('["dance.all"]', '["dance.bear"]', f"{BEAR}.related: names dance.bear, which is no other"),
    ('["dance.all"]', "[]", f"{BEAR}.related: must be a list"),
    ('rule = "dance.all"', 'rule = "dance.bear"', f"{BEAR}.rule: stands twice"),
    ('basis = "explicit"', 'basis = "sure"', f"{BEAR}.in.blue-box.basis: must be one of explicit"),
    (
        "It has {points:bear}",
        "It has {points:cat}",
        f"{BEAR}.text.en: {{points:cat}} is nothing that blue-box",
    ),
    ('"Do all dance?"', '"Do {all dance?"', f"{ALL}.question.en: has a brace alone"),
    ("[rulings.in.red-box]", "[rulings.in.pink-box]", f"{ALL}.in.pink-box: is no box we know"),
    ("lines = [12, 4]", "lines = [12, 21]", "blue-box.lines: must be lines of a sheet of 20"),
    ("lines = [12, 4]", "", f"{BEAR}.in.blue-box.lines: is missing"),
    ("lines = [12, 4]", "lines = []", f"{BEAR}.in.blue-box.lines: are missing"),
    ('place = [["Danse"]]', "", f"{ALL}.in.blue-box.place: is missing"),
    ('place = [["Danse"]]', "place = []", f"{ALL}.in.blue-box.place: is missing"),
    (
        '"Ours", "sentence 2"',
        '"Ours", "sentense 2"',
        f"{BEAR}.in.blue-box.place: sentense 2 is no heading of this sheet",
    ),
    ('custom = { en = "Some', 'popular = 1\ncustom = { en = "Some', "popular: must be true or"),
    ('verdict = { en = "Yes", fr = "Oui" }', "", f"{BEAR}.in.blue-box.verdict: is missing"),
    ('verdict = { en = "Yes", fr = "Oui" }', 'readings = ["Yes"]', "readings.1: must be a table"),
    ('en = "Yes", fr = "Oui"', 'fr = "Oui"', f"{BEAR}.in.blue-box.verdict.en: is missing"),
    ('custom = { en = "Some sit.", fr = "Certains restent assis." }', "", "custom: is missing"),
    ('basis = "implied"', 'basis = "contradiction"', "readings: go with a contradiction"),
    ("Up to {fact:target}", "Up to " + 60 * "y", f"{ALL}.verdict.en: is longer than 60"),
    ("length = 9", "length = 1", "sheets.toml: sheets.red-box.dances: must be a whole number"),
    ('certainty = "likely"', 'certainty = "maybe"', "certainty: must be one of sure, likely, open"),
    ('["dancing", "singing"]', '["dancing", "singing", "source"]', "topics: source stands in"),
    ("songs = 12", "shouts = 12", "sheets.toml: sheets.blue-box.shouts: is not known here"),
    ('verdicts.silent = { en = "Silent", fr = "Rien" }', "", "verdicts.silent.en: is missing"),
    (TOPICS, f'{TOPICS}\ngroups = [["dance.bear", "dance.none"]]', "groups: names dance.none"),
    (TOPICS, f'{TOPICS}\ngroups = [["dance.bear"]]', "base.toml: groups: must be a list"),
    (
        TOPICS,
        f'{TOPICS}\ngroups = [["dance.bear", "dance.all"], ["dance.all", "dance.bear"]]',
        "base.toml: groups: names dance.all twice",
    ),
    ('aspect = "does"', "", "topics/dancing.toml: aspect: is missing"),
    ('aspect = "does"', 'aspect = "dos"', "topics/dancing.toml: aspect: must be one of does, when"),
    ('group = "feet"', "", "topics/dancing.toml: group: is missing"),
    ('group = "feet"', 'group = "foot"', "topics/dancing.toml: group: must be one of feet"),
    (
        'languages.fr = { en = "French", fr = "français" }',
        "",
        "base.toml: languages.fr: is missing",
    ),
    ('rule = "dance.bear" }]', 'rule = "dance.b" }]', "first_turn: names dance.b, which is no"),
    ("points = [{ card", "points = [{ face", "base.toml: first_turn.1.points.1.face: is not known"),
]


@pytest.mark.parametrize(("old", "new", "message"), SLIPS)
def test_fault_in_rulings_is_reported_with_path(
    folder: Folder, refusal: Refusal, old: str, new: str, message: str
) -> None:
    faults = refusal(folder((old, new)))
    assert any(message in fault for fault in faults), faults


def test_all_faults_in_rulings_are_reported_together(folder: Folder, refusal: Refusal) -> None:
    slips = [(old, new) for old, new, _ in (SLIPS[2], SLIPS[3], SLIPS[8], SLIPS[14])]
    faults = refusal(folder(*slips))
    for _, _, message in (SLIPS[2], SLIPS[3], SLIPS[8], SLIPS[14]):
        assert any(message in fault for fault in faults), (message, faults)


def test_text_that_overrides_shared_text_requires_english(folder: Folder, refusal: Refusal) -> None:
    half = ('en = "Nothing is said.", ', "")
    assert refusal(folder(half)) == [f"{ALL}.in.red-box.text.en: is missing"]


def test_rulings_file_that_is_not_toml_is_reported(folder: Folder, refusal: Refusal) -> None:
    (fault,) = refusal(folder(("[sections]", "[sections")))
    assert "sheets.toml: is not TOML" in fault


def test_built_in_box_without_rulings_is_reported(folder: Folder) -> None:
    bare, own = a_box("bare-box"), a_box("our-box", like="blue-box")
    with pytest.raises(InvalidRulingsError) as refused:
        load_rulings((BLUE, RED, bare, own), folder())
    (fault,) = refused.value.faults
    assert "topics: no ruling concerns the box bare-box: name it under `in`" in fault
