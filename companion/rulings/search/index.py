"""The ranking of rulings by what was asked about them before: `training.py` says how."""

from collections.abc import Iterable, Mapping
from math import log, sqrt

from companion.rulings.search.training import EXPLAINED, trained

UNSAID = 2.0  # the power by which less counts what is meant unsaid, the less a ruling explains
TELLING = 1.7  # rarity from which a concept or word tells something: "what is" alone is no question
KNOWN = 0.45  # the part of a question that must be known, for an answer to be sure
LITTLE = 0.1  # the part that must be known, where a word of the game is in it
OF_THE_GAME = 1.4  # rarity from which a concept is a word of the game: "card" alone is none
OF_A_GAME = 1.05  # rarity from which it may be one: "may I play"

CONCEPT, PLAIN = "@", "?"  # before a concept, and before a word without one

# What people talk of everywhere: "where is the bathroom", "call my mother" are about no game.
_EVERYDAY = frozenset(
    CONCEPT + concept
    for concept in (
        "effect", "when", "where", "who", "qui", "how-many", "how-long", "age", "cost", "worth",
        "relative", "say", "choose", "turn", "hold", "must", "give", "show", "answer", "pass",
    )
)  # fmt: skip
_NARRATOR = CONCEPT + "relative"  # "my aunt says": rare as it may be, it tells nothing

Terms = Mapping[str, float]  # each term, and how much it counts


class RulingIndex:
    """What was asked about every ruling, found by its terms.

    `rules` is how many rulings were asked about, and `weights` how much a term speaks for each.
    """

    def __init__(self, rules: int, weights: Mapping[str, Mapping[str, float]]) -> None:
        self.rules, self.weights = rules, weights
        # A term tells the more, the fewer rulings it is asked with.
        self.rarity = {term: self._rarity_among(len(some)) for term, some in weights.items()}

    @classmethod
    def of(cls, examples: Iterable[tuple[Iterable[str], Terms]]) -> "RulingIndex":
        """Return the index of what was asked: about which rulings, and in which terms."""
        every = [(tuple(rules), terms) for rules, terms in examples]
        sums: dict[str, dict[str, float]] = {}
        for rules, terms in every:
            for term in terms:
                sums.setdefault(term, {}).update(dict.fromkeys(rules, 0.0))
        index = cls(len({rule for rules, _ in every for rule in rules}), sums)
        # So that each question counts the same.
        asked = [(rules, index._shares(terms)) for rules, terms in every]
        for rules, shares in asked:
            for term, share in shares.items():
                for rule in rules:
                    sums[term][rule] += share
        return cls(index.rules, trained(asked, sums))

    def scores(self, terms: Terms, unsaid: Terms | None = None) -> dict[str, float]:
        """Return how much each rule is asked for by such terms; none loses by `unsaid` ones."""
        shares, length = self._shares(terms), self._length(terms)
        scores: dict[str, float] = {}
        explained: dict[str, float] = {}
        for term, share in shares.items():
            for rule, weight in self.weights[term].items():
                scores[rule] = scores.get(rule, 0.0) + share * weight
                explained[rule] = explained.get(rule, 0.0) + share * share
        every = sum(share * share for share in shares.values())
        for rule, square in explained.items():
            # A ruling that was never asked for in some of these words is hardly the one.
            scores[rule] *= (square / every) ** EXPLAINED
        for term, count in (unsaid or {}).items():
            told = 0.0 if term in terms else count * self.rarity.get(term, 0.0)
            for rule, weight in self.weights.get(term, {}).items():
                # It decides among rulings that explain the question, else it would explain all.
                share = explained.get(rule, 0.0) / every if every else 1.0
                scores[rule] = scores.get(rule, 0.0) + told * weight / length * share**UNSAID
        return scores

    def is_about_rules(self, terms: Terms) -> bool:
        """Return whether something in it tells, and enough of the question is known."""
        return self.telling(terms) > 0 and self._known_part(terms) >= KNOWN

    def telling(self, terms: Terms) -> int:
        """Return how many concepts and words in it tell something."""
        some = (term for term in terms if term.startswith((CONCEPT, PLAIN)) and term != _NARRATOR)
        return sum(self.rarity.get(term, 0.0) >= TELLING for term in some)

    def names_the_game(self, terms: Terms, least: float = OF_THE_GAME) -> bool:
        """Return whether a word of the game is in it, and a little of the question is known."""
        concepts = (term for term in terms if term.startswith(CONCEPT) and term not in _EVERYDAY)
        is_named = any(self.rarity.get(concept, 0.0) >= least for concept in concepts)
        return is_named and self._known_part(terms) >= LITTLE

    def _known_part(self, terms: Terms) -> float:
        """Return from 0 to 1 how much of a question was asked before."""
        known = {term: count for term, count in terms.items() if term in self.rarity}
        return self._length(known) ** 2 / self._length(terms) ** 2

    def _shares(self, terms: Terms) -> dict[str, float]:
        """Return how much each of its terms that tell something counts in a question."""
        length = self._length(terms)
        rarity = self.rarity
        return {t: count * rarity[t] / length for t, count in terms.items() if t in rarity}

    def _rarity_among(self, rules: int) -> float:
        return 1 + log((1 + self.rules) / (0.5 + rules))

    def _length(self, terms: Terms) -> float:
        # A word without a concept that nobody used is the rarest; else what is new tells nothing.
        rarest = self._rarity_among(0)
        told = (
            count * self.rarity.get(term, rarest if term[0] == PLAIN and term[1].isalpha() else 0.0)
            for term, count in terms.items()
        )
        return sqrt(sum(each * each for each in told)) or 1.0
