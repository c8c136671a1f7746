"""Example questions, and the ranking of rulings by likeness to them.

Concepts match what was foreseen, the index what people say besides. It ranks rulings as search
engines rank documents (Okapi BM25): a document is all that was asked about a ruling
(questions-*.txt).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log

from companion.rulings.search.vocabulary import Phrase

SATURATION = 1.5  # k1: how soon repeating a term counts no more
LENGTH = 0.6  # b: how much the length of a document is held against it
COMMON = 0.5  # of the documents: a term in more of them is left out
ENOUGH = 20.0  # a score that a question about nothing here does not reach

Terms = Callable[[Phrase], Iterable[str]]


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """A question as somebody asked it, and the rulings that settle it."""

    rules: tuple[str, ...]
    question: str


@cache
def read_examples(language: str) -> tuple[ExampleQuestion, ...]:
    """Return the example questions in a language; none where nobody collected any."""
    file = files(__package__).joinpath(f"questions-{language}.txt")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    parted = (line.partition(" | ") for line in lines if line and not line.startswith("#"))
    return tuple(ExampleQuestion(tuple(rules.split()), question) for rules, _, question in parted)


class Bm25Index:
    """The example questions of every ruling, found by the terms in them.

    `weights` says how much a term speaks for a ruling: term -> rule -> weight.
    """

    def __init__(self, examples: Iterable[tuple[Iterable[str], Phrase]], terms: Terms) -> None:
        """Take rules with the words of a question, and what returns the terms of words."""
        self._terms = terms
        documents: dict[str, Counter[str]] = {}
        for rules, words in examples:
            counted = tuple(terms(words))
            for rule in rules:
                documents.setdefault(rule, Counter()).update(counted)
        number = len(documents)
        lengths = {rule: document.total() for rule, document in documents.items()}
        mean = sum(lengths.values()) / max(number, 1)
        holding = Counter(term for document in documents.values() for term in document)
        rarity = {t: log(1 + (number - n + 0.5) / (n + 0.5)) for t, n in holding.items()}
        weights: dict[str, dict[str, float]] = {
            term: {} for term, n in holding.items() if n <= COMMON * number
        }
        for rule, document in documents.items():
            length = SATURATION * (1 - LENGTH + LENGTH * lengths[rule] / mean)
            for term in document.keys() & weights.keys():
                count = document[term]
                weights[term][rule] = rarity[term] * count * (SATURATION + 1) / (count + length)
        self.weights: Mapping[str, Mapping[str, float]] = weights

    def scores(self, words: Phrase) -> Mapping[str, float]:
        """Return how much each ruling was asked about in such words, the most at 1.

        All stay below 1 where the words say too little to tell.
        """
        scores: dict[str, float] = {}
        for term in dict.fromkeys(self._terms(words)):
            for rule, weight in self.weights.get(term, {}).items():
                scores[rule] = scores.get(rule, 0.0) + weight
        most = max(ENOUGH, *scores.values()) if scores else ENOUGH
        return {rule: score / most for rule, score in scores.items()}
