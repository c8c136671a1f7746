"""Tests of answers marked as sure: how many, and how many of them are right."""

import pytest

from tests.rulings.search.recall import (
    UNTRAINED,
    Firmness,
    answered,
    each_language,
    firmness,
    judged,
    questions,
    spoken,
    unheard,
)

FIRM, RIGHT, OPPOSITE, UNCOVERED = 60, 96, 0.5, 5


def require(measured: Firmness, firm: float, right: float, opposite: float) -> None:
    assert measured.firm >= firm
    assert measured.right >= right
    assert measured.opposite <= opposite


@each_language
@pytest.mark.parametrize("sets", [(), UNTRAINED, ("spoken",)], ids=["judged", "untaught", "spoken"])
def test_sure_answers_are_frequent_and_right(sets: tuple[str, ...], language: str) -> None:
    asked = [each for kind in sets for each in questions(kind, language)] or judged(language)
    require(firmness(asked), FIRM, RIGHT, OPPOSITE)


@each_language
def test_sure_answers_are_right_on_the_unseen_set(language: str) -> None:
    measured = firmness(unheard(language))
    require(measured, 55, 95, 1)
    assert measured.uncovered <= UNCOVERED


@each_language
def test_at_most_1_in_100_questions_that_have_a_ruling_finds_none(language: str) -> None:
    untaught = (question for kind in UNTRAINED for question in questions(kind, language))
    covered = [question for question in (*untaught, *judged(language)) if question.rules]
    empty = [question.ask for question in covered if not answered(question).results]
    assert len(empty) * 100 <= len(covered), empty


@each_language
def test_questions_that_have_no_ruling_seldom_get_a_sure_answer(language: str) -> None:
    every = (*judged(language), *spoken(language))
    assert len([question for question in every if not question.rules]) > 90
    assert firmness(every).uncovered <= UNCOVERED


@each_language
def test_judged_sets_have_statements_long_and_unanswerable_questions(language: str) -> None:
    every = judged(language)
    long = [question for question in every if len(question.ask.split()) > 10]
    assert len([question for question in every if question.kind == "statement"]) > 60
    assert len(long) > 0.4 * len(every)
    assert len([question for question in every if not question.rules]) > 50


@each_language
def test_spoken_set_is_mostly_claims_and_stories(language: str) -> None:
    covered = [question for question in spoken(language) if question.rules]
    asked = [question for question in covered if question.kind == "question"]
    assert len(asked) < 0.2 * len(covered)
    assert len(covered) >= 65
