"""What is said to be sure is right nearly always, and most questions get such an answer."""

import pytest

from companion.datafiles.text import LANGUAGES
from tests.rulings.search.recall import firmness, judged

FIRM, RIGHT, UNCOVERED = 70, 92, 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_questions_are_answered_firmly_and_nearly_all_of_these_right(language: str) -> None:
    told = firmness(judged(language))
    assert told.firm >= FIRM
    assert told.right >= RIGHT
    assert told.uncovered <= UNCOVERED


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_judged_sets_hold_statements_long_questions_and_uncovered_ones(language: str) -> None:
    every = judged(language)
    long = [question for question in every if len(question.ask.split()) > 10]
    assert len([question for question in every if question.kind == "statement"]) > 60
    assert len(long) > 0.4 * len(every)
    assert len([question for question in every if not question.rules]) > 50
