"""Training of the weight that each term has for a ruling, from the example questions.

A ruling's vector is the sum of its examples; a question belongs to the ruling with the most similar
vector (Rocchio classifier, cosine similarity). Then each example is asked leave-one-out: if another
ruling wins, the example's terms lose weight for that ruling and gain weight for their own.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from companion.rulings.search.index import DIGITS, EXPLAINED_POWER, RulingIndex, Terms, Weights

DAMPING = 0.6  # power that damps frequent terms
LENGTH_POWER = 0.85  # power that penalises rulings with many examples
MARGIN = 0.12  # lead in score that an example's own ruling needs over any other
STEP = 0.03  # learning rate of a correction
RARE, RIVALS = 40, 6  # terms of at most `RARE` rulings select the best `RIVALS` as rivals
STRIDE = 7  # examples are visited in 7 passes, or the last ones in the file would count most

Asked = tuple[Sequence[str], Terms]  # an example's rules, and its terms


def trained_weights(
    examples: Sequence[Asked], orders: Sequence[int] = (1,)
) -> dict[str, dict[str, float]]:
    """Return the weight of each term for the rulings it was asked about with.

    `orders` (1 or -1) are those in which examples are corrected; weights are the mean of all.
    """
    sums: dict[str, dict[str, float]] = {}
    for rules, terms in examples:
        for term in terms:
            sums.setdefault(term, {}).update(dict.fromkeys(rules, 0.0))
    index = RulingIndex.of(sums)
    # Normalised, so that long and short questions count equally.
    asked = [(rules, index.shares(terms)) for rules, terms in examples]
    for rules, shares in asked:
        for term, share in shares.items():
            for rule in rules:
                sums[term][rule] += share
    squares: dict[str, float] = {}
    for by_rule in sums.values():
        for rule, total in by_rule.items():
            squares[rule] = squares.get(rule, 0.0) + total ** (2 * DAMPING)
    lengths = {rule: sqrt(square) ** LENGTH_POWER for rule, square in squares.items()}
    weights = {
        term: {rule: total**DAMPING / lengths[rule] for rule, total in by_rule.items()}
        for term, by_rule in sums.items()
    }
    corrected = [_corrected(weights, asked, sums, lengths, order) for order in orders]
    return {
        term: {
            rule: round(sum(each[term][rule] for each in corrected) / len(corrected), DIGITS)
            for rule in by_rule
        }
        for term, by_rule in weights.items()
    }


def _corrected(
    weights: Weights, asked: Sequence[Asked], sums: Weights, lengths: Terms, order: int
) -> dict[str, dict[str, float]]:
    """Return the weights after each example was asked once and its mistake corrected."""
    corrected = {term: dict(by_rule) for term, by_rule in weights.items()}
    for start in range(STRIDE):
        for rules, shares in asked[start::STRIDE][::order]:
            own = {r: leave_out(r, shares, sums, corrected, lengths[r]) for r in rules}
            _separate(own, shares, corrected)
    return corrected


def leave_out(
    rule: str, shares: Terms, sums: Weights, weights: Weights, length: float
) -> dict[str, float]:
    """Return the weights of an example's terms for its rule, without its own contribution."""
    remaining = {}
    for term, share in shares.items():
        total = sums[term][rule]
        if (before := round(total - share, 9)) > 0:  # otherwise only this example has the term
            remaining[term] = weights[term][rule] - (total**DAMPING - before**DAMPING) / length
    return remaining


def _separate(
    own: Mapping[str, Terms], shares: Terms, weights: Mapping[str, dict[str, float]]
) -> None:
    """Move an example's terms from its best rival to the best of its `own` rules."""
    every = sum(share * share for share in shares.values())

    def score(weight_of: Terms) -> float:
        explained = total = 0.0
        for term, weight in weight_of.items():
            share = shares[term]
            explained += share * share
            total += share * weight
        closeness: float = (explained / every) ** EXPLAINED_POWER
        return closeness * total

    best, rule = max((score(weight_of), rule) for rule, weight_of in own.items())
    others = [
        (score({t: weights[t][rival] for t in shares if rival in weights[t]}), rival)
        for rival in _rivals(shares, weights)
        if rival not in own
    ]
    score_of_rival, rival = max(others, default=(0.0, ""))
    if best >= score_of_rival + MARGIN:
        return
    for term, share in shares.items():
        weights[term][rule] += STEP * share
        if rival in weights[term]:
            weights[term][rival] -= STEP * share


def _rivals(shares: Terms, weights: Weights) -> list[str]:
    """Return the rules with the highest scores by the rare terms of an example."""
    scores: dict[str, float] = {}
    for term, share in shares.items():
        by_rule = weights[term]
        if len(by_rule) <= RARE:
            for rule, weight in by_rule.items():
                scores[rule] = scores.get(rule, 0.0) + share * weight
    return sorted(scores, key=lambda rule: (-scores[rule], rule))[:RIVALS]
