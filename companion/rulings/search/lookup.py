"""Look-up of the rulings that settle a question as players word it, best first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rulings.ruling import Ruling
from companion.rulings.search.index import CONCEPT, MAYBE_GAME_WORD, PLAIN, RulingIndex, Terms
from companion.rulings.search.questions import GAME_NAME_WEIGHT, QuestionParser
from companion.rulings.search.vocabulary import read_vocabulary

MIN_SCORE = 0.04  # score (0 to 1) from which a ruling is worth showing
MIN_BEST_SCORE = 0.14  # score the best ruling needs if the question has no game word
MANY_TERMS = 5  # this many distinctive terms are as good as a game word
SURE = 0.3  # score from which the first ruling may be read aloud
LEAD = 0.06  # lead in score that a sure ruling needs over any other answer
LEAD_OVER_OPPOSITE = 0.1  # lead needed over the opposite verdict: a wrong yes does most harm
NEAR_SHARE = 0.6  # share of the best score from which another ruling may be meant as well
OPPOSITE = {"Yes": "No", "No": "Yes"}  # by the first word of an English verdict
CONTEXT_WEIGHT = 2.0  # weight of the running game's format and number of players
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

    `is_sure` is true if the first may be read aloud as the answer.
    """

    results: tuple[SearchResult, ...] = ()
    is_sure: bool = False


class LookUp:
    """Look-up of the rulings of one box."""

    def __init__(
        self,
        rulings: Iterable[Ruling],
        cards: Collection[str],
        parser: QuestionParser,
        index: RulingIndex,
    ) -> None:
        """Take all rulings, including those of other boxes, and the box's card ids."""
        every = tuple(rulings)
        self._applicable = frozenset(ruling.rule for ruling in every if ruling.applies)
        self._order = {ruling.rule: number for number, ruling in enumerate(every)}
        # Rulings with the same topic and verdict are one answer, whichever is read aloud.
        self.answers = {ruling.rule: (ruling.topic, ruling.verdict) for ruling in every}
        self._first_words = {
            ruling.rule: ruling.verdict.localized("en").partition(",")[0] for ruling in every
        }
        self._group_rules = {ruling.rule: ruling.group_rules for ruling in every}
        self._cards = {ruling.rule: ruling.cards for ruling in every}
        self.parser, self._index = parser, index
        # As terms. A number card is asked for by its digit, with or without a concept.
        self.foreign_cards = tuple(
            term
            for card in sorted(parser.cards.difference(cards))
            if not any(_is_variant(card, own) for own in cards)
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
        terms = self.parser.terms(question)
        index = self._index
        is_about_rules = index.is_about_rules(terms)
        if not (is_about_rules or index.names_the_game(terms, MAYBE_GAME_WORD)):
            return SearchResults()
        context = (read_vocabulary().formats.get(game_format or ""), PLAYERS.get(players or 0))
        implied = {CONCEPT + concept: CONTEXT_WEIGHT for concept in context if concept}
        every = index.scores(terms, implied)
        # A ruling of another box only answers if the question names a card that this box lacks.
        named = [card for card in self.foreign_cards if card in terms]
        elsewhere = {rule for card in named for rule, _ in index.weights(card)}
        scores = {
            rule: round(min(score, 1.0), 4)
            for rule, score in every.items()
            if score >= MIN_SCORE and (rule in self._applicable or rule in elsewhere)
        }
        ranked = sorted(scores, key=lambda rule: (-scores[rule], self._order[rule]))
        is_clear = index.names_the_game(terms) or index.distinctive_count(terms) >= MANY_TERMS
        if not ranked or (scores[ranked[0]] < MIN_BEST_SCORE and not is_clear):
            return SearchResults()
        is_sure = (
            is_about_rules
            and max(terms.values()) > GAME_NAME_WEIGHT  # the game's name alone asks nothing
            and self._is_sure(ranked, scores)
            and (self._is_specific(terms, ranked[0]) or self._near_agree(ranked, scores))
        )
        return SearchResults(self._one_of_each_group(ranked, scores, limit), is_sure)

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

    def _is_specific(self, terms: Terms, rule: str) -> bool:
        """Return whether the question names the rule's card or has two distinctive terms."""
        # "Can I cheat" is not only about a +4, although most examples ask it about a +4.
        named = any(CONCEPT + card in terms for card in self._cards[rule])
        return named or self._index.distinctive_count(terms) > 1

    def _near_agree(self, ranked: Sequence[str], scores: Mapping[str, float]) -> bool:
        """Return whether all verdicts near the best begin alike, for example with "No"."""
        near = (rule for rule in ranked if scores[rule] >= NEAR_SHARE * scores[ranked[0]])
        return len({self._first_words[rule] for rule in near}) == 1

    def _is_sure(self, ranked: Sequence[str], scores: Mapping[str, float]) -> bool:
        """Return whether the first ruling has a good score and no other answer comes near it."""
        first = ranked[0]
        same = {first, *self._group_rules[first]}
        opposite = OPPOSITE.get(self._first_words[first])
        for rule in ranked:
            lead = scores[first] - scores[rule]
            if lead >= LEAD_OVER_OPPOSITE:
                break  # later rulings have an even lower score
            if self._first_words[rule] == opposite or (
                lead < LEAD and rule not in same and self.answers[rule] != self.answers[first]
            ):
                return False
        return scores[first] >= SURE


def _is_variant(card: str, own: str) -> bool:
    """Return whether a name means the box's own card, such as "+2" if its only +2 is a wild."""
    return card == f"wild-{own}" or own == f"wild-{card}"
