"""Ranking of rulings by earlier questions about them (`tests/train/weights.py` trains it)."""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import log, sqrt

EXPLAINED_POWER = 0.45  # power that penalises rulings that lack terms of the question
IMPLIED_POWER = 2.0  # reduces implied terms for rulings that explain little of the question
DISTINCTIVE_RARITY = 1.7  # rarity from which a term is distinctive, unlike "what is"
KNOWN_SHARE = 0.45  # share of a question's terms that must be known if it has no game word
KNOWN_SHARE_IN_GAME = 0.1  # share that must be known if the question has a game word
GAME_WORD = 1.4  # rarity from which a concept is a game word; "card" is too common
MAYBE_GAME_WORD = 1.05  # rarity from which a concept may be a game word: "may I play"

CONCEPT, PLAIN = "@", "?"  # prefix of a concept, and of a word without a concept
UNCOVERED = "~"  # prefix of a topic that no ruling covers; sorted after all rules

# Concepts of everyday talk: "where is the bathroom" and "call my mother" are not about a game.
_EVERYDAY = frozenset(
    CONCEPT + concept
    for concept in (
        "effect", "when", "where", "who", "qui", "how-many", "how-long", "age", "cost", "worth",
        "relative", "say", "choose", "turn", "hold", "must", "give", "show", "answer", "pass",
    )
)  # fmt: skip
_NARRATOR = CONCEPT + "relative"  # "my aunt says": rare, yet says nothing about the question

DIGITS = 4  # of a weight; more change no result
SCALE = 10**DIGITS  # of weights as whole numbers, which take little memory in an array

Terms = Mapping[str, float]  # term -> its count or weight in the question
Weights = Mapping[str, Mapping[str, float]]  # term -> rule -> weight


