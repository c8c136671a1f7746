"""Calibrated certainty of the first ruling: a logistic regression on judged questions."""

from collections.abc import Sequence
from math import exp

CERTAIN = 0.83  # probability of being right from which a ruling may be read aloud
SWEEPS = 200  # of Newton's method, one weight after the other

Signals = tuple[float, ...]  # of an answer, the first is 1


def probability(weights: Sequence[float], signals: Signals) -> float:
    """Return the probability that an answer is right, 0.5 before any weights are calibrated."""
    return 1 / (1 + exp(-sum(w * s for w, s in zip(weights, signals, strict=False))))


def calibrated(answers: Sequence[tuple[Signals, bool]]) -> tuple[float, ...]:
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
