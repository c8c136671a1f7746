"""Tests of loading a small folder of rulings and resolving them for each box."""

from dataclasses import replace

import pytest

from companion.rulings import Rulings
from companion.rulings.loader import load_rulings
from companion.rulings.ruling import InvalidRulingsError
from tests.rulings.conftest import BLUE, RED, Folder, a_box, both

OWN = a_box("our-box", like="blue-box", name__bear="Grizzly", points__bear="9")
BARE = a_box("bare-box", like="blue-box")


@pytest.fixture
def small(folder: Folder) -> Rulings:
    return load_rulings((BLUE, RED, OWN, BARE), folder())


def test_texts_are_filled_with_names_and_numbers_of_the_box(small: Rulings) -> None:
    bear = small.by_edition["blue-box"]["dance.bear"]
    assert bear.question == both("Does the Bear dance?", "L’Bear danse-t-il ?")
    assert bear.text == both("It has 5 points.", "Il vaut 5 points.")


def test_box_can_override_shared_values_of_a_ruling(small: Rulings) -> None:
    blue, red, *_ = small.of_rule("dance.all")
    said = [(each.verdict["en"], each.basis, each.text["en"]) for each in (blue, red)]
    assert said[0] == ("Up to 30", "implied", "So it says.")
    assert said[1] == ("Silent", "silent", "Nothing is said.")
    assert blue.custom == red.custom == both("Some sit.", "Certains restent assis.")
    assert blue.question == red.question


def test_custom_false_removes_shared_custom_for_a_box(folder: Folder) -> None:
    head, lines = "[rulings.in.blue-box]", "lines = [4]"
    path = folder((f"{head}\n{lines}", f"{head}\ncustom = false\n{lines}"))
    blue, red = load_rulings((BLUE, RED), path).of_rule("dance.all")
    assert blue.custom is None
    assert red.custom is not None


def test_untranslated_text_falls_back_to_english(folder: Folder) -> None:
    half = load_rulings((BLUE, RED), folder((', fr = "Rien n’est dit."', "")))
    text = half.by_edition["red-box"]["dance.all"].text
    assert (text.localized("fr"), list(text)) == ("Nothing is said.", ["en"])


def test_ruling_has_names_of_all_sections_with_its_lines(small: Rulings) -> None:
    blue, red, *_ = small.of_rule("dance.all")
    assert blue.sheet.section == both("The dances", "Les danses")
    assert red.sheet.section is None
    bear = small.by_edition["blue-box"]["dance.bear"]
    sections = both("The dances · The songs", "Les danses · Les chants")
    assert (bear.sheet.lines, bear.sheet.section) == ((4, 12), sections)


def test_source_has_kind_and_doubts(small: Rulings) -> None:
    red, own = small.sources["red-box"], small.sources["our-box"]
    assert (red.kind, own.kind, own.doubts) == ("article", "leaflet", ())
    (doubt,) = red.doubts
    assert (doubt.printed, doubt.read) == ("dnase", "danse")
    assert doubt.place["en"] == "«Danse», 2nd sentence"


def test_place_in_leaflet_is_described_in_each_language(small: Rulings) -> None:
    bear = small.by_edition["blue-box"]["dance.bear"]
    assert bear.sheet.place == both(
        "«Danse», «Ours», 2nd sentence; «Chant», last paragraph",
        "«\u00a0Danse\u00a0», «\u00a0Ours\u00a0», 2e phrase\u202f; "
        "«\u00a0Chant\u00a0», dernier paragraphe",
    )
    _, red, *_ = small.of_rule("dance.all")
    assert red.sheet.place["en"] == "nowhere in the article"


PLACES = {
    '["Danse", "Ours", "NOTE", "sentence 1,3"]': "«Danse», «NOTE» under «Ours», "
    "1st and 3rd sentences",
    '["Danse", "Ours", "Chant"], ["Danse", "NOTE"]': "«Danse», «Ours», «Chant» + «NOTE»",
    '["Chant", "after point 2"]': "«Chant», paragraph after point 2",
    '["Danse", "list", "item 3-12"]': "«Danse», list, 3rd to 12th items",
    '["Danse"], ["Danse", "after Ours", "bullet 1"]': "«Danse» + paragraph after «Ours», 1st point",
    '["Ours and Chant", "point 4", "(ronde)"]': "«Ours» and «Chant», point 4 («ronde»)",
}


@pytest.mark.parametrize("stated", PLACES)
def test_steps_of_place_in_leaflet_are_described_in_words(folder: Folder, stated: str) -> None:
    path = folder(('place = [["Danse"]]', f"place = [{stated}]"))
    ruling = load_rulings((BLUE, RED), path).by_edition["blue-box"]["dance.all"]
    assert ruling.sheet.place["en"] == PLACES[stated]


def test_ruling_on_missing_card_names_boxes_with_the_card(small: Rulings) -> None:
    bear = small.by_edition["red-box"]["dance.bear"]
    assert (bear.basis, bear.applies) == ("not-in-edition", False)
    assert bear.question["en"] == "Does the Bear dance?"
    assert bear.verdict == both("Not here", "Pas ici")
    assert bear.text["en"] == "Look in: blue-box."
    assert bear not in small.of("red-box")


def test_related_rulings_exclude_those_not_concerning_the_box(small: Rulings) -> None:
    blue, red, *_ = small.of_rule("dance.all")
    assert (blue.related, red.related) == (("dance.bear",), ())


