"""The terms of a question, and the example questions with theirs."""

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

FOLLOWING = 0.5  # what it counts that a concept follows another, beside the concepts themselves
ON = 1.5  # what it counts that a card is laid on another
BY_ITSELF = 1.3  # what a word counts that has no concept: no other says the same, so it tells more
CACHED_ROOTS = 4096
THE_NAME = ("uno",)  # of the game, and what is called out
NAME = 0.3  # what it counts, for most say it and mean the game


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """A question as somebody asked it, and the rulings that settle it."""

    rules: tuple[str, ...]
    question: str


def read_examples(language: str) -> tuple[ExampleQuestion, ...]:
    """Return the example questions in a language; none where nobody collected any."""
    file = files(__package__).joinpath(f"questions-{language}.txt")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    parted = (line.partition(" | ") for line in lines if line and not line.startswith("#"))
    return tuple(ExampleQuestion(tuple(rules.split()), question) for rules, _, question in parted)


class QuestionParser:
    """Finds the terms of questions, by the vocabulary, the names of cards and the examples.

    `index` has what the examples ask for.
    """

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        examples: Iterable[ExampleQuestion] = (),
        kept: Path | None = None,
        make: Callable[[], object] | None = None,
    ) -> None:
        """Take `names`: card id -> what people call it, in any language; and more examples.

        The file `kept` saves most of a second: it keeps what is worked out of all examples. Where
        it is out of date, `make` may make it; what that has not made is worked out here.
        """
        self._vocabulary = read_vocabulary()
        self._root = lru_cache(maxsize=CACHED_ROOTS)(self._vocabulary.root)
        self.cards = frozenset(names)
        self._more = tuple(examples)
        made_of = _made_of(names, self._more) if kept else b""
        found = _read_kept(kept, made_of) if kept else None
        if kept and make and not found:
            make()
            found = _read_kept(kept, made_of)
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
        if kept:
            _keep(kept, made_of, (frequencies, self.index.rules, self.index.weights))

    @property
    def examples(self) -> tuple[ExampleQuestion, ...]:
        return (*chain.from_iterable(map(read_examples, LANGUAGES)), *self._more)

    def terms(self, question: str) -> Terms:
        return self._terms(self.tokenizer.words(question))

    def _terms(self, words: Phrase) -> Terms:
        """Return the terms of words, and how much each counts.

        Roots (`?settle` where it has no concept), concepts (`@draw`), which follows which
        (`not draw`), and which card is laid on which (`skip on wild`).
        """
        tokens = [each for each in self.tokenizer.tokens(words) if not each.is_stop_phrase]
        terms: dict[str, float] = {}
        for token in tokens:
            share = NAME if token.words == THE_NAME else 1.0
            mark, alone = ("", 1.0) if token.concepts else (PLAIN, BY_ITSELF)
            for word in token.words:
                terms[mark + self._root(word)] = share * alone
            for concept in token.inner:
                terms[CONCEPT + concept] = share
        meaningful = [token.concepts for token in tokens if token.concepts]
        for before, after in pairwise(meaningful):
            # A token of several concepts means one of them.
            share = FOLLOWING / sqrt(len(before) * len(after))
            terms |= {f"{first} {second}": share for first in before for second in after}
        if role := laid_on(tokens, self._vocabulary.connectives):
            laid, under, certainty = role
            terms[f"{laid} on {under}"] = ON * certainty
        return terms


def _made_of(names: Mapping[str, Iterable[str]], examples: Iterable[ExampleQuestion]) -> bytes:
    """Return all that the index of the examples hangs on; other code may make another one."""
    sources = (*files(__package__).iterdir(), files(cards) / "lexicon.py")
    return b"\0".join(
        (
            repr((__version__, [*LANGUAGES], examples)).encode(),
            repr(sorted((card, sorted(spoken)) for card, spoken in names.items())).encode(),
            *(file.read_bytes() for file in sorted(sources, key=str) if file.is_file()),
        )
    )


def _read_kept(file: Path, made_of: bytes) -> Sequence[Any] | None:
    """Return what was kept; None where it was made of something else, is broken or is not there."""
    with suppress(OSError):
        mark, _, content = file.read_bytes().partition(b"\n")
        if mark == _mark(made_of, content):
            values: Sequence[Any] = json.loads(content, parse_float=cache(float))  # each once
            return values
    return None


def _keep(file: Path, made_of: bytes, values: Sequence[object]) -> None:
    """Keep values that JSON can hold; where nothing can be written they are made anew next time."""
    content = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    with suppress(OSError):
        write_durably(file, _mark(made_of, content) + b"\n" + content)


def _mark(made_of: bytes, content: bytes) -> bytes:
    """Return what only a whole file made of just that begins with."""
    return sha256(sha256(made_of).digest() + content).hexdigest().encode()
