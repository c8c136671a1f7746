"""Tests of the calibrated certainty of answers."""

import pytest

from companion.rulings.search.certainty import calibrated, probability


def test_calibrated_probabilities_equal_shares_of_right_answers() -> None:
    low, high = (1.0, 0.0), (1.0, 1.0)
    answers = [(low, at < 3) for at in range(10)]
    answers += [(high, at < 9) for at in range(10)]
    weights = calibrated(answers)
    assert probability(weights, low) == pytest.approx(0.3, abs=0.01)
    assert probability(weights, high) == pytest.approx(0.9, abs=0.01)


def test_probability_without_calibration_is_even() -> None:
    assert probability((), (1.0, 0.8)) == 0.5
