"""How well the meaning of a question agrees with the meanings of the rulings."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from companion.rulings.search.concepts import Query
from companion.rulings.search.intents import Intent

MISSED = 0.5  # the cost of a concept that a way expects and the question lacks
UNEXPLAINED = 0.4  # the cost of a concept in the question of which a way says nothing
AGAINST = 0.6  # the cost of a concept that speaks against a way
STRANGE = 0.15  # what a word weighs that nobody knows
TOLD = 0.45  # the weight that must be shared: "what is" alone is no question
SLIGHT = 0.12  # what is taken off for agreeing in little

Postings = dict[str, list[int]]


class Match(NamedTuple):
    """How well a ruling agrees, from 0 to 1, and in which way."""

    score: float
    way: Intent


class Agreement:
    """The ways of many rulings, found by their concepts."""

    def __init__(self, ways: Iterable[Intent], weight: Callable[[str], float]) -> None:
        self._ways = tuple(ways)
        self._weight = weight
        self._expects = [sum(map(weight, way.expected)) for way in self._ways]
        self._expected: Postings = {}
        self._welcome: Postings = {}
        self._against: Postings = {}
        for number, way in enumerate(self._ways):
            for concepts, postings in (
                (way.expected, self._expected),
                (way.welcome, self._welcome),
                (way.against, self._against),
            ):
                for concept in concepts:
                    postings.setdefault(concept, []).append(number)

    @property
    def ways(self) -> tuple[Intent, ...]:
        """Every way to ask for these rulings."""
        return self._ways

    def best(self, heard: Query) -> Mapping[str, Match]:
        """Find the best way of every ruling that shares anything with a question."""
        shared: dict[int, float] = {}
        excused: dict[int, float] = {}
        against: dict[int, float] = {}
        unexplained = STRANGE * heard.strange
        for concept, sure in heard.strength.items():
            weight = self._weight(concept)
            blame = weight * heard.blame.get(concept, 0.0)
            unexplained += blame
            for number in self._expected.get(concept, ()):
                shared[number] = shared.get(number, 0.0) + weight * sure
                excused[number] = excused.get(number, 0.0) + blame
            for number in self._welcome.get(concept, ()):
                excused[number] = excused.get(number, 0.0) + blame
            for number in self._against.get(concept, ()):
                against[number] = against.get(number, 0.0) + weight * sure
        return self._ranked(
            (number, share, unexplained - excused[number], against.get(number, 0.0))
            for number, share in shared.items()
        )

    def _ranked(self, shares: Iterable[tuple[int, float, float, float]]) -> Mapping[str, Match]:
        best: dict[str, Match] = {}
        for number, share, unexplained, against in shares:
            if share < TOLD:
                continue
            missed = max(0.0, self._expects[number] - share)
            cost = MISSED * missed + UNEXPLAINED * unexplained + AGAINST * against
            way = self._ways[number]
            score = way.grade * share / (share + cost) * (1 - SLIGHT / (1 + share))
            if way.rule not in best or score > best[way.rule].score:
                best[way.rule] = Match(score, way)
        return best
