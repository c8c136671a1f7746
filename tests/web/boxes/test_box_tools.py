"""Pages about a box: introduction, completeness check, recognition, and comparison."""

import html
import re

import pytest

from companion.rulebook import open_rulebook
from tests.rows import cases
from tests.table import BOXES
from tests.web.conftest import Run
from tests.web.paper import Paper

TWO_MINUTES = 480  # words read in two minutes, at four per second
WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_first_turn_has_eight_steps_with_leaflet_places(paper: Paper, box: str, lang: str) -> None:
    paper.open(f"/box/{box}/first-turn?lang={lang}")
    shown, _, folded = paper.page.partition("<details")
    steps = shown.split('<li class="panel">')[1:]
    assert len(steps) == 8
    # Drawn cards are no number cards, whose figure could be read as a number of cards.
    drawn = [re.findall(r"<b aria-hidden=\"true\">(\d)</b>", step) for step in steps]
    assert drawn == [[]] * 8
    assert all('class="face' in step for step in steps[4:7])
    place_of = r'href="/rules/[\w-]+/[\w-]+#([\w.]+)"><span>.+?<small>(.+?)</small>'
    places = re.findall(place_of, folded, flags=re.DOTALL)
    assert len(places) == shown.count('class="point')
    for rule, place in places:
        ruling = open_rulebook().rulings.by_edition[box][rule]
        assert ruling.applies
        assert ruling.sheet.place[lang][:8].strip("«» \u00a0\u202f")[:4] in place
    said = re.sub(r"<[^>]+>", " ", " ".join(steps))
    assert len(WORD.findall(said)) < TWO_MINUTES


def test_french_quotes_are_folded_and_marked_on_english_first_turn(paper: Paper) -> None:
    paper.open("/box/classic-108/first-turn?lang=en")
    shown, _, folded = paper.page.partition("<details")
    assert "LE JEU" not in shown
    assert "A leaflet by the maker of the game, in French" in folded
    assert '<i lang="fr">«LE JEU»</i>' in folded


def test_first_turn_includes_own_cards_of_the_box(paper: Paper) -> None:
    assert paper.open("/box/toy-story-3/first-turn").has("Only in this box", "What does Lotso do?")
    marks = re.findall(
        r'class="face (\w+)"><svg[^>]+><use href="[^"]+#mark-(\w+)"',
        paper.open("/box/power-colours/first-turn").page,
        re.DOTALL,
    )
    assert sorted(marks) == [
        ("blue", "circle"), ("green", "square"), ("red", "triangle"), ("yellow", "diamond"),
    ]  # fmt: skip
    assert paper.open("/box/classic-108/first-turn").has("Can you challenge a +4?")


def test_inventory_reports_missing_cards_and_game_leaves_them_out(paper: Paper) -> None:
    paper.open("/box/hello-kitty")
    assert "/box/hello-kitty/check" in paper.page
    paper.open("/box/hello-kitty/check?count-skip=7&count-7=6&count-0=4")
    assert paper.has("3 cards are missing", "Skip · 1 missing", "7 · 2 missing")
    assert paper.has("Cards counted 17 Cards missing 3 Cards in 13 piles still to count 92")
    assert paper.has("still to count 92 Cards in a full box 112")
    paper.open(paper.find(r'href="(/games/new\?[^"]+)"'))
    assert paper.typed["left-out-skip"] == "1"
    assert paper.typed["left-out-7"] == "2"
    left_out = {name: n for name, n in paper.typed.items() if name.startswith("left-out-")}
    paper.start("hello-kitty", "Ana", "Bo", **left_out)
    journal = paper.client.get(f"/api{paper.game}/journal").get_json()
    assert journal["entries"][0]["left_out"] == {"7": 2, "skip": 1}


def test_inventory_form_shows_expected_counts_and_starts_empty(paper: Paper) -> None:
    paper.open("/box/hello-kitty/check")
    assert paper.has("If there are 112, nothing is missing.")
    assert paper.has("0–9: 76 cards", "Other cards: 36", "Skip of 8")
    assert "placeholder" not in paper.page
    assert not any(paper.typed.values())


def test_inventory_reports_complete_invalid_surplus_and_ambiguous_counts(paper: Paper) -> None:
    assert paper.open("/box/toy-story-3/check?count-lotso=4").has("Nothing is missing from what")
    assert paper.open("/box/toy-story-3/check?count-lotso=four").has("type digits")
    assert paper.open("/box/toy-story-3/check?count-wild=5").has("Wild · 1 too many")
    # The leaflet of classic-112 counts both kinds of wilds together, so either may be missing.
    paper.open("/box/classic-112/check?count-wild=3&count-wild-draw-four=4")
    assert paper.has("Wild or Wild +4 · 1 missing", "don’t say how many there are of each")
    everything = "&".join(f"count-{card}=8" for card in "123456789")
    signs = "count-draw-two=8&count-reverse=8&count-skip=8&count-wild=4&count-wild-draw-four=4"
    paper.open(f"/box/toy-story-3/check?count-0=4&{everything}&{signs}&count-lotso=4")
    assert paper.has("All 112 cards are there.", "Cards counted 112 Cards in a full box 112")


