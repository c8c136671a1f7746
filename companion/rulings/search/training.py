"""How much each term speaks for a ruling, by the examples of what people asked about it.

A ruling is the sum of what was asked about it: a question belongs to the one whose sum points in
its direction (Rocchio's classifier, cosine similarity). Then each example is asked as if it had not
been there: its terms come to count less for a ruling that comes before its own, and more for that.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

DAMPING = 0.6  # the power that makes what was said often count less than often
LENGTH = 0.85  # how much it is held against a ruling that much was asked about it
EXPLAINED = 0.45  # how much it is held against a ruling that it lacks terms of a question
MARGIN = 0.12  # by which an example must find its own ruling before any other
STEP = 0.03  # how far an example leads away from the other, and towards its own
RARE, RIVALS = 40, 6  # terms of so many rulings at most tell which few come into question
PARTS = 7  # neighbours in the file are asked one after the other, else the last would count most
DIGITS = 4  # of a weight: more decide nothing, and few numbers take little memory

Weights = Mapping[str, Mapping[str, float]]  # by term and rule
Asked = tuple[Sequence[str], Mapping[str, float]]  # about which rules, and the shares of its terms


def trained(asked: Sequence[Asked], sums: Weights) -> dict[str, dict[str, float]]:
    """Return the weights of the terms of all examples; `sums`: of their shares."""
    squares: dict[str, float] = {}
    for by_rule in sums.values():
        for rule, total in by_rule.items():
            squares[rule] = squares.get(rule, 0.0) + total ** (2 * DAMPING)
    lengths = {rule: sqrt(square) ** LENGTH for rule, square in squares.items()}
    weights = {
        term: {rule: total**DAMPING / lengths[rule] for rule, total in by_rule.items()}
        for term, by_rule in sums.items()
    }
    for part in range(PARTS):
        for rules, shares in asked[part::PARTS]:
            own = {rule: left_out(rule, shares, sums, weights, lengths[rule]) for rule in rules}
            found = max((_score(own[rule], shares), rule) for rule in rules)
            others = [
                (_score(_of(r, shares, weights), shares), r) for r in _rivals(shares, weights)
            ]
            score, rival = max((each for each in others if each[1] not in own), default=(0.0, ""))
            if found[0] >= score + MARGIN:
                continue
            for term, share in shares.items():
                weights[term][found[1]] += STEP * share
                if rival in weights[term]:
                    weights[term][rival] -= STEP * share
    return {
        term: {rule: round(weight, DIGITS) for rule, weight in by_rule.items()}
        for term, by_rule in weights.items()
    }


def left_out(
    rule: str, shares: Mapping[str, float], sums: Weights, weights: Weights, length: float
) -> dict[str, float]:
    """Return what the terms of an example weigh for its rule, but for what it brings itself."""
    left = {}
    for term, share in shares.items():
        total = sums[term][rule]
        if (before := round(total - share, 9)) > 0:  # else no other example has it
            left[term] = weights[term][rule] - (total**DAMPING - before**DAMPING) / length
    return left


def _of(rule: str, shares: Mapping[str, float], weights: Weights) -> dict[str, float]:
    return {term: weights[term][rule] for term in shares if rule in weights[term]}


def _score(weights: Mapping[str, float], shares: Mapping[str, float]) -> float:
    every, explained = (sum(shares[term] ** 2 for term in some) for some in (shares, weights))
    score: float = (explained / every) ** EXPLAINED
    return score * sum(shares[term] * weight for term, weight in weights.items())


def _rivals(shares: Mapping[str, float], weights: Weights) -> list[str]:
    """Return the rules that the rare terms of an example speak for most."""
    scores: dict[str, float] = {}
    for term, share in shares.items():
        if len(weights[term]) <= RARE:
            for rule, weight in weights[term].items():
                scores[rule] = scores.get(rule, 0.0) + share * weight
    return sorted(scores, key=lambda rule: (-scores[rule], rule))[:RIVALS]
