"""The look-up: a quarrel as people word it -> the rulings that settle it, the best first.

A question is not matched word by word. It is parsed into what it is made of, in any language:
cards, the situation, what is asked. So are the rulings (intents.toml), and those come first whose
intents match best.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rulings.ruling import Ruling
from companion.rulings.search.concepts import QueryParser
from companion.rulings.search.intents import Intent, read_intents
from companion.rulings.search.ranking import IntentIndex

LEAST = 0.36  # of the score, for a ruling to be worth showing
EXAMPLES = 0.3  # what likeness to examples counts beside the intents
SURE = 0.7  # of the score, for the first ruling to be read aloud
LEAD = 0.05  # by which it must then be better than any other answer
FIRST = 3  # the ruling most like the examples is among so many
BY_TEXT = 0.9  # what the question of a ruling counts, parsed like any other


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A ruling that answers a question, from 0 to 1 how well.

    `is_elsewhere`: the question is about a card of another box, and so is the ruling.
    """

    rule: str
    score: float
    is_elsewhere: bool


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The rulings found, the best first; `is_sure`: the first may be read aloud as the answer."""

    results: tuple[SearchResult, ...] = ()
    is_sure: bool = False


class LookUp:
    """Finds the rulings of one box that settle a question.

    `foreign_cards` are those that only other boxes have.
    """

    def __init__(
        self, rulings: Iterable[Ruling], cards: Collection[str], parser: QueryParser
    ) -> None:
        """Take all rulings of the box, also those that do not concern it, and its cards by id."""
        every = tuple(rulings)
        self._order = {ruling.rule: number for number, ruling in enumerate(every)}
        # Rulings of one topic with one verdict are one answer, whichever is read aloud.
        self.answers = {ruling.rule: (ruling.topic, ruling.verdict) for ruling in every}
        self._here = frozenset(ruling.rule for ruling in every if ruling.is_here)
        self._parser = parser
        self.foreign_cards = parser.cards.difference(cards)
        self._index = IntentIndex(_intents_of(every, parser), parser.weight)

    @property
    def intents(self) -> tuple[Intent, ...]:
        """Every way to ask for a ruling of this box."""
        return self._index.intents

    def find(
        self,
        question: str,
        players: int | None = None,
        game_format: str | None = None,
        limit: int = 5,
    ) -> SearchResults:
        """Return at most `limit` rulings, the best first; none if a question is about nothing here.

        `players` and `game_format` are those of the running game, if there is one.
        """
        query = self._parser.parse(question)
        likeness = self._parser.index.scores(query.words)
        is_like_example = 1.0 in likeness.values()
        # So much like an example, one unknown word may be in it.
        if not query.is_about_game and not (is_like_example and query.unknown_words <= 1):
            return SearchResults()
        # What is played is meant, where the question does not say it; no ruling loses by it.
        stated = read_intents()
        played = {stated.formats.get(game_format or ""), stated.players.get(str(players))} - {None}
        strength = {**dict.fromkeys(filter(None, played), 1.0), **query.strength}
        matches = self._index.matches(replace(query, strength=strength))
        # A ruling of another box answers only where a card is named that this box lacks.
        foreign = self.foreign_cards & query.strength.keys()
        allowed = self._here | {r for r, m in matches.items() if m.intent.is_about(foreign)}
        scores: dict[str, float] = {}
        for rule, match in matches.items():
            # What is played decides before the examples do, for it is rarely said.
            like = likeness.get(rule, 0.0) if match.intent.expected.isdisjoint(played) else 1.0
            score = round((match.score + EXAMPLES * like) / (1 + EXAMPLES), 4)
            if score >= LEAST and rule in allowed:
                scores[rule] = score
        ranked = self._ranked(scores, scores)
        if is_like_example:
            # Concepts may have mistaken a question that was often asked in just such words.
            alike = {rule: like for rule, like in likeness.items() if rule in allowed}
            surest = max(alike, key=lambda rule: (alike[rule], -self._order[rule]), default=None)
            if surest is not None and surest not in ranked[:FIRST]:
                scores[surest] = scores[ranked[FIRST - 1]] if len(ranked) >= FIRST else LEAST
                ranked = self._ranked({*ranked, surest}, scores, above=surest)
        results = tuple(
            SearchResult(rule, scores[rule], rule not in self._here) for rule in ranked[:limit]
        )
        return SearchResults(results, self._is_sure(ranked, scores))

    def _ranked(
        self, rules: Iterable[str], scores: Mapping[str, float], above: str = ""
    ) -> list[str]:
        """Return rules by their scores; among equal ones `above` first, then in the box's order."""
        return sorted(rules, key=lambda r: (-scores[r], r != above, self._order[r]))

    def _is_sure(self, ranked: Sequence[str], scores: Mapping[str, float]) -> bool:
        """Return whether the first is the answer: good by itself, and no other comes near it."""
        if not ranked or scores[ranked[0]] < SURE:
            return False
        rivals = (r for r in ranked if self.answers[r] != self.answers[ranked[0]])
        return scores[ranked[0]] - scores.get(next(rivals, ""), 0.0) >= LEAD


def _intents_of(rulings: Iterable[Ruling], parser: QueryParser) -> Iterator[Intent]:
    """Yield all ways to ask for these rulings: those stated, and their own questions."""
    stated = read_intents().intents
    for ruling in rulings:
        yield from stated.get(ruling.rule, ())
        for text in ruling.question.values():
            query = parser.parse_cached(text)
            strength, penalty = query.strength, query.penalty
            expected = {c for c, cost in penalty.items() if cost >= strength[c] / 2}
            optional = frozenset(strength.keys() - expected)
            yield Intent(ruling.rule, frozenset(expected), optional, grade=BY_TEXT)
