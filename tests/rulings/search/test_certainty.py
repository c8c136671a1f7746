"""Tests of the calibrated certainty of answers."""

from itertools import pairwise
from math import log

import pytest

from companion.rulings.search.certainty import Signals, probability
from tests.train.index import calibrated


def test_calibrated_probabilities_equal_shares_of_right_answers() -> None:
    low, high = (1.0, 0.0), (1.0, 1.0)
    answers = [(low, at < 3) for at in range(10)]
    answers += [(high, at < 9) for at in range(10)]
    weights = calibrated(answers)
    assert probability(weights, low) == pytest.approx(0.3, abs=0.01)
    assert probability(weights, high) == pytest.approx(0.9, abs=0.01)


def test_probability_without_calibration_is_even() -> None:
    assert probability((), (1.0, 0.8)) == 0.5


def test_evidence_of_small_leads_differs_more_than_that_of_large_ones() -> None:
    leads = [Signals(0.5, 1 - lead, 1, 1, 0.2, 0).evidence() for lead in (0.4, 0.3, 0.2, 0.1, 0)]
    steps = [more[2] - less[2] for more, less in pairwise(leads)]
    assert steps == sorted(steps)
    assert steps[-1] > 3 * steps[0] > 0
    assert {(*each[:2], *each[3:]) for each in leads} == {(1, log(0.5), log(1.02), 1, 1, 0.2)}


def test_lead_over_uncovered_topics_is_evidence_like_that_over_rivals() -> None:
    rival = Signals(0.5, 0.7, 1, 1, 0.2, 0).evidence()
    uncovered = Signals(0.5, 0, 1, 1, 0.2, 0.7).evidence()
    assert rival[2] == uncovered[3] < uncovered[2] == rival[3]
