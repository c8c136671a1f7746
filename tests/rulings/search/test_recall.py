"""Tests of how many questions find their ruling, on training and held-out questions."""

from dataclasses import replace

import pytest

from companion.rulebook import open_rulebook
from tests.rulings.search.recall import (
    SETS,
    UNTRAINED,
    each_language,
    judged,
    questions,
    recall,
    spoken,
    unheard,
    with_slips,
)
from tests.train.examples import read_uncovered

# Minimum percentages of questions with a right ruling among the first three, and first.
LEAST = {"tuning": (99, 98), "own": (99, 95), "blind": (99, 97), "fresh": (99, 92)}
LEAST |= {"spoken": (98, 94)}
WITH_SLIPS = 96
EACH = {"tuning": 6}  # every sixth question is enough of the thousands of training examples


@each_language
@pytest.mark.parametrize("kind", SETS)
def test_look_up_recall_at_1_and_at_3_reaches_minimum(kind: str, language: str) -> None:
    found = recall(open_rulebook(), questions(kind, language)[:: EACH.get(kind, 1)])
    least_among_three, least_first = LEAST[kind]
    assert found.among_three >= least_among_three, found.missed
    assert found.first >= least_first, found


@each_language
def test_look_up_recall_with_two_misspelt_words_per_question(language: str) -> None:
    asked = [q for kind in ("own", "blind") for q in questions(kind, language)]
    found = recall(open_rulebook(), [replace(q, ask=with_slips(q.ask)) for q in asked])
    assert found.among_three >= WITH_SLIPS, found.missed


@each_language
def test_question_sets_are_large_and_cover_many_rules(language: str) -> None:
    own = (*questions("tuning", language), *questions("own", language))
    assert len(own) >= 220
    assert len(questions("blind", language)) >= 99
    assert len({rule for question in own for rule in question.rules}) >= 190


@each_language
def test_training_and_held_out_sets_share_no_question(language: str) -> None:
    tuning = {question.ask for question in questions("tuning", language)}
    uncovered = {example.question for example in read_uncovered(language)}
    asked = (*unheard(language), *spoken(language), *judged(language))
    assert not uncovered & {question.ask for question in asked}
    assert not tuning & {q.ask for kind in UNTRAINED for q in questions(kind, language)}


@each_language
@pytest.mark.parametrize("kind", SETS)
def test_every_question_names_existing_rulings(kind: str, language: str) -> None:
    every = open_rulebook().rulings.by_edition
    unknown = [q for q in questions(kind, language) if not every[q.box].keys() >= set(q.rules)]
    assert not unknown
