"""How well the concepts of a question match the intents of the rulings."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from companion.rulings.search.concepts import Query
from companion.rulings.search.intents import Intent

MISSED = 0.5  # the cost of a concept that an intent expects and the question lacks
UNEXPLAINED = 0.4  # the cost of a concept in the question that an intent does not have
AGAINST = 0.6  # the cost of a concept that speaks against an intent
UNKNOWN = 0.15  # the penalty for a word that nobody knows
LEAST_SHARED = 0.45  # the weight that must be shared: "what is" alone is no question
SLIGHT = 0.12  # what is taken off for sharing little

Postings = dict[str, list[int]]


class Match(NamedTuple):
    """How well a ruling matches, from 0 to 1, and by which intent."""

    score: float
    intent: Intent


class IntentIndex:
    """The intents of many rulings, found by their concepts."""

    def __init__(self, intents: Iterable[Intent], weight: Callable[[str], float]) -> None:
        self.intents = tuple(intents)
        self._weight = weight
        self._expected_weights = [
            sum(map(weight, sorted(intent.expected))) for intent in self.intents
        ]
        self._expected: Postings = {}
        self._optional: Postings = {}
        self._against: Postings = {}
        for number, intent in enumerate(self.intents):
            for concepts, postings in (
                (intent.expected, self._expected),
                (intent.optional, self._optional),
                (intent.against, self._against),
            ):
                for concept in concepts:
                    postings.setdefault(concept, []).append(number)

    def matches(self, query: Query) -> Mapping[str, Match]:
        """Return the best match of every ruling that shares enough with a question, by rule."""
        shared: dict[int, float] = {}
        explained: dict[int, float] = {}
        against: dict[int, float] = {}
        penalties = UNKNOWN * query.unknown_words
        # In one order everywhere: a sum of the same numbers may differ by theirs.
        for concept, strength in sorted(query.strength.items()):
            weight = self._weight(concept)
            penalty = weight * query.penalty.get(concept, 0.0)
            penalties += penalty
            for number in self._expected.get(concept, ()):
                shared[number] = shared.get(number, 0.0) + weight * strength
                explained[number] = explained.get(number, 0.0) + penalty
            for number in self._optional.get(concept, ()):
                explained[number] = explained.get(number, 0.0) + penalty
            for number in self._against.get(concept, ()):
                against[number] = against.get(number, 0.0) + weight * strength
        best: dict[str, Match] = {}
        for number, share in sorted(shared.items()):
            if share < LEAST_SHARED:
                continue
            intent = self.intents[number]
            missed = max(0.0, self._expected_weights[number] - share)
            unexplained = penalties - explained[number]
            cost = MISSED * missed + UNEXPLAINED * unexplained + AGAINST * against.get(number, 0.0)
            score = intent.grade * share / (share + cost) * (1 - SLIGHT / (1 + share))
            if intent.rule not in best or score > best[intent.rule].score:
                best[intent.rule] = Match(score, intent)
        return best
