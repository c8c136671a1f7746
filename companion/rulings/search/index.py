"""Ranking of rulings by earlier questions about them (see `training.py` for the method)."""

from collections.abc import Iterable, Mapping
from math import log, sqrt

from companion.rulings.search.training import EXPLAINED_POWER, trained

IMPLIED_POWER = 2.0  # reduces implied terms for rulings that explain little of the question
DISTINCTIVE_RARITY = 1.7  # rarity from which a term is distinctive, unlike "what is"
KNOWN_SHARE = 0.45  # share of a question's terms that must be known for a sure answer
KNOWN_SHARE_IN_GAME = 0.1  # share that must be known if the question has a game word
GAME_WORD = 1.4  # rarity from which a concept is a game word; "card" is too common
MAYBE_GAME_WORD = 1.05  # rarity from which a concept may be a game word: "may I play"

CONCEPT, PLAIN = "@", "?"  # prefix of a concept, and of a word without a concept

# Concepts of everyday talk: "where is the bathroom" and "call my mother" are not about a game.
_EVERYDAY = frozenset(
    CONCEPT + concept
    for concept in (
        "effect", "when", "where", "who", "qui", "how-many", "how-long", "age", "cost", "worth",
        "relative", "say", "choose", "turn", "hold", "must", "give", "show", "answer", "pass",
    )
)  # fmt: skip
_NARRATOR = CONCEPT + "relative"  # "my aunt says": rare, yet says nothing about the question

Terms = Mapping[str, float]  # term -> its count or weight in the question


class RulingIndex:
    """Inverted index from terms to the rulings that were asked about with them.

    `rules` is the number of rulings; `weights` maps each term to its weight for each ruling.
    """

    def __init__(self, rules: int, weights: Mapping[str, Mapping[str, float]]) -> None:
        self.rules, self.weights = rules, weights
        # The fewer rulings share a term, the more distinctive it is.
        self.rarity = {term: self._rarity_among(len(some)) for term, some in weights.items()}

    @classmethod
    def of(cls, examples: Iterable[tuple[Iterable[str], Terms]]) -> "RulingIndex":
        """Return the index of examples, each given as its rulings and its terms."""
        every = [(tuple(rules), terms) for rules, terms in examples]
        sums: dict[str, dict[str, float]] = {}
        for rules, terms in every:
            for term in terms:
                sums.setdefault(term, {}).update(dict.fromkeys(rules, 0.0))
        index = cls(len({rule for rules, _ in every for rule in rules}), sums)
        # Normalised, so that long and short questions count equally.
        asked = [(rules, index._shares(terms)) for rules, terms in every]
        for rules, shares in asked:
            for term, share in shares.items():
                for rule in rules:
                    sums[term][rule] += share
        return cls(index.rules, trained(asked, sums))

    def scores(self, terms: Terms, implied: Terms | None = None) -> dict[str, float]:
        """Return the score of each rule for the terms; `implied` terms never lower a score."""
        shares, length = self._shares(terms), self._length(terms)
        scores: dict[str, float] = {}
        explained: dict[str, float] = {}
        for term, share in shares.items():
            for rule, weight in self.weights[term].items():
                scores[rule] = scores.get(rule, 0.0) + share * weight
                explained[rule] = explained.get(rule, 0.0) + share * share
        every = sum(share * share for share in shares.values())
        for rule, square in explained.items():
            # A ruling whose examples lack some of these terms is hardly the right one.
            scores[rule] *= (square / every) ** EXPLAINED_POWER
        for term, count in (implied or {}).items():
            gain = 0.0 if term in terms else count * self.rarity.get(term, 0.0)
            for rule, weight in self.weights.get(term, {}).items():
                # Implied terms only decide among rulings that explain the question's own terms.
                share = explained.get(rule, 0.0) / every if every else 1.0
                scores[rule] = scores.get(rule, 0.0) + gain * weight / length * share**IMPLIED_POWER
        return scores

    def is_about_rules(self, terms: Terms) -> bool:
        """Return whether the question has a distinctive term and enough of it is known."""
        return self.distinctive_count(terms) > 0 and self._known_share(terms) >= KNOWN_SHARE

    def distinctive_count(self, terms: Terms) -> int:
        """Return the number of distinctive concepts and words."""
        some = (term for term in terms if term.startswith((CONCEPT, PLAIN)) and term != _NARRATOR)
        return sum(self.rarity.get(term, 0.0) >= DISTINCTIVE_RARITY for term in some)

    def names_the_game(self, terms: Terms, least: float = GAME_WORD) -> bool:
        """Return whether the question has a game word and a little of it is known."""
        concepts = (term for term in terms if term.startswith(CONCEPT) and term not in _EVERYDAY)
        is_named = any(self.rarity.get(concept, 0.0) >= least for concept in concepts)
        return is_named and self._known_share(terms) >= KNOWN_SHARE_IN_GAME

    def _known_share(self, terms: Terms) -> float:
        """Return the share (0 to 1) of the question that occurs in the examples."""
        known = {term: count for term, count in terms.items() if term in self.rarity}
        return self._length(known) ** 2 / self._length(terms) ** 2

    def _shares(self, terms: Terms) -> dict[str, float]:
        """Return the normalised, rarity-weighted share of each known term."""
        length = self._length(terms)
        rarity = self.rarity
        return {t: count * rarity[t] / length for t, count in terms.items() if t in rarity}

    def _rarity_among(self, rules: int) -> float:
        return 1 + log((1 + self.rules) / (0.5 + rules))

    def _length(self, terms: Terms) -> float:
        # A new word without a concept counts as the rarest; other new terms count nothing.
        rarest = self._rarity_among(0)
        counts = (
            count * self.rarity.get(term, rarest if term[0] == PLAIN and term[1].isalpha() else 0.0)
            for term, count in terms.items()
        )
        return sqrt(sum(each * each for each in counts)) or 1.0
