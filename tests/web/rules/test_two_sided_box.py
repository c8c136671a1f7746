"""A new two-sided box with a leaflet, added by data files alone, on every page that shows boxes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from companion.rulings.search.trained import read_trained_index
from companion.web.rules import static_export
from companion.web.rules.static_export import RulesExport
from tests.rows import cases
from tests.train.examples import own_examples
from tests.train.index import train
from tests.web.new_box import DataFiles, running_with
from tests.web.paper import Paper
from tests.web.rules.moon import SHARED, add_moon
from tests.web.running import registry_of

SIDES = {"day": ("Sunbeam", "Comet"), "night": ("Comet", "Sunbeam")}  # card on it, card not on it
HEADINGS = ("Your own boxes", "Classic", "Flip", "No Mercy", "With a theme", "Other boxes")

each_side = pytest.mark.parametrize("side", SIDES)


@contextmanager
def with_moon(folder: Path) -> Iterator[Flask]:
    """Yield an app with the made-up two-sided box, in a copy of the data files."""
    data = DataFiles(folder)
    add_moon(data)
    with running_with(data) as app, pytest.MonkeyPatch.context() as patch:
        rulebook = registry_of(app).rulebook
        certainty = read_trained_index().certainty
        # The rulings' own questions are enough here, and quickly learnt.
        patch.setattr(
            "companion.rulebook.read_trained_index",
            lambda: replace(
                train(rulebook.card_names, own_examples(rulebook)), certainty=certainty
            ),
        )
        yield app


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with with_moon(tmp_path_factory.mktemp("moon")) as app:
        yield app


@pytest.fixture
def exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Export the pages of the new box."""
    every = static_export.addresses_of
    monkeypatch.setattr(
        static_export, "addresses_of", lambda boxes: (a for a in every(boxes) if "/moon" in a)
    )
    with with_moon(tmp_path / "data") as app:
        RulesExport(app, tmp_path / "pages", "en").write()
    return tmp_path / "pages"


def shown_side(paper: Paper) -> str:
    """Return the name of the card side that the page marks as shown."""
    return paper.find(r'aria-current="true">.*?<bdi>(.*?)</bdi>')


@each_side
@cases("""address
/box/moon
/rules/moon
/box/moon/count
/box/moon/check
""")
def test_page_shows_cards_and_theme_of_chosen_side(paper: Paper, address: str, side: str) -> None:
    here, elsewhere = SIDES[side]
    paper.open(f"{address}?side={side}")
    # Only card lists are searched, because rulings may name cards of both sides.
    plain = paper.page.replace("\u00ad", "")  # soft hyphens
    cards = " ".join(re.findall(r'class="(?:key|counts|pad).*?</(?:a|div)>', plain, re.DOTALL))
    assert here in cards
    assert elsewhere not in cards
    assert shown_side(paper) == f"{side} side"
    assert ("darkside" in paper.find("<body class=.*?>")) == (side == "night")


def test_chosen_card_side_is_remembered_on_this_phone_only(paper: Paper) -> None:
    assert shown_side(paper.open("/box/moon")) == "day side"
    paper.open(paper.find(r'href="(/box/moon\?side=night)"'))
    assert shown_side(paper.open("/rules/moon")) == "night side"
    assert shown_side(paper.open("/box/moon")) == "night side"
    assert shown_side(paper.another_phone().open("/box/moon")) == "day side"
    assert shown_side(paper.open("/box/moon?side=noon")) == "night side"
    assert paper.open("/box/flip?lang=fr").find("aria-current.*?<bdi>(.*?)<") == "face claire"


def test_links_carry_the_card_side_for_phones_without_cookies(app: Flask) -> None:
    phone = app.test_client(use_cookies=False)
    page = phone.get("/box/moon?side=night").text
    (to,) = set(re.findall(r'href="(/rules/moon/cards/skip[^"]*)"', page))
    assert "30 points" in phone.get(to).text
    (to,) = set(re.findall(r'href="(/rules/moon\?[^"]*)"', page))
    assert "Comet" in phone.get(to).text