class RulingIndex:
    """Inverted index from terms to the rulings that were asked about with them.

    The `numbers` (signed, of 2 bytes) are the count of rulings of each of the `terms`, then the
    positions of these rulings in `rules`, then the term's weight for each of them. Topics that no
    ruling covers are scored like rulings.
    """

    def __init__(
        self, rule_count: Sequence[str], terms: Sequence[str], numbers: "array[int]"
    ) -> None:
        self.rule_count, self.terms, self.numbers = rule_count, terms, numbers
        self._positions = {term: position for position, term in enumerate(terms)}
        self._rule_positions = {rule: position for position, rule in enumerate(rule_count)}
        self._ends = array("i", accumulate(numbers[: len(terms)], initial=len(terms)))
        self._first_topic = bisect_left(rule_count, UNCOVERED)

    @classmethod
    def of(cls, weights: Weights) -> "RulingIndex":
        """Return the index of these weights, sorted so that similar weights give similar bytes."""
        terms = sorted(weights)
        rules = sorted({rule for by_rule in weights.values() for rule in by_rule})
        positions = {rule: position for position, rule in enumerate(rules)}
        pairs = [pair for term in terms for pair in sorted(weights[term].items())]
        numbers = array("h", (len(weights[term]) for term in terms))
        numbers.extend(positions[rule] for rule, _ in pairs)
        numbers.extend(round(weight * SCALE) for _, weight in pairs)
        return cls(rules, terms, numbers)

    def weights(self, term: str) -> Iterator[tuple[str, float]]:
        """Yield the rules that were asked about with a term, and its weight for each."""
        for rule, weight in self._postings(term):
            yield self.rule_count[rule], weight / SCALE

    def rarity(self, term: str) -> float:
        """Return how distinctive a term is, 0 if unknown: the fewer rulings share it, the more."""
        if (position := self._positions.get(term)) is None:
            return 0.0
        return self._rarity_among(self._ends[position + 1] - self._ends[position])

    def scores(self, terms: Terms, implied: Terms | None = None) -> dict[str, float]:
        """Return the score of each rule for the terms; `implied` terms never lower a score."""
        shares, length = self.shares(terms), self._length(terms)
        scores = [0.0] * len(self.rule_count)
        explained = scores[:]
        for term, share in shares.items():
            square, step = share * share, share / SCALE
            for at, weight in self._postings(term):
                scores[at] += step * weight
                explained[at] += square
        every = sum(share * share for share in shares.values()) or 1.0
        # A ruling whose examples lack some of these terms is hardly the right one.
        found = {
            self.rule_count[at]: scores[at] * (square / every) ** EXPLAINED_POWER
            for at, square in enumerate(explained)
            if square
        }
        for term, count in (implied or {}).items():
            gain = 0.0 if term in terms else count * self.rarity(term) / length / SCALE
            for at, weight in self._postings(term):
                # Implied terms only decide among rulings that explain the question's own terms.
                share = explained[at] / every if shares else 1.0
                rule = self.rule_count[at]
                found[rule] = found.get(rule, 0.0) + gain * weight * share**IMPLIED_POWER
        return found

    def is_about_rules(self, terms: Terms) -> bool:
        """Return whether the question has a distinctive term and enough of it is known."""
        return self.distinctive_count(terms) > 0 and self.known_share(terms) >= KNOWN_SHARE

    def distinctive_count(self, terms: Terms) -> int:
        """Return the number of distinctive concepts and words."""
        some = (term for term in terms if term.startswith((CONCEPT, PLAIN)) and term != _NARRATOR)
        return sum(self._rarity_in_rulings(term) >= DISTINCTIVE_RARITY for term in some)

    def names_the_game(self, terms: Terms, least: float = GAME_WORD) -> bool:
        """Return whether the question has a game word and a little of it is known."""
        concepts = (term for term in terms if term.startswith(CONCEPT) and term not in _EVERYDAY)
        is_named = any(self._rarity_in_rulings(concept) >= least for concept in concepts)
        return is_named and self.known_share(terms) >= KNOWN_SHARE_IN_GAME

    def known_share(self, terms: Terms) -> float:
        """Return the share (0 to 1) of the question that occurs in the rulings' examples."""
        known = {term: count for term, count in terms.items() if self._rarity_in_rulings(term)}
        return self._length(known) ** 2 / self._length(terms) ** 2

    def strongest_share(self, terms: Terms, rule: str) -> float:
        """Return the share (0 to 1) of a rule's score that comes from a single term."""
        at = self._rule_positions[rule]
        gains = [
            s * weight for t, s in self.shares(terms).items() for weight in self._weight(t, at)
        ]
        return max(gains, default=0.0) / (sum(gains) or 1.0)

    def shares(self, terms: Terms) -> dict[str, float]:
        """Return the normalised, rarity-weighted share of each known term."""
        length = self._length(terms)
        known = self._positions
        return {t: count * self.rarity(t) / length for t, count in terms.items() if t in known}

    def _postings(self, term: str) -> Iterator[tuple[int, int]]:
        """Yield the position of each rule of a term, and its weight as a whole number."""
        if (position := self._positions.get(term)) is None:
            return iter(())
        start, end = self._ends[position : position + 2]
        postings = self._ends[-1] - len(self.terms)
        weights = self.numbers[start + postings : end + postings]
        return zip(self.numbers[start:end], weights, strict=True)

    def _weight(self, term: str, rule: int) -> Iterator[int]:
        """Yield the weight of a known term for a rule, if it has one, as a whole number."""
        position = self._positions[term]
        start, end = self._ends[position : position + 2]
        found = bisect_left(self.numbers, rule, start, end)
        if found < end and self.numbers[found] == rule:
            yield self.numbers[found + self._ends[-1] - len(self.terms)]

    def _rarity_in_rulings(self, term: str) -> float:
        """Return how distinctive a term is, 0 if it is unknown or only uncovered topics have it."""
        position = self._positions.get(term)
        # The positions of a term's rules are sorted.
        if position is None or self.numbers[self._ends[position]] >= self._first_topic:
            return 0.0
        return self.rarity(term)

    def _rarity_among(self, rules: int) -> float:
        return 1 + log((1 + len(self.rule_count)) / (0.5 + rules))

    def _length(self, terms: Terms) -> float:
        # A new word without a concept counts as the rarest; other new terms count nothing.
        rarest = self._rarity_among(0)
        counts = (
            count
            * (self.rarity(term) or (rarest if term[0] == PLAIN and term[1].isalpha() else 0.0))
            for term, count in terms.items()
        )
        return sqrt(sum(each * each for each in counts)) or 1.0
