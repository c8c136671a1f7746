"""What is said to be sure is right nearly always, and most questions get such an answer."""

import pytest

from companion.datafiles.text import LANGUAGES
from tests.rulings.search.recall import (
    UNTAUGHT,
    Firmness,
    answered,
    firmness,
    judged,
    questions,
    spoken,
    unheard,
)

FIRM, RIGHT, OPPOSITE, UNCOVERED = 55, 95, 0.5, 10
each_language = pytest.mark.parametrize("language", LANGUAGES)


def require(told: Firmness, firm: float, right: float, opposite: float) -> None:
    assert told.firm >= firm
    assert told.right >= right
    assert told.opposite <= opposite


@each_language
@pytest.mark.parametrize("sets", [(), UNTAUGHT, ("spoken",)], ids=["judged", "untaught", "spoken"])
def test_sure_answers_are_right_and_many(sets: tuple[str, ...], language: str) -> None:
    asked = [each for kind in sets for each in questions(kind, language)] or judged(language)
    require(firmness(asked), FIRM, RIGHT, OPPOSITE)


@each_language
def test_what_is_said_to_be_sure_is_right_where_nobody_has_looked(language: str) -> None:
    told = firmness(unheard(language))
    require(told, 30, 92, 1)
    assert told.uncovered <= 15


@each_language
def test_no_list_is_empty_for_what_is_covered(language: str) -> None:
    untaught = (question for kind in UNTAUGHT for question in questions(kind, language))
    covered = (question for question in (*untaught, *judged(language)) if question.rules)
    assert not [question.ask for question in covered if not answered(question).results]


@each_language
def test_what_no_ruling_covers_seldom_gets_a_sure_answer(language: str) -> None:
    every = (*judged(language), *spoken(language))
    assert len([question for question in every if not question.rules]) > 90
    assert firmness(every).uncovered <= UNCOVERED


@each_language
def test_the_judged_sets_hold_statements_long_questions_and_uncovered_ones(language: str) -> None:
    every = judged(language)
    long = [question for question in every if len(question.ask.split()) > 10]
    assert len([question for question in every if question.kind == "statement"]) > 60
    assert len(long) > 0.4 * len(every)
    assert len([question for question in every if not question.rules]) > 50


@each_language
def test_the_spoken_set_holds_mostly_claims_and_stories(language: str) -> None:
    covered = [question for question in spoken(language) if question.rules]
    asked = [question for question in covered if question.kind == "question"]
    assert len(asked) < 0.2 * len(covered)
    assert len(covered) >= 65