def test_ruling_group_excludes_rulings_not_concerning_the_box(folder: Folder) -> None:
    topics = 'topics = ["dancing", "singing"]'
    path = folder((topics, f'{topics}\ngroups = [["dance.bear", "dance.all"]]'))
    everyone = load_rulings((BLUE, RED, BARE), path).of_rule("dance.all")
    assert [ruling.group_rules for ruling in everyone] == [("dance.bear",), (), ()]
    assert [ruling.related for ruling in everyone] == [("dance.bear",), (), ()]


def test_own_box_uses_rulings_of_another_with_its_own_facts(small: Rulings) -> None:
    bear, everyone = small.of("our-box")
    assert (bear.question["en"], bear.text["en"]) == ("Does the Grizzly dance?", "It has 9 points.")
    assert (everyone.verdict["en"], everyone.edition) == ("Up to 30", "our-box")
    assert bear.sheet.section == both("The dances · The songs", "Les danses · Les chants")


def test_own_box_has_no_rulings_about_cards_it_lacks(small: Rulings) -> None:
    assert [ruling.rule for ruling in small.of("bare-box")] == ["dance.all"]
    assert small.by_edition["bare-box"]["dance.bear"].text["en"] == "Look in: blue-box."


def test_rulings_by_topic_card_and_rule(small: Rulings) -> None:
    assert [ruling.rule for ruling in small.of_topic("red-box", "dancing")] == ["dance.all"]
    assert [ruling.rule for ruling in small.of_card("blue-box", "bear")] == ["dance.bear"]
    assert small.of_card("red-box", "bear") == small.of("no-box") == ()
    assert small.get("red-box", "dance.bear")
    assert small.get("no-box", "dance.bear") is None
    assert [topic.topic for topic in small.topics_of("red-box")] == ["dancing"]


def test_topics_have_the_order_of_base_toml(folder: Folder) -> None:
    singing = """
topic = "singing"
name = { en = "Singing", fr = "Chanter" }
about = { en = "Who sings.", fr = "Qui chante." }
aspect = "when"
group = "feet"
[[rulings]]
rule = "sing"
related = ["dance.all"]
basis = "contradiction"
question = { en = "Sing?", fr = "Chanter ?" }
text = { en = "Both.", fr = "Les deux." }
[rulings.in.red-box]
lines = [3, 5]
[[rulings.in.red-box.readings]]
text = { en = "Loud.", fr = "Fort." }
lines = [3]
place = [["Danse", "sentence 1"]]
[[rulings.in.red-box.readings]]
text = { en = "Low.", fr = "Bas." }
lines = [5]
place = [["Danse", "sentence 2"]]
"""
    turned = ('["dancing", "singing"]', '["singing", "dancing"]')
    read = load_rulings((BLUE, RED), folder(turned, **{"topics/singing": singing}))
    assert list(read.topics) == ["singing", "dancing"]
    sing, _ = read.of("red-box")
    assert sing.verdict == both("Two things", "Deux choses")
    readings = [(each.text["fr"], each.sheet.lines) for each in sing.readings]
    assert readings == [("Fort.", (3,)), ("Bas.", (5,))]
    assert sing.sheet.place["en"] == "«Danse», 1st sentence; against it «Danse», 2nd sentence"


def test_headings_are_quoted_in_the_printed_language_nearest_to_the_reader(folder: Folder) -> None:
    french = '["Danse", "Ours", "Chant", "NOTE"]'
    headings = f'headings = {{ en = ["Dance", "Bear", "Song", "NOTE"], fr = {french} }}'
    text = folder(
        (f"headings = {french}", headings),
        (
            '[["Danse", "Ours", "sentence 2"], ["Chant",',
            '[["Dance", "Bear", "sentence 2"], ["Song",',
        ),
    )
    boxes = [replace(BLUE, languages=("en", "fr")), RED]
    bear, everyone = load_rulings(boxes, text).by_edition["blue-box"].values()
    # A place may be on the other side of the leaflet, and then has its heading.
    assert everyone.sheet.place == both("«Danse»", "«\u00a0Danse\u00a0»")
    assert bear.sheet.place == both(
        "«Dance», «Bear», 2nd sentence; «Song», last paragraph",
        "«\u00a0Danse\u00a0», «\u00a0Ours\u00a0», 2e phrase\u202f; "
        "«\u00a0Chant\u00a0», dernier paragraphe",
    )


def test_leaflet_may_be_in_a_language_without_pages(folder: Folder) -> None:
    boxes = [replace(BLUE, languages=("es",)), RED]
    rulings = load_rulings(boxes, folder())
    source = rulings.sources["blue-box"]
    assert (source.language, source.nearest("fr")) == ("es", "es")
    assert "«Danse»" in rulings.by_edition["blue-box"]["dance.all"].sheet.place["en"]


def test_headings_of_a_leaflet_in_two_languages_must_correspond(folder: Folder) -> None:
    headings = 'headings = { en = ["Danse", "Ours"], fr = ["Danse", "Ours", "Chant", "NOTE"] }'
    path = folder(('headings = ["Danse", "Ours", "Chant", "NOTE"]', headings))
    with pytest.raises(InvalidRulingsError, match="as many in every language"):
        load_rulings([replace(BLUE, languages=("en", "fr")), RED], path)


def test_sheet_of_a_box_without_leaflet_is_refused(folder: Folder) -> None:
    with pytest.raises(InvalidRulingsError, match="with a leaflet"):
        load_rulings([replace(BLUE, languages=()), RED], folder())