def test_missing_card_that_lies_aside_cannot_be_left_out_of_a_game(paper: Paper) -> None:
    paper.open("/box/power-colours/check?count-power=3")
    assert paper.has("1 card is missing")
    assert not paper.has("Play without")


@cases("""seen | box
Lotso | toy-story-3
Swap Hands | classic-112
both sides | flip
"+6 and +10" | no-mercy
card is a wild | all-wild
""")
def test_unique_card_identifies_box_with_one_tap(paper: Paper, seen: str, box: str) -> None:
    assert "/boxes/which" in paper.open("/").page
    paper.open("/boxes/which").open(link_of(paper, seen))
    assert paper.has("This is your box:", "Play with this box")
    assert f'href="/games/new?edition={box}"' in paper.page
    assert link_of(paper, 'class="lid') == f"/box/{box}"
    assert not paper.has("None of these")


def test_answer_none_of_these_never_identifies_a_box(paper: Paper) -> None:
    paper.open("/boxes/which")
    assert paper.has("not blue, green, red, yellow or pink")
    assert link_of(paper, "Cards in another colour") == "/boxes/other"
    paper.open(link_of(paper, "None of these"))
    assert paper.has("How many cards does it say on the lid?")
    assert link_of(paper, "None of these") == "/boxes/other"
    paper.open(link_of(paper, "<b>108</b>"))
    assert paper.has("Is it one of these?", "UNO, 108 cards", "UNO Splash", "None of these")
    assert not paper.has("Play with this box")
    assert link_of(paper, "None of these") == "/boxes/other"


def link_of(paper: Paper, words: str) -> str:
    item = next(each for each in paper.page.split("<li") if words in each)
    return html.unescape(re.findall(r'href="([^"]+)"', item)[0])


def test_recognition_restarts_after_unknown_answer(paper: Paper) -> None:
    assert paper.open("/boxes/which?card=dragon").has("Do you see one of these?")


def test_comparison_shows_only_differences(paper: Paper) -> None:
    paper.open("/boxes/compare?one=hello-kitty&other=toy-story-3")
    assert paper.has("pink", "Badtz-Maru", "Lotso", "When is a +4 illegal?")
    assert not paper.has("Skip 8")
    assert not paper.has("What does a Reverse do?")
    rulings = open_rulebook().rulings.by_edition
    pairs = zip(rulings["hello-kitty"].values(), rulings["toy-story-3"].values(), strict=True)
    card_topics = {"deck", "score-values"}
    differing = [
        one
        for one, other in pairs
        if one.applies and other.applies and one.verdict["en"] != other.verdict["en"]
        if one.topic not in card_topics
    ]
    assert paper.has(f"{len(differing)} rules differ")
    assert all(paper.has(one.question["en"]) for one in differing)


def test_comparison_ignores_rulings_with_same_verdict(paper: Paper) -> None:
    paper.open("/boxes/compare?one=classic-112&other=power-colours")
    assert paper.has("When exactly do I have to say UNO?")
    assert not paper.has("How long can I be caught for not saying UNO?")


def test_comparison_starts_with_opposite_verdicts_one_per_topic(paper: Paper) -> None:
    paper.open("/boxes/compare?one=classic-112&other=hello-kitty")
    _, _, below = paper.page.partition("The biggest differences")
    main, _, others = below.partition("<details")
    assert main.count('<th scope="row">') == 5
    topics = re.findall(r'href="/rules/classic-112/([^#"]+)', main)
    assert len({*topics}) == 5  # differences, one per topic
    assert not paper.has("Cards in the box")  # both boxes have 112 cards
    assert paper.open("/boxes/compare?one=classic-108&other=classic-112").has("Cards in the box")
    paper.open("/boxes/compare?one=classic-112&other=hello-kitty")
    assert "Do I have to play the card I drew?" in main
    assert "can I keep it and pass?" in others
    assert "Do I have to play the card I drew?" not in others
    named = re.findall(r'href="(/boxes/compare[^"]+)"', paper.page)
    assert [each.rpartition("=")[2] for each in named] == [
        "classic-108", "classic-shuffle", "flip", "no-mercy", "power-colours", "toy-story-3",
        "harry-potter",
    ]  # fmt: skip


def test_comparison_handles_same_box_twice_and_unknown_box(paper: Paper) -> None:
    assert paper.open("/boxes/compare?one=hello-kitty&other=hello-kitty").has("the same box twice")
    assert paper.open("/boxes/compare?one=nowhere").status == 200


@pytest.mark.usefixtures("own_box_file")
def test_own_box_has_first_turn_inventory_recognition_and_comparison(run: Run) -> None:
    paper = Paper(run().test_client())
    steps = paper.open("/box/house/first-turn").page.count('<li class="panel">')
    assert steps == 6  # the house box has no Skip and no +4
    paper.open("/box/house/check?count-thunder=5")
    assert paper.has("Thunder · 1 missing", "Cards in a full box 86")
    assert paper.open("/boxes/which?card=thunder").has("This is your box:", "Our old box")
    assert paper.open("/boxes/compare?one=house&other=classic-108").has("Thunder", "6 in the box")
