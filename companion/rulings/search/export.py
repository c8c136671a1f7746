"""What exported rules are searched by: trigrams, for a small script without a server."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from companion.game.cards.lexicon import fold
from companion.rulings.search.index import RulingIndex
from companion.rulings.search.questions import ExampleQuestion

STEPS = 10  # of a weight: what rounds to nothing is not worth its bytes

_WORD = re.compile(r"[a-z0-9+]+")


def trigram_weights(examples: Iterable[ExampleQuestion]) -> Mapping[str, Mapping[str, int]]:
    """Return how much each trigram speaks for a ruling: rule -> trigram -> weight."""
    index = RulingIndex.of(
        (each.rules, dict.fromkeys(sorted(trigrams(each.question)), 1.0)) for each in examples
    )
    weights: dict[str, dict[str, int]] = defaultdict(dict)
    for trigram, by_rule in index.weights.items():
        for rule, weight in by_rule.items():
            if steps := round(STEPS * index.rarity[trigram] * weight):
                weights[rule][trigram] = steps
    return weights


def trigrams(text: str) -> set[str]:
    """Return the trigrams of a text, folded; a space stands before and after each word.

    One that comes again is another: a +2 on a +2 is not just any +2.
    """
    words = f" {' '.join(_WORD.findall(fold(text)))} "
    found: set[str] = set()
    for at in range(len(words) - 2):
        part = words[at : at + 3]
        found.add(part * 2 if part in found else part)
    return found
