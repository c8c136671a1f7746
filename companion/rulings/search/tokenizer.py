"""Tokens of a question, their concepts, and which card is laid on which."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, pairwise

from companion.rulings.search.spelling import SpellingCorrector
from companion.rulings.search.vocabulary import Phrase, Vocabulary

LONGEST = 400  # characters; no real question is longer
MOST_WORDS = 60
CACHED_TOKENS = 8192


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase of a question; a stop phrase has no meaning."""

    words: Phrase
    concepts: tuple[str, ...] = ()  # a card's concept is its id
    inner: tuple[str, ...] = ()  # also the concepts of shorter phrases in it
    card: str = ""
    is_stop_phrase: bool = False


class Tokenizer:
    """Splits questions into tokens, by the vocabulary and the names of the cards."""

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        vocabulary: Vocabulary,
        frequencies: Mapping[str, int],
    ) -> None:
        """Take `names` (card id -> spoken names) and the `frequencies` of words."""
        self._vocabulary = vocabulary
        self.names: dict[Phrase, str] = {}
        for phrase, concepts in vocabulary.concepts.items():
            for card in concepts:
                if card in names:
                    self.names[phrase] = card
        for card, spoken in names.items():
            if card.isdigit():
                continue
            # A name of several cards means that of the first box: "+4" is a wild.
            for phrase in _with_plurals(map(vocabulary.words, spoken)):
                self.names.setdefault(phrase, card)
        self.meanings: dict[Phrase, tuple[str, ...]] = dict(vocabulary.concepts)
        for phrase, card in self.names.items():
            if phrase not in vocabulary.homonyms:
                self.meanings[phrase] = tuple(dict.fromkeys((*self._concepts(phrase), card)))
        self._phrases = {*self.meanings, *vocabulary.stop_phrases}
        # First word -> the number of words in the longest phrase with it.
        self._longest: dict[str, int] = {}
        for first, *rest in self._phrases:
            self._longest[first] = max(len(rest) + 1, self._longest.get(first, 1))
        self._token = lru_cache(maxsize=CACHED_TOKENS)(self._token_of)
        known = chain.from_iterable(self._phrases)
        self._spelling = SpellingCorrector(vocabulary, known, frequencies)

    def words(self, question: str) -> Phrase:
        return self.corrected(self._vocabulary.words(question[:LONGEST])[:MOST_WORDS])

    def corrected(self, words: Phrase) -> Phrase:
        """Return the words with slips corrected; unknown words are left unchanged."""
        everyday = self._vocabulary.everyday  # never corrected, and never a correction
        meant = (
            word if word in everyday else self._spelling.correction(word) or word for word in words
        )
        return tuple(self._vocabulary.spellings.get(word, word) for word in meant)

    def tokens(self, words: Phrase) -> list[Token]:
        """Return the tokens of the words, taking the longest phrase at each position."""
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


def _with_plurals(names: Iterable[Phrase]) -> Iterator[Phrase]:
    for words in names:
        yield words
        if words[-1].isalpha():
            yield (*words[:-1], words[-1] + "s")


CHRONOLOGY = 0.6  # certainty that the card named first was laid first
DIGITS = frozenset("0123456789")
AGAIN, BEFORE, IF = 0.8, 0.9, 0.8  # certainties
NUMBER, SAME, OTHER = "number", "same number", "other number"
NEAR = 3  # distance in tokens at which "on" belongs to a card: "on a +2 may I lay a +4"

_ON = {"on-top"}
_SAME = {"other", "same"}
_AFTER = {"after"}
_ANSWER = {"answer"}


def laid_on(
    tokens: Sequence[Token], connectives: Mapping[str, AbstractSet[str]]
) -> tuple[str, str, float] | None:
    """Return the card on top, the card below and the certainty; None if unknown."""
    cards = [at for at, token in enumerate(tokens) if token.card or _is_number(tokens, at)]
    if card := _on_same_card(tokens, cards, connectives["whose"]):
        return card, card, AGAIN
    pairs = list(pairwise(cards))
    if not pairs:
        return None
    first, second = next((pair for pair in pairs if _is_on(tokens, *pair)), pairs[0])
    one, other = (tokens[at].card or NUMBER for at in (first, second))
    if one == other == NUMBER:
        other = SAME if tokens[first].words == tokens[second].words else OTHER
    near = max(first - NEAR, -1)
    role: tuple[str, str, float] | None = (other, one, CHRONOLOGY)
    if _is_on(tokens, first, second):
        role = one, other, 1.0
    elif _has(tokens, first, second, connectives["with"]):
        role = other, one, 1.0
    elif _has(tokens, first, second, _ANSWER):
        role = one, other, BEFORE
    elif _has(tokens, near, first, _ON | _AFTER) or _has(tokens, second, len(tokens), _ON):
        role = other, one, BEFORE
    elif _has(tokens, first, second, connectives["when"]):
        role = one, other, IF
    elif _has(tokens, first, second, connectives["and"]):
        role = None
    return role


def _is_number(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a digit is a card, with a colour beside it: "a red 7", "un 7 rouge"."""
    beside = (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])
    is_digit = len(tokens[at].words) == 1 and tokens[at].words[0] in DIGITS
    return is_digit and any("a-colour" in token.concepts for token in beside)


def _is_on(tokens: Sequence[Token], first: int, second: int) -> bool:
    """Return whether the first card is on the second ("on" right before a card is English)."""
    between = [token for token in tokens[first + 1 : second] if "a-colour" not in token.concepts]
    is_on = bool(between) and between[-1].words == ("on",)
    return is_on or _has(tokens, first, second, _ON)


def _on_same_card(tokens: Sequence[Token], cards: Sequence[int], whose: AbstractSet[str]) -> str:
    """Return the card laid on one of its kind ("a +4 on another", "a +2 on mine"), or ""."""
    if not cards:
        return ""
    first, end = cards[0], (*cards, len(tokens))[1]
    is_on_whose = any(
        (tokens[at].words == ("on",) or not _ON.isdisjoint(tokens[at].concepts))
        and _has(tokens, at, min(at + NEAR, end), whose)
        for at in range(first + 1, end)
    )
    is_on_another = end == len(tokens) and all(_has(tokens, first, end, s) for s in (_ON, _SAME))
    return tokens[first].card if is_on_whose or is_on_another else ""


def _has(tokens: Sequence[Token], after: int, before: int, labels: AbstractSet[str]) -> bool:
    return any(
        not labels.isdisjoint((*token.concepts, *token.words))
        for token in tokens[after + 1 : before]
    )
