"""The look-up: a quarrel as people word it -> the rulings that settle it, the best first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rulings.ruling import Ruling
from companion.rulings.search.index import CONCEPT, OF_A_GAME, PLAIN, Terms
from companion.rulings.search.questions import NAME, QuestionParser
from companion.rulings.search.vocabulary import read_vocabulary

LEAST = 0.04  # of the score, for a ruling to be worth showing
CLEAR = 0.14  # of the score of the best one, where no word of the game was said
SEVERAL = 5  # words that tell something are as good as one of the game
SURE = 0.3  # of the score, for the first ruling to be read aloud
LEAD = 0.06  # by which it must then be better than any other answer
LEAD_OVER_OPPOSITE = 0.1  # and than one that says no where it says yes: a wrong yes does most harm
NEAR = 0.6  # of the score of the best one, for what a question may be about as well
OPPOSITE = {"Yes": "No", "No": "Yes"}  # of the first word of a verdict in English
PLAYED = 2.0  # what it counts that the game is played in a way the question does not say
PLAYERS = {2: "two-players"}  # the concept of what so many play


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A ruling that answers a question, from 0 to 1 how well.

    `together` has the other rules of its group, the best first.
    """

    rule: str
    score: float
    together: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The rulings found, the best first, one of each group.

    `is_sure`: the first may be read aloud as the answer.
    """

    results: tuple[SearchResult, ...] = ()
    is_sure: bool = False


class LookUp:
    """Finds the rulings of one box that settle a question."""

    def __init__(
        self, rulings: Iterable[Ruling], cards: Collection[str], parser: QuestionParser
    ) -> None:
        """Take all rulings of the box, also those that do not concern it, and its cards by id."""
        every = tuple(rulings)
        self._here = frozenset(ruling.rule for ruling in every if ruling.is_here)
        self._order = {ruling.rule: number for number, ruling in enumerate(every)}
        # Rulings of one topic with one verdict are one answer, whichever is read aloud.
        self.answers = {ruling.rule: (ruling.topic, ruling.verdict) for ruling in every}
        self._first_words = {
            ruling.rule: ruling.verdict.localized("en").partition(",")[0] for ruling in every
        }
        self._together = {ruling.rule: ruling.together for ruling in every}
        self._cards = {ruling.rule: ruling.cards for ruling in every}
        self._parser = parser
        # As terms; a number is asked for by its digit, be it a word with a concept or not.
        self.foreign_cards = tuple(
            term
            for card in sorted(parser.cards.difference(cards))
            for term in ((card, f"{PLAIN}{card}") if card.isdigit() else (f"{CONCEPT}{card}",))
        )

    def find(
        self,
        question: str,
        players: int | None = None,
        game_format: str | None = None,
        limit: int = 5,
    ) -> SearchResults:
        """Return the best rulings first; none if a question is about nothing here."""
        terms = self._parser.terms(question)
        index = self._parser.index
        is_about_rules = index.is_about_rules(terms)
        if not (is_about_rules or index.names_the_game(terms, OF_A_GAME)):
            return SearchResults()
        played = (read_vocabulary().formats.get(game_format or ""), PLAYERS.get(players or 0))
        unsaid = {CONCEPT + concept: PLAYED for concept in played if concept}
        every = index.scores(terms, unsaid)
        # A ruling of another box answers only where a card is named that this box lacks.
        named = [card for card in self.foreign_cards if card in terms]
        elsewhere = {rule for card in named for rule in index.weights.get(card, ())}
        scores = {
            rule: round(min(score, 1.0), 4)
            for rule, score in every.items()
            if score >= LEAST and (rule in self._here or rule in elsewhere)
        }
        ranked = sorted(scores, key=lambda rule: (-scores[rule], self._order[rule]))
        is_clear = index.names_the_game(terms) or index.telling(terms) >= SEVERAL
        if not ranked or (scores[ranked[0]] < CLEAR and not is_clear):
            return SearchResults()
        is_sure = (
            is_about_rules
            and max(terms.values()) > NAME  # the name of the game alone asks nothing
            and self._is_sure(ranked, scores)
            and (self._is_specific(terms, ranked[0]) or self._is_said_of_all(ranked, scores))
        )
        return SearchResults(self._one_of_each_group(ranked, scores, limit), is_sure)

    def _one_of_each_group(
        self, ranked: Sequence[str], scores: Mapping[str, float], limit: int
    ) -> tuple[SearchResult, ...]:
        """Return the rules, the best first, those of a group together with its best."""
        results: list[SearchResult] = []
        shown: set[str] = set()
        for rule in ranked:
            if len(results) == limit:
                break
            if rule not in shown:
                others = (other for other in self._together[rule] if other not in shown)
                together = sorted(others, key=lambda r: (-scores.get(r, 0.0), self._order[r]))
                results.append(SearchResult(rule, scores[rule], tuple(together)))
                shown |= {rule, *together}
        return tuple(results)

    def _is_specific(self, terms: Terms, rule: str) -> bool:
        """Return whether a question names the card or says enough: "my turn" alone asks little."""
        # "Can I cheat" is asked of more than a +4, though that is where most people say it.
        named = any(CONCEPT + card in terms for card in self._cards[rule])
        return named or self._parser.index.telling(terms) > 1

    def _is_said_of_all(self, ranked: Sequence[str], scores: Mapping[str, float]) -> bool:
        """Return whether all that comes near begins alike: nobody may stack, whichever cards."""
        near = (rule for rule in ranked if scores[rule] >= NEAR * scores[ranked[0]])
        return len({self._first_words[rule] for rule in near}) == 1

    def _is_sure(self, ranked: Sequence[str], scores: Mapping[str, float]) -> bool:
        """Return whether the first is the answer: good by itself, and no other comes near it."""
        first = ranked[0]
        same = {first, *self._together[first]}
        opposite = OPPOSITE.get(self._first_words[first])
        for rule in ranked:
            lead = scores[first] - scores[rule]
            if lead >= LEAD_OVER_OPPOSITE:
                break  # so are all that come after it
            if self._first_words[rule] == opposite or (
                lead < LEAD and rule not in same and self.answers[rule] != self.answers[first]
            ):
                return False
        return scores[first] >= SURE
