"""A ruling as each box has it, from a small folder of rulings."""

import pytest

from companion.rulings import Rulings, load_rulings
from tests.rulings.conftest import BLUE, RED, Folder, a_box, both

OWN = a_box("our-box", like="blue-box", name__bear="Grizzly", points__bear="9")
BARE = a_box("bare-box", like="blue-box")


@pytest.fixture
def small(folder: Folder) -> Rulings:
    return load_rulings((BLUE, RED, OWN, BARE), folder())


def test_texts_take_names_and_numbers_from_the_box(small: Rulings) -> None:
    bear = small.by_edition["blue-box"]["dance.bear"]
    assert bear.question == both("Does the Bear dance?", "L’Bear danse-t-il ?")
    assert bear.text == both("It has 5 points.", "Il vaut 5 points.")


def test_a_box_states_only_what_differs(small: Rulings) -> None:
    blue, red, *_ = small.everywhere("dance.all")
    said = [(each.verdict["en"], each.basis, each.text["en"]) for each in (blue, red)]
    assert said[0] == ("Up to 30", "implied", "So it says.")
    assert said[1] == ("Silent", "silent", "Nothing is said.")
    assert blue.custom == red.custom == both("Some sit.", "Certains restent assis.")
    assert blue.question == red.question


def test_a_box_whose_sheet_says_it_takes_the_shared_custom_back(folder: Folder) -> None:
    head, lines = "[rulings.in.blue-box]", "lines = [4]"
    path = folder((f"{head}\n{lines}", f"{head}\ncustom = false\n{lines}"))
    blue, red = load_rulings((BLUE, RED), path).everywhere("dance.all")
    assert blue.custom is None
    assert red.custom is not None


def test_a_text_that_is_not_translated_is_english(folder: Folder) -> None:
    half = load_rulings((BLUE, RED), folder((', fr = "Rien n’est dit."', "")))
    text = half.by_edition["red-box"]["dance.all"].text
    assert (text.localized("fr"), list(text)) == ("Nothing is said.", ["en"])


def test_every_section_of_its_lines_is_named(small: Rulings) -> None:
    blue, red, *_ = small.everywhere("dance.all")
    assert blue.sheet.section == both("The dances", "Les danses")
    assert red.sheet.section is None
    bear = small.by_edition["blue-box"]["dance.bear"]
    sections = both("The dances · The songs", "Les danses · Les chants")
    assert (bear.sheet.lines, bear.sheet.section) == ((4, 12), sections)


def test_a_sheet_says_what_it_is_and_what_is_garbled_in_it(small: Rulings) -> None:
    red, own = small.sources["red-box"], small.sources["our-box"]
    assert (red.kind, own.kind, own.doubts) == ("article", "leaflet", ())
    (doubt,) = red.doubts
    assert (doubt.printed, doubt.read) == ("dnase", "danse")
    assert doubt.place["en"] == "«Danse», 2nd sentence"


def test_a_place_is_said_in_every_language(small: Rulings) -> None:
    bear = small.by_edition["blue-box"]["dance.bear"]
    assert bear.sheet.place == both(
        "«Danse», «Ours», 2nd sentence; «Chant», last paragraph",
        "«\u00a0Danse\u00a0», «\u00a0Ours\u00a0», 2e phrase\u202f; "
        "«\u00a0Chant\u00a0», dernier paragraphe",
    )
    _, red, *_ = small.everywhere("dance.all")
    assert red.sheet.place["en"] == "nowhere in the article"


PLACES = {
    '["Danse", "Ours", "Chant", "sentence 1,3"]': "«Danse», «Chant» under «Ours», "
    "1st and 3rd sentences",
    '["Danse", "list", "item 3-12"]': "«Danse», list, 3rd to 12th items",
    '["Danse"], ["Danse", "after Ours", "bullet 1"]': "«Danse» + paragraph after «Ours», 1st point",
    '["Ours and Chant", "point 4", "(ronde)"]': "«Ours» and «Chant», point 4 («ronde»)",
}


@pytest.mark.parametrize("stated", PLACES)
def test_a_place_leads_from_the_heading_inwards(folder: Folder, stated: str) -> None:
    path = folder(('place = [["Danse"]]', f"place = [{stated}]"))
    ruling = load_rulings((BLUE, RED), path).by_edition["blue-box"]["dance.all"]
    assert ruling.sheet.place["en"] == PLACES[stated]


def test_where_a_card_is_missing_the_ruling_says_which_box_has_it(small: Rulings) -> None:
    bear = small.by_edition["red-box"]["dance.bear"]
    assert (bear.basis, bear.is_here) == ("not-in-edition", False)
    assert bear.question["en"] == "Does the Bear dance?"
    assert bear.verdict == both("Not here", "Pas ici")
    assert bear.text["en"] == "Look in: blue-box."
    assert bear not in small.of("red-box")


def test_related_rulings_are_of_the_same_box(small: Rulings) -> None:
    blue, red, *_ = small.everywhere("dance.all")
    assert (blue.related, red.related) == (("dance.bear",), ())


def test_a_group_holds_what_concerns_the_box(folder: Folder) -> None:
    topics = 'topics = ["dancing", "singing"]'
    path = folder((topics, f'{topics}\ngroups = [["dance.bear", "dance.all"]]'))
    everyone = load_rulings((BLUE, RED, BARE), path).everywhere("dance.all")
    assert [ruling.together for ruling in everyone] == [("dance.bear",), (), ()]
    assert [ruling.related for ruling in everyone] == [("dance.bear",), (), ()]


def test_a_box_of_the_table_borrows_rulings_and_keeps_its_own_facts(small: Rulings) -> None:
    bear, everyone = small.of("our-box")
    assert (bear.question["en"], bear.text["en"]) == ("Does the Grizzly dance?", "It has 9 points.")
    assert (everyone.verdict["en"], everyone.edition) == ("Up to 30", "our-box")
    assert bear.sheet.section == both("The dances · The songs", "Les danses · Les chants")


def test_a_box_of_the_table_has_no_ruling_about_cards_it_lacks(small: Rulings) -> None:
    assert [ruling.rule for ruling in small.of("bare-box")] == ["dance.all"]
    assert small.by_edition["bare-box"]["dance.bear"].text["en"] == "Look in: blue-box."


def test_rulings_are_found_by_topic_and_card(small: Rulings) -> None:
    assert [ruling.rule for ruling in small.of_topic("red-box", "dancing")] == ["dance.all"]
    assert [ruling.rule for ruling in small.of_card("blue-box", "bear")] == ["dance.bear"]
    assert small.of_card("red-box", "bear") == small.of("no-box") == ()
    assert small.get("red-box", "dance.bear")
    assert small.get("no-box", "dance.bear") is None
    assert [topic.topic for topic in small.topics_of("red-box")] == ["dancing"]


def test_topics_stand_in_the_order_of_the_base(folder: Folder) -> None:
    singing = """
topic = "singing"
name = { en = "Singing", fr = "Chanter" }
about = { en = "Who sings.", fr = "Qui chante." }
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
