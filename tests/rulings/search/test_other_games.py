"""Tests that other games are recognised by their names and cards, never by everyday words."""

import pytest

from companion.editions import load_boxes
from companion.rulebook import SearchOptions, open_rulebook
from companion.rulings import other_game
from companion.rulings.search.other_games import _read_games
from tests.rows import cases
from tests.rulings.search.recall import UNTRAINED, judged, questions, spoken

ABOUT = {
    "flip": ("flip", "uno flip rules", "how does the dark side work", "c’est quoi, le UNO Flip ?"),
    "no-mercy": ("no mercy", "Skip Everyone", "what does a +10 do", "que fait un +6 ?"),
    "all-wild": ("uno all wild", "who may do the forced swap"),
    "attack": ("UNO Attack", "uno extreme, le lanceur de cartes est cassé"),
    "dos": ("dos", "uno dos", "what is a Wild DOS worth"),
    "crazy-eights": ("crazy eights", "règles du huit américain"),
    None: ("how do you win at Skip-Bo?", "belote", "uno dare", "règles du poker"),
}


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
def test_covered_questions_are_not_taken_for_another_game(language: str) -> None:
    asked = [each for kind in UNTRAINED for each in questions(kind, language)]
    asked += [each for each in (*judged(language), *spoken(language)) if each.rules]
    assert not [each.ask for each in asked if other_game(each.ask)]


def test_every_edition_of_another_game_is_playable_here() -> None:
    _, playable = load_boxes()
    assert {game.edition for game, _ in _read_games()} - {None} <= playable.keys()


def test_answer_about_another_game_is_unsure_and_links_its_page() -> None:
    options = SearchOptions()
    found = open_rulebook().answer("classic-108", "what does a +10 do", options)
    assert not found.is_sure
    assert found.about
    assert found.about.as_values("/uno") == {
        "name": "UNO Show ’em No Mercy",
        "url": "/uno/box/no-mercy",
    }
    assert open_rulebook().answer("classic-108", "what does a +4 do", options).about is None
