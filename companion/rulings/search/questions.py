"""The terms of questions."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from companion.rulings.search.index import CONCEPT, PLAIN, Terms
from companion.rulings.search.tokenizer import Tokenizer, laid_on
from companion.rulings.search.vocabulary import Phrase, read_vocabulary

PAIR_WEIGHT = 0.5  # weight of two concepts in a row, in addition to their own weights
LAID_ON_WEIGHT = 1.5  # weight of one card being laid on another
PLAIN_WORD_WEIGHT = 1.3  # weight of a word without a concept; it has no synonyms
CACHED_ROOTS = 4096
GAME_NAME = ("uno",)  # also what players call out
GAME_NAME_WEIGHT = 0.3  # low, as it usually just means the game


class QuestionParser:
    """Parser of questions into terms, by the vocabulary and the names of the cards."""

    def __init__(self, names: Mapping[str, Iterable[str]], frequencies: Mapping[str, int]) -> None:
        """Take `names` (card id -> names in any language) and how often the examples use words."""
        self._vocabulary = read_vocabulary()
        self._root = lru_cache(maxsize=CACHED_ROOTS)(self._vocabulary.root)
        self.cards = frozenset(names)
        self.tokenizer = Tokenizer(names, self._vocabulary, frequencies)

    def terms(self, question: str) -> Terms:
        return self.terms_of(self.tokenizer.words(question))

    def terms_of(self, words: Phrase) -> Terms:
        """Return the terms of the words with their weights.

        Terms are roots (`?settle` if it has no concept), concepts (`@draw`), two concepts in a
        row (`not draw`), and a card laid on another (`skip on wild`).
        """
        tokens = [each for each in self.tokenizer.tokens(words) if not each.is_stop_phrase]
        terms: dict[str, float] = {}
        for token in tokens:
            share = GAME_NAME_WEIGHT if token.words == GAME_NAME else 1.0
            prefix, weight = ("", 1.0) if token.concepts else (PLAIN, PLAIN_WORD_WEIGHT)
            for word in token.words:
                terms[prefix + self._root(word)] = share * weight
            for concept in token.inner:
                terms[CONCEPT + concept] = share
        meaningful = [token.concepts for token in tokens if token.concepts]
        for before, after in pairwise(meaningful):
            # A token with several concepts means only one of them.
            share = PAIR_WEIGHT / sqrt(len(before) * len(after))
            terms |= {f"{first} {second}": share for first in before for second in after}
        if role := laid_on(tokens, self._vocabulary.connectives):
            laid, under, certainty = role
            terms[f"{laid} on {under}"] = LAID_ON_WEIGHT * certainty
        return terms
