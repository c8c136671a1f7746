"""A question as tokens: words, or several that belong together, and what they may mean."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from companion.rulings.search.spelling import SpellingCorrector
from companion.rulings.search.vocabulary import Phrase, Vocabulary

LONGEST = 400  # characters: nobody words a quarrel in more
MOST_WORDS = 60
DOUBT = 0.5  # how sure a card is whose name is as often a verb

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase of a question.

    `labels` are its concepts, the card and, in one string, the words themselves; `inner` the
    concepts of the single words of a phrase. `certainty` is that of the card (0 where there is
    none). A stop phrase means nothing; an unknown token is a word that nobody knows.
    """

    labels: frozenset[str]
    inner: frozenset[str] = _NONE
    card: str = ""
    certainty: float = 0.0
    is_stop_phrase: bool = False
    is_unknown: bool = False

    def has_any(self, labels: AbstractSet[str]) -> bool:
        """Return whether it has any of these labels, be it inside a phrase."""
        return not (labels.isdisjoint(self.labels) and labels.isdisjoint(self.inner))


class Tokenizer:
    """Makes tokens of questions, by the words of the vocabulary and the names of the cards.

    `names` are those names as phrases, with their cards; numbers are digits instead.
    """

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        vocabulary: Vocabulary,
        frequencies: Mapping[str, int],
    ) -> None:
        """Take `names`: card id -> what people call it; `frequencies`: how often words occur."""
        self._vocabulary = vocabulary
        self.names: dict[Phrase, str] = {}
        for phrase, concepts in vocabulary.concepts.items():
            for card in concepts:
                if card in names:
                    self.names[phrase] = card
        for card, spoken in names.items():
            if card.isdigit():
                continue
            for words in map(vocabulary.words, spoken):
                self.names[words] = card
                if words[-1].isalpha():
                    self.names[(*words[:-1], words[-1] + "s")] = card
        self._phrases = {*vocabulary.concepts, *vocabulary.stop_phrases, *self.names}
        # The number of words in the longest phrase that begins with a word.
        self._longest: dict[str, int] = {}
        for first, *rest in self._phrases:
            self._longest[first] = max(len(rest) + 1, self._longest.get(first, 1))
        self._terms: dict[Phrase, tuple[str, ...]] = {}
        for phrase in {*vocabulary.concepts, *self.names}:
            card_labels = (self.names[phrase],) if phrase in self.names else ()
            self._terms[phrase] = tuple(
                f"@{label}" for label in (*self._concepts(phrase), *card_labels)
            )
        self._spelling = SpellingCorrector(
            (word for phrase in self._phrases for word in phrase),
            (phrase[0] for phrase in vocabulary.concepts if len(phrase) == 1),
            frequencies,
            vocabulary.root,
        )

    @property
    def frequencies(self) -> Mapping[str, int]:
        """How often each known word occurs."""
        return self._spelling.frequencies

    def words(self, question: str) -> Phrase:
        """Return the words of a question, slips corrected."""
        return self.corrected(self._vocabulary.words(question[:LONGEST])[:MOST_WORDS])

    def corrected(self, words: Phrase) -> Phrase:
        """Return words with their slips corrected; what is left unknown stands as it is."""
        meant = (self._spelling.correction(word) or word for word in words)
        return tuple(self._vocabulary.numbers.get(word, word) for word in meant)

    def terms(self, words: Phrase) -> Iterator[str]:
        """Yield the index terms of words: their roots, pairs of these, and what they may mean."""
        roots = tuple(map(self._vocabulary.root, words))
        yield from roots
        yield from map(" ".join, pairwise(roots))
        for at, word in enumerate(words):
            longest = min(self._longest.get(word, 0), len(words) - at)
            for length in range(1, longest + 1):
                yield from self._terms.get(words[at : at + length], ())

    def tokens(self, words: Phrase) -> list[Token]:
        """Return the tokens of words: at each place the longest phrase that begins there."""
        padded = ("", *words, "")  # so that every phrase has a neighbour on both sides
        tokens: list[Token] = []
        at = 1
        while at <= len(words):
            phrase: Phrase = (padded[at],)
            for length in range(self._longest.get(padded[at], 1), 1, -1):
                if padded[at : at + length] in self._phrases:
                    phrase = padded[at : at + length]
                    break
            end = at + len(phrase)
            tokens += self._phrase_tokens(phrase, padded[at - 1], padded[end])
            at = end
        return tokens

    def _phrase_tokens(self, phrase: Phrase, before: str, after: str) -> list[Token]:
        """Return the tokens of a phrase between two words: one, but for an ambiguous card."""
        card = self.names.get(phrase)
        if not card:
            return [self._token(phrase)]
        labels = frozenset((card, *self._concepts(phrase)))
        # What is done ("draw two cards", "skip me") is not the card ("a skip", "skip card").
        is_before_card = "card" in self._concepts((after,))
        is_named = is_before_card or before in self._vocabulary.articles
        is_ambiguous = (is_before_card and "draw" in self._concepts(phrase[:1])) or (
            phrase in self._vocabulary.ambiguous and not is_named
        )
        is_alone = not (before or after)
        if is_ambiguous and not is_alone:
            first, *rest = (self._token((word,)) for word in phrase)
            return [Token(first.labels | labels, card=card, certainty=DOUBT), *rest]
        return [Token(labels, card=card, certainty=1.0)]

    def _token(self, phrase: Phrase) -> Token:
        """Return the token of a phrase that is no card."""
        concepts = self._concepts(phrase)
        is_number = len(phrase) == 1 and phrase[0].isdigit()
        is_known = bool(concepts) or phrase in self._phrases or self._spelling.is_known(phrase[0])
        words = {" ".join(phrase)} - self._vocabulary.weights.keys()  # no concept by mere name
        digit = ("digit",) if is_number and len(phrase[0]) == 1 else ()
        inner = _NONE
        if concepts and len(phrase) > 1:
            # Its words count by themselves too: they may have been part of a different sentence.
            parts = [(word,) for word in phrase]
            cards = {
                self.names[part]
                for part in parts
                if part in self.names and part not in self._vocabulary.ambiguous
            }
            inner = frozenset((*cards, *(c for part in parts for c in self._concepts(part))))
        return Token(
            frozenset((*concepts, *words, *digit)),
            inner,
            is_stop_phrase=is_known and not concepts,
            is_unknown=not (is_known or is_number),
        )

    def _concepts(self, phrase: Phrase) -> tuple[str, ...]:
        return self._vocabulary.concepts.get(phrase, ())
