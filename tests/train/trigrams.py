"""Training of the trigrams by which a small script searches exported pages without a server."""

import re
from collections.abc import Iterable

from companion.game.cards.lexicon import fold
from companion.rulebook import open_rulebook
from companion.rulings.search.index import UNCOVERED, RulingIndex
from companion.rulings.search.trained import TrainedTrigrams
from tests.train.examples import ExampleQuestion, examples_of
from tests.train.index import sources_of
from tests.train.weights import trained_weights

STEPS = 15  # per unit of weight; weights that round to 0 are not worth their bytes

_WORD = re.compile(r"[a-z0-9+]+")


def trigram_weights(examples: Iterable[ExampleQuestion]) -> dict[str, dict[str, int]]:
    """Return the weight of each trigram for a ruling (trigram -> rule -> weight)."""
    trained = trained_weights(
        [(each.rules, dict.fromkeys(sorted(trigrams(each.question)), 1.0)) for each in examples]
    )
    index = RulingIndex.of(trained)
    weights = {
        trigram: {
            rule: steps
            for rule, weight in by_rule.items()
            if (steps := round(STEPS * index.rarity(trigram) * weight))
        }
        for trigram, by_rule in trained.items()
    }
    return {trigram: by_rule for trigram, by_rule in weights.items() if by_rule}


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


def trained_trigrams() -> TrainedTrigrams:
    rulebook = open_rulebook()
    examples = examples_of(rulebook)
    sources = sources_of(rulebook.card_names, examples)
    covered = [each for each in examples if not each.rules[0].startswith(UNCOVERED)]
    return TrainedTrigrams.of(sources, trigram_weights(covered))