@cases("""card | side | has
skip | day | 20 points · 8 in the box
skip | night | 30 points · 8 in the box
comet | day | 60 points · 4 in the box · night side
sunbeam | night | 10 points · 4 in the box · day side
""")
def test_card_page_shows_value_on_chosen_side(paper: Paper, card: str, side: str, has: str) -> None:
    paper.open(f"/rules/moon/cards/{card}?side={side}")
    assert has in paper.text.replace("\u00a0", " ")
    assert ('class="turn' in paper.page) == (card == "skip")


def test_box_page_names_and_tags_language_of_printed_card_names(paper: Paper) -> None:
    paper.open("/box/moon")
    assert paper.has("In the English rules: «Big Eclipse»")
    assert '<i lang="en">' in paper.page
    assert paper.open("/box/moon?lang=fr").has("Dans la notice en anglais")
    assert paper.open("/box/hello-kitty?lang=en").has("In the French rules:")


@each_side
def test_pile_of_new_box_is_counted_by_the_chosen_card_side(paper: Paper, side: str) -> None:
    worth = {"day": 2 * 20 + 10, "night": 2 * 30}[side]
    typed = {"day": "two skips, sunbeam", "night": "two skips"}[side]
    assert paper.open(f"/box/moon/count?side={side}&cards={typed}").has(f"= {worth}")


def test_inventory_counts_cards_of_the_chosen_card_side(paper: Paper) -> None:
    assert paper.open("/box/moon/check?side=night&count-comet=3").has("Comet · 1 missing")
    assert paper.typed["side"] == "night"
    assert paper.open("/box/moon/check?side=day&count-sunbeam=5").has("Sunbeam · 1 too many")
    assert paper.has("to the same side first: day", "Cards in the box")


def test_first_turn_names_the_side_of_cards_on_one_side(paper: Paper) -> None:
    paper.open("/box/moon/first-turn")
    steps = [" ".join(re.sub("<[^>]*>", " ", step).split()) for step in paper.page.split("<li ")]
    (own,) = (step for step in steps if "Only in this box" in step)
    assert "What does an Eclipse do? Everybody turns their cards over C What" in own
    assert "What does a Comet do? It is worth 60 points at night night side" in own
    assert any("Deal 7 cards" in step for step in steps)
    assert not any("Can you challenge" in step for step in steps)


@cases("""question | verdict | place
Which cards can I play? | Same colour, number or symbol, or a wild | «Your turn», 1st sentence
How many cards does everyone get? | 7 cards | «Start», 1st sentence
""")
def test_questions_are_answered_with_places(
    paper: Paper, question: str, verdict: str, place: str
) -> None:
    paper.open(f"/rules/moon/search?q={question}")
    assert paper.find('<p class="verdict[^>]*>(.*?)</p>') == verdict
    assert paper.has(place)


def test_source_page_names_leaflet_and_explains_its_pile_words(paper: Paper) -> None:
    assert paper.open("/rules/moon/source").has("A made-up leaflet.", "discard pile")


def test_sticker_has_the_colours_of_both_sides(app: Flask) -> None:
    label = ET.fromstring(app.test_client().get("/stickers/moon.svg").text)
    stripes = [each.get("fill") for each in label.findall("{http://www.w3.org/2000/svg}rect")][1:]
    assert stripes == [
        *("#d8382c", "#f4bb30", "#2f9a4f", "#2a6fcb"),  # c1 to c4 of base.css
        *("#e59", "#1aa", "#f83", "#85c"),  # of .darkside
    ]
    assert "UNO Moon" in "".join(label.itertext())


@pytest.mark.parametrize("asked", ["one=moon&other=hello-kitty", "one=hello-kitty&other=moon"])
def test_comparison_shows_cards_of_both_sides(paper: Paper, asked: str) -> None:
    paper.open(f"/boxes/compare?{asked}")
    only = paper.text.partition("Only in UNO Moon")[2].partition("Only in")[0]
    assert "Sunbeam 4 in the box · 10 points · day side" in only
    assert "Comet 4 in the box · 60 points · night side" in only
    assert "Eclipse 12 in the box · 20 points" in only
    both = paper.text.partition("Cards that both have")[2]
    skip = "Skip Moon 8 in the box · 20 points · day side 8 in the box · 30 points · night side"
    if asked.startswith("one=moon"):
        assert skip in both
    assert "pink" not in paper.text.partition("Colours in one box only")[2][:60]  # in both boxes


