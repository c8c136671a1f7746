"""Tests that questions about other games are recognised by names of games and cards."""

from importlib.resources import files

import pytest

from companion.rulebook import SearchOptions, open_rulebook
from companion.rulings.search.other_games import GameNames, OtherGame, OtherGames
from tests.rows import cases
from tests.rulings.search.recall import UNTRAINED, judged, questions, spoken

ABOUT = {
    "flip": (
        *("flip", "uno flip rules", "how does the dark side work"),
        *("c’est quoi, le UNO Flip ?", "in flip, can I answer a +1?"),
    ),
    "no-mercy": (
        *("no mercy", "uno no mercy rules", "c’est quoi, le UNO sans pitié ?", "no mercy 7"),
        *("in no mercy you can stack", "no mercy: may I stack", "is there a mercy rule"),
    ),
    "all-wild": ("uno all wild", "who may do the forced swap"),
    "attack": ("UNO Attack", "uno extreme, le lanceur de cartes est cassé"),
    "dos": ("dos", "uno dos", "what is a Wild DOS worth"),
    "crazy-eights": ("crazy eights", "règles du huit américain"),
    None: ("how do you win at Skip-Bo?", "belote", "uno dare", "règles du poker"),
}


def other_game(question: str, edition: str = "classic-108") -> OtherGame | None:
    return open_rulebook().read_other_games().find(question, edition)


@pytest.mark.parametrize(
    ("edition", "question"), [(e, question) for e, asked in ABOUT.items() for question in asked]
)
def test_name_or_card_of_another_game_is_recognised(edition: str | None, question: str) -> None:
    found = other_game(question)
    assert found is not None
    assert found.edition == edition


@cases("""question
flip the card over
she calls uno, flip the top card
i shout uno flip it
attack the next player with a +4
la carte est marquée au dos
uno, dos, tres
are all wild cards worth 50
i showed no mercy and played a +4
do two skips skip everyone
can i discard all my sevens at once
i dare you to challenge
the +4 on my +2 makes it a +6
""")
def test_everyday_words_are_not_taken_for_another_game(question: str) -> None:
    assert other_game(question) is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_questions_that_have_a_ruling_are_not_taken_for_another_game(language: str) -> None:
    asked = [each for kind in UNTRAINED for each in questions(kind, language)]
    asked += [each for each in (*judged(language), *spoken(language)) if each.rules]
    assert not [each.ask for each in asked if other_game(each.ask, each.box)]


@pytest.mark.parametrize("edition", open_rulebook().playable)
def test_each_box_with_a_name_of_its_own_is_recognised_by_it(edition: str) -> None:
    box = open_rulebook().playable[edition]
    for name in box.name.values():
        said = name.partition("(")[0].partition(",")[0].partition("/")[0]
        found = other_game(f"rules of {said}", edition="none of these")
        has_own_name = (box.sources or box.rulings_from) and said != "UNO"
        assert (found and found.edition) == (edition if has_own_name else None)


def test_list_of_other_games_contains_no_box_of_ours() -> None:
    listed = files("companion.rulings.search").joinpath("other_games.toml").read_text("utf-8")
    for box in open_rulebook().playable.values():
        assert f'"{box.name["en"]}"' not in listed


def names_of(edition: str, name: str, *cards: str, has_rulings: bool) -> GameNames:
    return GameNames(edition, (name,), cards=cards, has_rulings=has_rulings)


def test_box_is_not_another_game_in_its_own_rules() -> None:
    flip = names_of("flip", "UNO Flip!", "Flip", "Skip Everyone", has_rulings=True)
    boxes = (flip, names_of("classic", "UNO, 108 cards", "Skip", has_rulings=True))
    games = OtherGames(boxes)
    for question in ("flip", "uno flip rules", "what does a flip card do"):
        assert games.find(question, "flip") is None
    for question in ("flip", "uno flip rules"):
        assert games.find(question, "classic") == OtherGame("UNO Flip!", "flip")


def test_card_of_a_box_with_rulings_is_not_taken_for_another_game() -> None:
    hit = names_of("attack", "UNO Attack!", "Hit Two", "Skip Everyone", has_rulings=False)
    flip = names_of("flip", "UNO Flip!", "Skip Everyone", has_rulings=True)
    games = OtherGames((hit, flip))
    assert games.find("what does a hit two do", "classic") == hit.game
    assert games.find("what does a skip everyone do", "classic") is None


def test_part_of_a_longer_card_name_is_not_taken_for_a_card_of_another_box() -> None:
    wild = names_of("all-wild", "UNO All Wild!", "Wild Reverse", has_rulings=False)
    cards = ("Wild Reverse Draw Four", "Wild Reverse +4")
    games = OtherGames((wild, names_of("no-mercy", "UNO No Mercy", *cards, has_rulings=True)))
    assert games.find("what does a wild reverse do", "classic") == wild.game
    for card in ("wild reverse draw four", "wild reverse +4"):
        assert games.find(f"what does a {card} do", "classic") is None


def test_answer_about_another_game_is_unsure_and_links_its_page() -> None:
    options = SearchOptions()
    found = open_rulebook().answer("classic-108", "what is a Wild DOS worth", options)
    assert not found.is_sure
    assert found.about
    assert found.about.as_values("/uno") == {
        "name": "DOS",
        "url": "/uno/box/dos",
    }
    assert open_rulebook().answer("classic-108", "what does a +4 do", options).about is None
