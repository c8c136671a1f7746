"""Calibrated certainty of the first ruling: a logistic regression on judged questions."""

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

CERTAIN = 0.885  # probability of being right from which a ruling may be read aloud
TIE = 0.02  # lead that equal scores count as, because 0 has no logarithm


class Signals(NamedTuple):
    """Signals of a right answer, each from 0 to 1."""

    score: float
    rival: float  # score of the best other answer, as a share of the best score
    known: float  # share of the question's terms that occur in the examples
    distinctive: float  # count of distinctive terms, as a share of many
    strongest: float  # share of the score that comes from a single term
    uncovered: float  # score of the best uncovered topic, as a share of the best score, at most 1

    def evidence(self) -> tuple[float, ...]:
        """Return the numbers that are weighed, the constant 1 first.

        Logarithms, as half the score or half the lead makes an answer equally less certain.
        """
        leads = (log(1 - other + TIE) for other in (self.rival, self.uncovered))
        return 1.0, log(self.score), *leads, self.known, self.distinctive, self.strongest


def probability(weights: Sequence[float], evidence: Sequence[float]) -> float:
    """Return the probability that an answer is right, 0.5 before any weights are calibrated."""
    return 1 / (1 + exp(-sum(w * e for w, e in zip(weights, evidence, strict=False))))
