"""Most questions find their ruling: how many, by language, on what was tuned and what was not."""

from dataclasses import replace

import pytest

from companion.datafiles.text import LANGUAGES
from companion.rulebook import open_rulebook
from tests.rulings.search.recall import HALVES, questions, recall, with_slips

LEAST = {"tuning": (97, 95), "test": (95, 92), "blind": (95, 92), "fresh": (90, 84)}
WITH_SLIPS = 90


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", HALVES)
def test_most_questions_find_their_ruling_and_topic(half: str, language: str) -> None:
    found = recall(open_rulebook(), questions(half, language))
    least_rulings, least_topics = LEAST[half]
    assert found.ruling >= least_rulings, found.missed
    assert found.topic >= least_topics, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_slips_in_two_words_of_each_question_cost_little(language: str) -> None:
    told = [q for half in HALVES[1:3] for q in questions(half, language)]
    found = recall(open_rulebook(), [replace(q, ask=with_slips(q.ask)) for q in told])
    assert found.ruling >= WITH_SLIPS, found.missed


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_many_questions_of_many_rules(language: str) -> None:
    own = (*questions("tuning", language), *questions("test", language))
    assert len(own) >= 220
    assert len(questions("blind", language)) >= 99
    assert len({rule for question in own for rule in question.rules}) >= 190


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_halves_share_no_question(language: str) -> None:
    tuning = {question.ask for question in questions("tuning", language)}
    judged = {q.ask for half in HALVES[1:] for q in questions(half, language)}
    assert not tuning & judged


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", HALVES)
def test_every_question_names_rulings_that_there_are(half: str, language: str) -> None:
    every = open_rulebook().rulings.by_edition
    strange = [q for q in questions(half, language) if not every[q.box].keys() >= set(q.rules)]
    assert not strange


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_public_says_where_it_was_asked(language: str) -> None:
    public = [question for question in questions("test", language) if question.source]
    assert public
