"""Another box, another game: known by its names and its cards, never by words of everyday."""

import pytest

from companion.editions import load_boxes
from companion.rulebook import SearchOptions, open_rulebook
from companion.rulings import other_game
from companion.rulings.search.other_games import _read_games
from tests.rows import cases
from tests.rulings.search.recall import UNTAUGHT, judged, questions, spoken

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
def test_another_game_is_known_by_what_only_it_has(edition: str | None, question: str) -> None:
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
def test_words_of_everyday_are_about_this_game(question: str) -> None:
    assert other_game(question) is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_question_that_a_ruling_answers_is_taken_for_another_game(language: str) -> None:
    told = [each for kind in UNTAUGHT for each in questions(kind, language)]
    told += [each for each in (*judged(language), *spoken(language)) if each.rules]
    assert not [each.ask for each in told if other_game(each.ask)]


def test_every_box_that_is_named_has_a_page() -> None:
    _, playable = load_boxes()
    assert {game.edition for game, _ in _read_games()} - {None} <= playable.keys()


def test_it_is_never_sure_and_says_where_to_look() -> None:
    options = SearchOptions()
    found = open_rulebook().answer("classic-108", "what does a +10 do", options)
    assert not found.is_sure
    assert found.about
    assert found.about.as_values("/uno") == {
        "name": "UNO Show ’em No Mercy",
        "url": "/uno/box/no-mercy",
    }
    assert open_rulebook().answer("classic-108", "what does a +4 do", options).about is None
