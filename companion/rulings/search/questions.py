"""Terms of questions, and the cached index of the example questions."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain, pairwise
from math import sqrt
from pathlib import Path
from typing import Any

from companion.datafiles.text import LANGUAGES
from companion.files import write_durably
from companion.game import cards
from companion.rulings.search.index import CONCEPT, PLAIN, RulingIndex, Terms
from companion.rulings.search.tokenizer import Tokenizer, laid_on
from companion.rulings.search.vocabulary import Phrase, read_vocabulary
from companion.version import __version__

PAIR_WEIGHT = 0.5  # weight of two concepts in a row, in addition to their own weights
LAID_ON_WEIGHT = 1.5  # weight of one card being laid on another
PLAIN_WORD_WEIGHT = 1.3  # weight of a word without a concept; it has no synonyms
CACHED_ROOTS = 4096
GAME_NAME = ("uno",)  # also what players call out
GAME_NAME_WEIGHT = 0.3  # low, as it usually just means the game


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """A question in a player's words, and the rulings that settle it."""

    rules: tuple[str, ...]
    question: str


def read_examples(language: str) -> tuple[ExampleQuestion, ...]:
    """Return the example questions in a language; none if it has no file."""
    file = files(__package__).joinpath(f"questions-{language}.txt")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    split = (line.partition(" | ") for line in lines if line and not line.startswith("#"))
    return tuple(ExampleQuestion(tuple(rules.split()), question) for rules, _, question in split)


class QuestionParser:
    """Parser of questions into terms, by the vocabulary, the card names and the examples.

    `index` is the index of the examples.
    """

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        examples: Iterable[ExampleQuestion] = (),
        cache_file: Path | None = None,
        build: Callable[[], object] | None = None,
    ) -> None:
        """Take `names` (card id -> names in any language) and additional examples.

        The index is read from `cache_file` (saves several seconds). If that file is stale,
        `build` may rebuild it; if it is still stale, the index is built here.
        """
        self._vocabulary = read_vocabulary()
        self._root = lru_cache(maxsize=CACHED_ROOTS)(self._vocabulary.root)
        self.cards = frozenset(names)
        self._more = tuple(examples)
        sources = _sources_of(names, self._more) if cache_file else b""
        found = _read_cache(cache_file, sources) if cache_file else None
        if cache_file and build and not found:
            build()
            found = _read_cache(cache_file, sources)
        if found:
            frequencies, rules, weights = found
            self.tokenizer = Tokenizer(names, self._vocabulary, frequencies)
            self.index = RulingIndex(rules, weights)
            return
        every = self.examples
        words_of_each = self._vocabulary.words_of_each(each.question for each in every)
        frequencies = Counter(chain.from_iterable(words_of_each))
        self.tokenizer = Tokenizer(names, self._vocabulary, frequencies)
        self.index = RulingIndex.of(
            (each.rules, self._terms(self.tokenizer.corrected(words)))
            for each, words in zip(every, words_of_each, strict=True)
        )
        if cache_file:
            _write_cache(cache_file, sources, (frequencies, self.index.rules, self.index.weights))

    @property
    def examples(self) -> tuple[ExampleQuestion, ...]:
        return (*chain.from_iterable(map(read_examples, LANGUAGES)), *self._more)

    def terms(self, question: str) -> Terms:
        return self._terms(self.tokenizer.words(question))

    def _terms(self, words: Phrase) -> Terms:
        """Return the terms of the words with their weights.

        Terms are roots (`?settle` if it has no concept), concepts (`@draw`), two concepts in a
        row (`not draw`), and a card laid on another (`skip on wild`).
        """
        tokens = [each for each in self.tokenizer.tokens(words) if not each.is_stop_phrase]
        terms: dict[str, float] = {}
        for token in tokens:
            share = GAME_NAME_WEIGHT if token.words == GAME_NAME else 1.0
            prefix, weight = ("", 1.0) if token.concepts else (PLAIN, PLAIN_WORD_WEIGHT)
            for word in token.words:
                terms[prefix + self._root(word)] = share * weight
            for concept in token.inner:
                terms[CONCEPT + concept] = share
        meaningful = [token.concepts for token in tokens if token.concepts]
        for before, after in pairwise(meaningful):
            # A token with several concepts means only one of them.
            share = PAIR_WEIGHT / sqrt(len(before) * len(after))
            terms |= {f"{first} {second}": share for first in before for second in after}
        if role := laid_on(tokens, self._vocabulary.connectives):
            laid, under, certainty = role
            terms[f"{laid} on {under}"] = LAID_ON_WEIGHT * certainty
        return terms


def _sources_of(names: Mapping[str, Iterable[str]], examples: Iterable[ExampleQuestion]) -> bytes:
    """Return everything the index depends on, including this package's source code."""
    sources = (*files(__package__).iterdir(), files(cards) / "lexicon.py")
    return b"\0".join(
        (
            repr((__version__, [*LANGUAGES], examples)).encode(),
            repr(sorted((card, sorted(spoken)) for card, spoken in names.items())).encode(),
            *(file.read_bytes() for file in sorted(sources, key=str) if file.is_file()),
        )
    )


def _read_cache(file: Path, sources: bytes) -> Sequence[Any] | None:
    """Return the cached values; None if the file is stale, damaged or missing."""
    with suppress(OSError):
        checksum, _, content = file.read_bytes().partition(b"\n")
        if checksum == _checksum(sources, content):
            values: Sequence[Any] = json.loads(content, parse_float=cache(float))  # interned
            return values
    return None


def _write_cache(file: Path, sources: bytes, values: Sequence[object]) -> None:
    """Write JSON values to the cache file, ignoring a disk that cannot be written to."""
    content = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    with suppress(OSError):
        write_durably(file, _checksum(sources, content) + b"\n" + content)


def _checksum(sources: bytes, content: bytes) -> bytes:
    """Return the checksum at the head of the cache file, over the sources and the content."""
    return sha256(sha256(sources).digest() + content).hexdigest().encode()
