"""A question as tokens: words, or several that belong together, and what they mean."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from companion.rulings.search.spelling import SpellingCorrector
from companion.rulings.search.vocabulary import Phrase, Vocabulary

LONGEST = 400  # characters: nobody words a quarrel in more
MOST_WORDS = 60
CACHED_TOKENS = 8192


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase of a question; a stop phrase means nothing."""

    words: Phrase
    concepts: tuple[str, ...] = ()  # what it means, a card by its id
    inner: tuple[str, ...] = ()  # also what words in it mean by themselves
    card: str = ""
    is_stop_phrase: bool = False


class Tokenizer:
    """Makes tokens of questions, by the words of the vocabulary and the names of the cards."""

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
        self.meanings: dict[Phrase, tuple[str, ...]] = dict(vocabulary.concepts)
        for phrase, card in self.names.items():
            self.meanings[phrase] = tuple(dict.fromkeys((*self._concepts(phrase), card)))
        self._phrases = {*self.meanings, *vocabulary.stop_phrases}
        # The number of words in the longest phrase that begins with a word.
        self._longest: dict[str, int] = {}
        for first, *rest in self._phrases:
            self._longest[first] = max(len(rest) + 1, self._longest.get(first, 1))
        self._token = lru_cache(maxsize=CACHED_TOKENS)(self._token_of)
        self._spelling = SpellingCorrector(
            (word for phrase in self._phrases for word in phrase),
            (phrase[0] for phrase in vocabulary.concepts if len(phrase) == 1),
            frequencies,
            vocabulary.root,
        )

    def words(self, question: str) -> Phrase:
        return self.corrected(self._vocabulary.words(question[:LONGEST])[:MOST_WORDS])

    def corrected(self, words: Phrase) -> Phrase:
        """Return words with their slips corrected; what is left unknown stands as it is."""
        everyday = self._vocabulary.everyday  # no slips, and no slip is meant to be one of them
        meant = (
            word if word in everyday else self._spelling.correction(word) or word for word in words
        )
        return tuple(self._vocabulary.numbers.get(word, word) for word in meant)

    def tokens(self, words: Phrase) -> list[Token]:
        """Return the tokens of words: at each place the longest phrase that begins there."""
        tokens: list[Token] = []
        at = 0
        while at < len(words):
            longest = min(self._longest.get(words[at], 1), len(words) - at)
            lengths = range(longest, 1, -1)
            length = next((n for n in lengths if words[at : at + n] in self._phrases), 1)
            phrase = words[at : at + length]
            tokens.append(self._token(phrase))
            at += length
        return tokens

    def _token_of(self, phrase: Phrase) -> Token:
        if phrase in self._vocabulary.stop_phrases:
            return Token(phrase, is_stop_phrase=True)
        parts = combinations(range(len(phrase) + 1), 2)
        inner = dict.fromkeys(c for first, end in parts for c in self._concepts(phrase[first:end]))
        return Token(phrase, self._concepts(phrase), tuple(inner), self.names.get(phrase, ""))

    def _concepts(self, phrase: Phrase) -> tuple[str, ...]:
        return self.meanings.get(phrase, ())
