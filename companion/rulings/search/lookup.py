"""Look-up of the rulings that settle a question as players word it, best first."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rulings.ruling import Ruling
from companion.rulings.search.certainty import CERTAIN, Signals, probability
from companion.rulings.search.index import CONCEPT, MAYBE_GAME_WORD, PLAIN, UNCOVERED, Terms
from companion.rulings.search.questions import GAME_NAME_WEIGHT, QuestionParser
from companion.rulings.search.trained import TrainedIndex
from companion.rulings.search.vocabulary import read_vocabulary

MIN_SCORE = 0.03  # score (0 to 1) from which a ruling is worth showing
MIN_BEST_SCORE = 0.14  # score the best ruling needs if the question has no game word
MANY_TERMS = 5  # this many distinctive terms are as good as a game word
ALONE = 0.66  # share of the best score below which no other answer is meant by a vague question
LEAD_OVER_OPPOSITE = 0.11  # lead needed over the opposite verdict: a wrong yes does most harm
OPPOSITE = {"Yes": "No", "No": "Yes"}  # by the first word of an English verdict
CONTEXT_WEIGHT = 2.0  # weight of the running game's format and number of players
OWN_BOXES = 2  # a ruling is a box's own if it applies in at most this many
OWN_FACTOR = 1.1  # of the score of the box's own rulings; most questions are about its own cards
PLAYERS = {2: "two-players"}  # number of players -> concept


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A ruling that answers a question, with a score from 0 to 1.

    `group_rules` lists the other rules of its group, best first.
    """

    rule: str
    score: float
    group_rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The rulings found, best first, one of each group.

    `is_sure` is true if the first may be read aloud as the answer, judged by the `signals`.
    """

    results: tuple[SearchResult, ...] = ()
    is_sure: bool = False
    signals: Signals | None = None


class LookUp:
    """Look-up of the rulings of one box."""

    def __init__(
        self,
        rulings: Iterable[Ruling],
        cards: Collection[str],
        parser: QuestionParser,
        trained: TrainedIndex,
        own: Collection[str] = (),
    ) -> None:
        """Take all rulings, including those of other boxes, and the box's card ids.

        `own` are the rules of few boxes; those that apply here get a higher score.
        """
        every = tuple(rulings)
        self._applicable = frozenset(ruling.rule for ruling in every if ruling.applies)
        self.own = self._applicable.intersection(own)
        self._order = {ruling.rule: number for number, ruling in enumerate(every)}
        # Rulings with the same topic and verdict are one answer, whichever is read aloud.
        self.answers = {ruling.rule: (ruling.topic, ruling.verdict) for ruling in every}
        self._first_words = {
            ruling.rule: ruling.verdict.localized("en").partition(",")[0] for ruling in every
        }
        self._group_rules = {ruling.rule: ruling.group_rules for ruling in every}
        self._cards = {ruling.rule: ruling.cards for ruling in every}
        self.parser, self._index, self._certainty = parser, trained.index, trained.certainty
        # A box with other wilds has its own rulings about "a wild".
        wilds = {"wild" for card in cards if card.startswith("wild-")}
        foreign = parser.cards.difference(cards, (f"wild-{card}" for card in cards), wilds)
        self._wilds = sorted(card for card in foreign if f"wild-{card}" in cards)
        # As terms. A number card is asked for by its digit, with or without a concept.
        self.foreign_cards = tuple(
            term
            for card in sorted(foreign.difference(self._wilds))
            for term in ((card, f"{PLAIN}{card}") if card.isdigit() else (f"{CONCEPT}{card}",))
        )

    def find(
        self,
        question: str,
        players: int | None = None,
        game_format: str | None = None,
        limit: int = 5,
    ) -> SearchResults:
        """Return the rulings found, best first; none if the question is not about the game."""
        terms = self._own_terms(self.parser.terms(question))
        index = self._index
        if not (index.is_about_rules(terms) or index.names_the_game(terms, MAYBE_GAME_WORD)):
            return SearchResults()
        context = (read_vocabulary().formats.get(game_format or ""), PLAYERS.get(players or 0))
        implied = {CONCEPT + concept: CONTEXT_WEIGHT for concept in context if concept}
        every = index.scores(terms, implied)
        # A ruling of another box only answers if the question names a card that this box lacks.
        named = [card for card in self.foreign_cards if card in terms]
        elsewhere = self._order.keys() & {rule for card in named for rule, _ in index.weights(card)}
        scores = {
            rule: round(min(score * (OWN_FACTOR if rule in self.own else 1.0), 1.0), 4)
            for rule, score in every.items()
            if score >= MIN_SCORE and (rule in self._applicable or rule in elsewhere)
        }
        ranked = sorted(scores, key=lambda rule: (-scores[rule], self._order[rule]))
        is_clear = index.names_the_game(terms) or index.distinctive_count(terms) >= MANY_TERMS
        if not ranked or (scores[ranked[0]] < MIN_BEST_SCORE and not is_clear):
            return SearchResults()
        uncovered = (score for topic, score in every.items() if topic.startswith(UNCOVERED))
        signals = self._signals(terms, ranked, scores, max(uncovered, default=0.0))
        is_sure = (
            max(terms.values()) > GAME_NAME_WEIGHT  # the game's name alone asks nothing
            and (self._is_specific(terms, ranked[0]) or signals.rival < ALONE)
            and not self._is_contested(ranked, scores)
            and probability(self._certainty, signals.evidence()) >= CERTAIN
        )
        return SearchResults(self._one_of_each_group(ranked, scores, limit), is_sure, signals)

    def _own_terms(self, terms: Terms) -> Terms:
        """Return the terms as this box means them: its only +2 may be a wild."""
        for card in self._wilds:
            name = re.compile(rf"(?<![\w-]){card}(?![\w-])")
            terms = {name.sub(f"wild-{card}", term): weight for term, weight in terms.items()}
        return terms

    def is_right(self, result: SearchResult, rules: Collection[str]) -> bool:
        """Return whether a result answers a question that these rules settle."""
        return not {result.rule, *result.group_rules}.isdisjoint(rules) or any(
            self.answers[result.rule] == self.answers[rule] for rule in rules
        )

    def _one_of_each_group(
        self, ranked: Sequence[str], scores: Mapping[str, float], limit: int
    ) -> tuple[SearchResult, ...]:
        """Return the best rule of each group, best first, with the group's other rules."""
        results: list[SearchResult] = []
        shown: set[str] = set()
        for rule in ranked:
            if len(results) == limit:
                break
            if rule not in shown:
                others = (other for other in self._group_rules[rule] if other not in shown)
                group_rules = sorted(others, key=lambda r: (-scores.get(r, 0.0), self._order[r]))
                results.append(SearchResult(rule, scores[rule], tuple(group_rules)))
                shown |= {rule, *group_rules}
        return tuple(results)

    def _signals(
        self, terms: Terms, ranked: Sequence[str], scores: Mapping[str, float], uncovered: float
    ) -> Signals:
        first = ranked[0]
        same = {first, *self._group_rules[first]}
        rivals = (
            scores[rule]
            for rule in ranked
            if rule not in same and self.answers[rule] != self.answers[first]
        )
        distinctive = min(self._index.distinctive_count(terms), MANY_TERMS) / MANY_TERMS
        known = self._index.known_share(terms)
        rival = next(rivals, 0.0) / scores[first]
        strongest = self._index.strongest_share(terms, first)
        uncovered = min(uncovered / scores[first], 1.0)
        return Signals(scores[first], rival, known, distinctive, strongest, uncovered)

    def _is_specific(self, terms: Terms, rule: str) -> bool:
        """Return whether the question names the rule's card or has two distinctive terms."""
        # "Can I cheat" is not only about a +4, although most examples ask it about a +4.
        named = any(CONCEPT + card in terms for card in self._cards[rule])
        return named or self._index.distinctive_count(terms) > 1

    def _is_contested(self, ranked: Sequence[str], scores: Mapping[str, float]) -> bool:
        """Return whether a ruling near the first says no for yes, or yes for no."""
        first = ranked[0]
        opposite = OPPOSITE.get(self._first_words[first])
        near = (rule for rule in ranked if scores[first] - scores[rule] < LEAD_OVER_OPPOSITE)
        return any(self._first_words[rule] == opposite for rule in near)
