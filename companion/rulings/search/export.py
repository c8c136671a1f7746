"""Trigram index of exported rules, searched by a small script without a server."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from companion.game.cards.lexicon import fold
from companion.rulings.search.index import RulingIndex
from companion.rulings.search.questions import ExampleQuestion
from companion.rulings.search.training import trained_weights

STEPS = 15  # per unit of weight; weights that round to 0 are not worth their bytes

_WORD = re.compile(r"[a-z0-9+]+")


def trigram_weights(examples: Iterable[ExampleQuestion]) -> Mapping[str, Mapping[str, int]]:
    """Return the weight of each trigram for a ruling (rule -> trigram -> weight)."""
    trained = trained_weights(
        [(each.rules, dict.fromkeys(sorted(trigrams(each.question)), 1.0)) for each in examples]
    )
    index = RulingIndex.of(trained)
    weights: dict[str, dict[str, int]] = defaultdict(dict)
    for trigram, by_rule in trained.items():
        for rule, weight in by_rule.items():
            if steps := round(STEPS * index.rarity(trigram) * weight):
                weights[rule][trigram] = steps
    return weights


def trigrams(text: str) -> set[str]:
    """Return the trigrams of the folded text, with a space before and after each word.

    A repeated trigram counts as a different one, because a +2 on a +2 is not just any +2.
    """
    words = f" {' '.join(_WORD.findall(fold(text)))} "
    found: set[str] = set()
    for start in range(len(words) - 2):
        trigram = words[start : start + 3]
        found.add(trigram * 2 if trigram in found else trigram)
    return found
