"""Calibrated certainty of the first ruling: a logistic regression on judged questions."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

CERTAIN = 0.86  # probability of being right from which a ruling may be read aloud
SWEEPS = 200  # of Newton's method, one weight after the other


class Signals(NamedTuple):
    """Signals of a right answer, each from 0 to 1."""

    constant: float
    score: float
    rival: float  # score of the best other answer, as a share of the best score
    known: float  # share of the question's terms that occur in the examples
    distinctive: float  # count of distinctive terms, as a share of many


def probability(weights: Sequence[float], signals: Sequence[float]) -> float:
    """Return the probability that an answer is right, 0.5 before any weights are calibrated."""
    return 1 / (1 + exp(-sum(w * s for w, s in zip(weights, signals, strict=False))))


def calibrated(answers: Sequence[tuple[Sequence[float], bool]]) -> tuple[float, ...]:
    """Return the weights that fit answers, given by their signals and whether they are right."""
    weights = [0.0] * len(answers[0][0])
    for _ in range(SWEEPS):
        for at in range(len(weights)):
            slope = curvature = 0.0
            for signals, is_right in answers:
                chance = probability(weights, signals)
                slope += (is_right - chance) * signals[at]
                curvature += chance * (1 - chance) * signals[at] ** 2
            weights[at] += slope / curvature
    return tuple(round(weight, 2) for weight in weights)
