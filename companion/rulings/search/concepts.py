"""From a question to its concepts, and how certain each is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from companion.datafiles.text import LANGUAGES
from companion.rulings.search.bm25 import Bm25Index, ExampleQuestion, read_examples
from companion.rulings.search.roles import CHRONOLOGY, card_roles
from companion.rulings.search.tokenizer import Token, Tokenizer
from companion.rulings.search.vocabulary import Pattern, Phrase, read_vocabulary

GAP = 2  # tokens that may be between the parts of a concept, besides stop phrases
MADE, MADE_ANYWHERE = 0.9, 0.7  # how certain a concept is that others make
INNER = 0.6  # how certain a concept is whose word is part of a phrase
HALF = 0.5  # how certain an implied concept is
ROLE, DIGIT = 0.9, 0.15  # how much it counts that a card is laid on another, and a number
FEW = 4  # known words for each unknown one, in a question without a word of the game
PART = 0.35  # of the penalty for a concept that has become part of another
CACHED_QUERIES = 2048  # the questions of the rulings, which are nearly the same in every box


@dataclass(frozen=True, slots=True)
class Query:
    """What a question is made of.

    `strength` is how certain each concept is (0 to 1), `penalty` how much a ruling loses that is
    not about it. `unknown_words` counts those nobody knows here; `words` are those of the question,
    slips corrected.
    """

    strength: Mapping[str, float]
    penalty: Mapping[str, float]
    unknown_words: int = 0
    is_about_game: bool = True
    words: Phrase = ()


class QueryParser:
    """Finds the cards of all boxes by their names, and the concepts of the vocabulary.

    `cards` are the ids of those cards, `concepts` all that can be found but the roles of cards.
    """

    def __init__(
        self, names: Mapping[str, Iterable[str]], examples: Iterable[ExampleQuestion] = ()
    ) -> None:
        """Take `names`: card id -> what people call it, in any language; and more examples."""
        vocabulary = read_vocabulary()
        self._vocabulary = vocabulary
        self._weights = {**dict.fromkeys("0123456789", DIGIT), **vocabulary.weights}
        self.cards = frozenset(names)
        self.concepts: AbstractSet[str] = {*vocabulary.weights, *names, "digit"}
        self._examples = (*chain.from_iterable(map(read_examples, LANGUAGES)), *examples)
        self._example_words = vocabulary.words_of_each(each.question for each in self._examples)
        frequencies = Counter(chain.from_iterable(self._example_words))
        self._tokenizer = Tokenizer(names, vocabulary, frequencies)
        self.parse_cached = lru_cache(maxsize=CACHED_QUERIES)(self.parse)
        self._anywhere = tuple(p for p in vocabulary.patterns if not p.is_ordered)
        self._ordered: dict[str, list[Pattern]] = {}  # by the labels that begin them
        for pattern in vocabulary.patterns:
            for label in pattern.parts[0] if pattern.is_ordered else ():
                self._ordered.setdefault(label, []).append(pattern)

    @property
    def names(self) -> Mapping[Phrase, str]:
        """What cards are called, and which: numbers are digits instead."""
        return self._tokenizer.names

    @property
    def frequencies(self) -> Mapping[str, int]:
        """How often each known word occurs in the examples."""
        return self._tokenizer.frequencies

    @property
    def examples(self) -> Iterator[tuple[tuple[str, ...], Phrase]]:
        """The example questions: the rules that settle each, its words, slips corrected."""
        words = map(self._tokenizer.corrected, self._example_words)
        return zip((each.rules for each in self._examples), words, strict=True)

    @cached_property
    def index(self) -> Bm25Index:
        """The index of the examples; built when something is asked for the first time."""
        return Bm25Index(self.examples, self._tokenizer.terms)

    def weight(self, concept: str) -> float:
        """Return how much a concept counts."""
        return ROLE if "=" in concept else self._weights.get(concept, 1.0)

    def parse(self, question: str) -> Query:
        """Return what a question is made of, in any mixture of languages."""
        words = self._tokenizer.words(question)
        tokens = self._tokenizer.tokens(words)
        certainty = dict.fromkeys((label for token in tokens for label in token.labels), 1.0)
        cards: dict[str, float] = {}
        for token in tokens:
            if token.card:
                cards[token.card] = max(token.certainty, cards.get(token.card, 0.0))
        certainty |= cards
        inner = {label for token in tokens for label in token.inner} - certainty.keys()
        certainty |= dict.fromkeys(inner, INNER)
        parts = inner | self._add_made_concepts(tokens, certainty)
        strength = {concept: certainty[concept] for concept in certainty.keys() & self.concepts}
        # A token means one of its concepts, so they share the penalty for it.
        share: dict[str, float] = {}
        for token in tokens:
            meant = self.concepts & token.labels
            share |= {c: max(share.get(c, 0.0), 1 / len(meant)) for c in meant}
        penalty = {
            concept: sure * share.get(concept, 1.0) * (PART if concept in parts else 1.0)
            for concept, sure in strength.items()
        }
        for role, sure in card_roles(tokens, self._vocabulary.connectives):
            strength[role] = sure
            penalty[role] = sure if sure > CHRONOLOGY else 0.0
        # It is about the game by a word of the game, a card for sure, or hardly a word unknown.
        unknown_words = sum(token.is_unknown for token in tokens)
        meaningful = sum(not (token.is_stop_phrase or token.is_unknown) for token in tokens)
        is_about_game = (
            not self._vocabulary.game_concepts.isdisjoint(strength)
            or any(token.certainty == 1 for token in tokens)
            or unknown_words * FEW <= meaningful
        )
        for concept, implied in self._vocabulary.implied.items():
            for half in implied if concept in strength else ():
                strength.setdefault(half, strength[concept] * HALF)
        return Query(strength, penalty, unknown_words, is_about_game, words)

    def _add_made_concepts(self, tokens: Sequence[Token], certainty: dict[str, float]) -> set[str]:
        """Add the concepts that others make, and return which have become parts of them."""
        parts: set[str] = set()
        for at, token in enumerate(tokens):
            for label in (*token.labels, *token.inner):
                for pattern in self._ordered.get(label, ()):
                    if _has_parts_after(tokens, at, pattern.parts[1:]):
                        made = max(certainty.get(pattern.concept, 0.0), MADE)
                        certainty[pattern.concept] = made
                        parts.update(*pattern.parts)
        for pattern in self._anywhere:
            if not any(part.isdisjoint(certainty) for part in pattern.parts):
                certainty.setdefault(pattern.concept, MADE_ANYWHERE)
                parts.update(*pattern.parts)
        return parts


def _has_parts_after(tokens: Sequence[Token], at: int, parts: Iterable[AbstractSet[str]]) -> bool:
    """Return whether these parts follow a token, each with a small gap to the one before."""
    for part in parts:
        gap = 0
        for after in range(at + 1, len(tokens)):
            if tokens[after].has_any(part):
                at = after
                break
            gap += not tokens[after].is_stop_phrase
            if gap > GAP:
                return False
        else:
            return False
    return True
