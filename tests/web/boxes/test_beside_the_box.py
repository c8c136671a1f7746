"""Beside the box: eight steps, the piles, which box it is, and two boxes side by side."""

import html
import re

import pytest

from companion.rulebook import open_rulebook
from tests.rows import cases
from tests.table import BOXES
from tests.web.conftest import Run
from tests.web.paper import Paper

TWO_MINUTES = 480  # words that are read in them, four a second
WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_first_turn_is_eight_steps_that_name_their_place(
    paper: Paper, box: str, lang: str
) -> None:
    paper.open(f"/box/{box}/first-turn?lang={lang}")
    shown, _, folded = paper.page.partition("<details")
    steps = shown.split('<li class="panel">')[1:]
    assert len(steps) == 8
    # A card beside a number of cards would be read as that number.
    drawn = [re.findall(r"<b aria-hidden=\"true\">(\d)</b>", step) for step in steps]
    assert drawn == [[]] * 8
    assert all('class="face' in step for step in steps[4:7])
    place_of = r'href="/rules/[\w-]+/[\w-]+#([\w.]+)"><span>.+?<small>(.+?)</small>'
    places = re.findall(place_of, folded, flags=re.DOTALL)
    assert len(places) == shown.count('class="point"')
    for rule, place in places:
        ruling = open_rulebook().rulings.by_edition[box][rule]
        assert ruling.is_here
        assert ruling.sheet.place[lang][:8].strip("«» \u00a0\u202f")[:4] in place
    said = re.sub(r"<[^>]+>", " ", " ".join(steps))
    assert len(WORD.findall(said)) < TWO_MINUTES


def test_the_french_of_the_sheet_is_folded_and_marked_on_an_english_page(paper: Paper) -> None:
    paper.open("/box/classic-108/first-turn?lang=en")
    shown, _, folded = paper.page.partition("<details")
    assert "LE JEU" not in shown
    assert "A leaflet by the maker of the game, in French" in folded
    assert '<i lang="fr">«LE JEU»</i>' in folded


def test_the_own_cards_of_a_box_are_among_the_steps(paper: Paper) -> None:
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


def test_a_lost_card_is_found_and_played_without(paper: Paper) -> None:
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


def test_the_page_says_what_to_count_and_fills_nothing_in(paper: Paper) -> None:
    paper.open("/box/hello-kitty/check")
    assert paper.has("If there are 112, nothing is missing.")
    assert paper.has("0–9: 76 cards", "Other cards: 36", "Skip of 8")
    assert "placeholder" not in paper.page
    assert not any(paper.typed.values())


def test_piles_are_complete_or_cannot_be_read(paper: Paper) -> None:
    assert paper.open("/box/toy-story-3/check?count-lotso=4").has("Nothing is missing from what")
    assert paper.open("/box/toy-story-3/check?count-lotso=four").has("type digits")
    assert paper.open("/box/toy-story-3/check?count-wild=5").has("Wild · 1 too many")
    # Eight wilds of two kinds: of which kind one is missing, its sheet does not say.
    paper.open("/box/classic-112/check?count-wild=3&count-wild-draw-four=4")
    assert paper.has("Wild or Wild +4 · 1 missing", "don’t say how many there are of each")
    everything = "&".join(f"count-{card}=8" for card in "123456789")
    signs = "count-draw-two=8&count-reverse=8&count-skip=8&count-wild=4&count-wild-draw-four=4"
    paper.open(f"/box/toy-story-3/check?count-0=4&{everything}&{signs}&count-lotso=4")
    assert paper.has("All 112 cards are there.", "Cards counted 112 Cards in a full box 112")


def test_a_missing_power_card_cannot_be_left_out_of_the_deck(paper: Paper) -> None:
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
def test_one_tap_on_a_card_tells_which_box_it_is(paper: Paper, seen: str, box: str) -> None:
    assert "/boxes/which" in paper.open("/").page
    paper.open("/boxes/which").open(link_of(paper, seen))
    assert paper.has("This is your box:", "Play with this box")
    assert f'href="/games/new?edition={box}"' in paper.page
    assert link_of(paper, 'class="lid') == f"/box/{box}"
    assert not paper.has("None of these")


def test_a_box_that_has_none_of_it_is_never_guessed(paper: Paper) -> None:
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


def test_an_answer_that_fits_no_box_is_asked_again(paper: Paper) -> None:
    assert paper.open("/boxes/which?card=dragon").has("Do you see one of these?")


def test_two_boxes_show_only_what_differs(paper: Paper) -> None:
    paper.open("/boxes/compare?one=hello-kitty&other=toy-story-3")
    assert paper.has("pink", "Badtz-Maru", "Lotso", "When is a +4 illegal?")
    assert not paper.has("Skip 8")
    assert not paper.has("What does a Reverse do?")
    rulings = open_rulebook().rulings.by_edition
    pairs = zip(rulings["hello-kitty"].values(), rulings["toy-story-3"].values(), strict=True)
    told_by_cards = {"deck", "score-values"}
    differing = [
        one
        for one, other in pairs
        if one.is_here and other.is_here and one.verdict["en"] != other.verdict["en"]
        if one.topic not in told_by_cards
    ]
    assert paper.has(f"{len(differing)} rules differ")
    assert all(paper.has(one.question["en"]) for one in differing)


def test_what_only_words_differ_in_is_no_difference(paper: Paper) -> None:
    paper.open("/boxes/compare?one=classic-112&other=power-colours")
    assert paper.has("When exactly do I have to say UNO?")
    assert not paper.has("How long can I be caught for not saying UNO?")


def test_what_is_a_yes_here_and_a_no_there_stands_at_the_top(paper: Paper) -> None:
    paper.open("/boxes/compare?one=classic-112&other=hello-kitty")
    _, _, below = paper.page.partition("What changes a game most")
    main, _, others = below.partition("<details")
    assert main.count('<th scope="row">') == 5
    topics = re.findall(r'href="/rules/classic-112/([^#"]+)', main)
    assert len({*topics}) == 5  # one of a topic
    assert not paper.has("Cards in the box")  # 112 in either
    assert paper.open("/boxes/compare?one=classic-108&other=classic-112").has("Cards in the box")
    paper.open("/boxes/compare?one=classic-112&other=hello-kitty")
    assert "Do I have to play the card I drew?" in main
    assert "can I keep it and pass?" in others
    assert "Do I have to play the card I drew?" not in others
    named = re.findall(r'href="(/boxes/compare[^"]+)"', paper.page)
    assert [each.rpartition("=")[2] for each in named] == [
        "classic-108", "power-colours", "toy-story-3",
    ]  # fmt: skip


def test_a_box_is_compared_with_itself_or_with_none(paper: Paper) -> None:
    assert paper.open("/boxes/compare?one=hello-kitty&other=hello-kitty").has("the same box twice")
    assert paper.open("/boxes/compare?one=nowhere").status == 200


@pytest.mark.usefixtures("house")
def test_a_box_of_ones_own_has_all_of_it_too(run: Run) -> None:
    paper = Paper(run().test_client())
    steps = paper.open("/box/house/first-turn").page.count('<li class="panel">')
    assert steps == 6  # it has no Skip, no +4
    paper.open("/box/house/check?count-thunder=5")
    assert paper.has("Thunder · 1 missing", "Cards in a full box 86")
    assert paper.open("/boxes/which?card=thunder").has("This is your box:", "Our old box")
    assert paper.open("/boxes/compare?one=house&other=classic-108").has("Thunder", "6 in the box")
