"""Training of the weight that each term has for a ruling, from the example questions.

A ruling's vector is the sum of its examples; a question belongs to the ruling with the most similar
vector (Rocchio classifier, cosine similarity). Then each example is asked leave-one-out: if another
ruling wins, the example's terms lose weight for that ruling and gain weight for their own.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

DAMPING = 0.6  # power that damps frequent terms
LENGTH_POWER = 0.85  # power that penalises rulings with many examples
EXPLAINED_POWER = 0.45  # power that penalises rulings that lack terms of the question
MARGIN = 0.12  # lead in score that an example's own ruling needs over any other
STEP = 0.03  # learning rate of a correction
RARE, RIVALS = 40, 6  # terms of at most `RARE` rulings select the best `RIVALS` as rivals
STRIDE = 7  # examples are visited in 7 passes, or the last ones in the file would count most
DIGITS = 4  # of a weight; more change no result, and equal numbers share memory

Weights = Mapping[str, Mapping[str, float]]  # term -> rule -> weight
Asked = tuple[Sequence[str], Mapping[str, float]]  # an example's rules, and its terms' shares


def trained(asked: Sequence[Asked], sums: Weights) -> dict[str, dict[str, float]]:
    """Return the trained weights; `sums` are the sums of all examples' shares."""
    squares: dict[str, float] = {}
    for by_rule in sums.values():
        for rule, total in by_rule.items():
            squares[rule] = squares.get(rule, 0.0) + total ** (2 * DAMPING)
    lengths = {rule: sqrt(square) ** LENGTH_POWER for rule, square in squares.items()}
    weights = {
        term: {rule: total**DAMPING / lengths[rule] for rule, total in by_rule.items()}
        for term, by_rule in sums.items()
    }
    for start in range(STRIDE):
        for rules, shares in asked[start::STRIDE]:
            own = {rule: leave_out(rule, shares, sums, weights, lengths[rule]) for rule in rules}
            found = max((_score(own[rule], shares), rule) for rule in rules)
            others = [
                (_score(_weights(r, shares, weights), shares), r) for r in _rivals(shares, weights)
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


def leave_out(
    rule: str, shares: Mapping[str, float], sums: Weights, weights: Weights, length: float
) -> dict[str, float]:
    """Return the weights of an example's terms for its rule, without its own contribution."""
    remaining = {}
    for term, share in shares.items():
        total = sums[term][rule]
        if (before := round(total - share, 9)) > 0:  # otherwise only this example has the term
            remaining[term] = weights[term][rule] - (total**DAMPING - before**DAMPING) / length
    return remaining


def _weights(rule: str, shares: Mapping[str, float], weights: Weights) -> dict[str, float]:
    return {term: weights[term][rule] for term in shares if rule in weights[term]}


def _score(weights: Mapping[str, float], shares: Mapping[str, float]) -> float:
    every, explained = (sum(shares[term] ** 2 for term in some) for some in (shares, weights))
    score: float = (explained / every) ** EXPLAINED_POWER
    return score * sum(shares[term] * weight for term, weight in weights.items())


def _rivals(shares: Mapping[str, float], weights: Weights) -> list[str]:
    """Return the rules with the highest scores by the rare terms of an example."""
    scores: dict[str, float] = {}
    for term, share in shares.items():
        if len(weights[term]) <= RARE:
            for rule, weight in weights[term].items():
                scores[rule] = scores.get(rule, 0.0) + share * weight
    return sorted(scores, key=lambda rule: (-scores[rule], rule))[:RIVALS]