def test_two_sided_box_is_recognised_by_one_answer(paper: Paper) -> None:
    paper.open("/boxes/which")
    assert not paper.has("Sunbeam")
    line = "Cards with a day side and a night side"
    item = next(each for each in paper.page.split("<li") if line in each)
    paper.open(re.findall(r'href="([^"]+)"', item)[0].replace("&amp;", "&"))
    assert paper.has("This is your box:", "UNO Moon")


@cases("""address
/
/rules
/stickers
/boxes/compare
/boxes/new
/games/new
""")
def test_lists_of_boxes_show_new_box_below_the_heading_flip(paper: Paper, address: str) -> None:
    paper.open(address)
    before, found, _ = paper.page.partition(">UNO Moon<")
    assert found
    heading = r'(?:<optgroup label="|class="of-boxes">)([^"<]+)'
    assert re.findall(heading, before)[-1] == "Flip"
    headings = [*dict.fromkeys(re.findall(heading, paper.page))]
    assert headings == [each for each in HEADINGS if each in headings]
    assert headings[0] == "Your own boxes"


def test_box_last_used_is_listed_first(paper: Paper) -> None:
    paper.start("moon", "Ana", "Bo")
    assert paper.open("/rules").has("Last used UNO Moon Cards with a day side")
    assert paper.page.count("UNO Moon") == 1
    paper.start("classic-112", "Ana", "Bo")
    assert paper.open("/games/new").has("Last used 112 UNO, 112 cards")
    assert not paper.another_phone().open("/rules").has("Last used")


@each_side
def test_rules_within_a_game_show_the_chosen_card_side(paper: Paper, side: str) -> None:
    paper.start("moon", "Ana", "Bo")
    here, elsewhere = SIDES[side]
    keys = paper.open(f"{paper.game}/rules?side={side}").page.partition("Topics")[0]
    assert here in keys
    assert elsewhere not in keys
    paper.open(f"{paper.game}/rules/cards/skip")
    assert paper.has({"day": "20 points", "night": "30 points"}[side])


def test_hand_is_scored_by_values_of_the_card_side_in_play(paper: Paper) -> None:
    paper.start("moon", "Ana", "Bo", format="individual")
    night = re.findall(
        r'<div class="keys([^"]*)" data-part="cards"[^>]* data-up="night">', paper.page
    )
    assert [classes.split() for classes in night] == [["darkside"]]
    assert paper.round("1", side="night", words_2="a comet and a skip").has("= 90")


def test_exported_pages_have_both_sides(exported: Path) -> None:
    day, night, skip, jour = (
        exported / f"{folder}/index.html"
        for folder in (
            *("box/moon", "box/moon/side/night", "rules/moon/cards/skip/side/night"),
            "fr/box/moon",
        )
    )
    for page, turned in ((day, {night}), (night, {day, skip})):
        links = re.findall(r'href="([^"#]+)"', page.read_text("utf-8"))
        found = {(page.parent / link).resolve() for link in links}
        assert turned <= found
        assert all(link.is_file() for link in found if "moon" in str(link))
    assert "30 points" in skip.read_text("utf-8")
    for page, card in ((day, "Sunbeam"), (night, "Comet"), (jour, "Rayon de soleil")):
        assert f'name">{card}<' in page.read_text("utf-8").partition('class="short"')[0]


def test_rulings_of_new_box_refer_to_at_most_twenty_leaflet_lines(paper: Paper) -> None:
    rulings = paper.client.get("/api/rulings/moon").get_json()["rulings"]
    lines = [line for each in rulings for line in each["sheet"]["lines"]]
    assert len(rulings) == len(SHARED) + 2
    assert max(lines) <= 20
