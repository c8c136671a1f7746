"""Vocabulary of concepts and their words in every language, read from `vocabulary.toml`."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.datafiles.text import LANGUAGES
from companion.game.cards.lexicon import fold

Phrase = tuple[str, ...]

_COLOURS = "red|green|blue|yellow|pink|rose|rouge|bleue?|verte?|jaune"

# Before accents are folded: words that differ only by an accent ("à deux" is a duel, not "a two";
# "où" means where, "ou" means or). After folding: "didn't" is one negative word, "4+" is a +4.
_BEFORE_FOLDING = (
    (re.compile(r"(?<!\w)(?:à\s+(?:2|deux)|a\s+deux)(?!\s*\w*\d)(?!\w)", re.IGNORECASE), "en duel"),
    (re.compile(r"(?<!\w)où(?!\w)", re.IGNORECASE), "where"),
)
_AFTER_FOLDING = (
    (re.compile(r"n['’]t\b"), "nt"),
    (re.compile(r"\b1(?:st|ers?|eres?)\b"), "first"),
    (re.compile(r"\b2(?:nd|nde|e|eme)\b"), "second"),
    (re.compile(r"\b3(?:rd|e|eme)\b"), "third"),
    (re.compile(r"(?<![\d+])(\d)\s?\+(?!\s?\d)"), r"+\1"),
    # The card is implied: "a green reverse on a yellow one", "un passer bleu sur un rouge".
    (re.compile(rf"\b({_COLOURS}) ones?\b"), r"other \1"),
    (
        re.compile(rf"\bsur (?:une?|cel(?:le|ui))(?:[ -]la)?(?: qui est)? ({_COLOURS})\b(?! \d)"),
        r"sur autre \1",
    ),
)
ROOT = 4  # minimum letters of a word without its ending

_TOKEN = re.compile(r"\+\s?\d+|\d+|[^\W\d_]+")


@dataclass(frozen=True)
class Vocabulary:
    """Words of players and the concepts they mean."""

    numbers: Mapping[str, str]
    stop_phrases: frozenset[Phrase]  # without meaning
    everyday: frozenset[str]  # never corrected as slips of other words
    connectives: Mapping[str, frozenset[str]]  # words between two cards, by their role
    endings: tuple[str, ...]  # inflections, longest first
    concepts: Mapping[Phrase, tuple[str, ...]]
    formats: Mapping[str, str]  # game format -> its concept, or ""

    def words(self, text: str) -> Phrase:
        return _numbered(tokens(text), self.numbers)

    def root(self, word: str) -> str:
        """Return a folded word without its ending, so that `announcing` matches `announce`."""
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= ROOT:
                return word.removesuffix(ending)
        return word

    def words_of_each(self, texts: Iterable[str]) -> list[Phrase]:
        """Return the words of many one-line texts, as fast as for one long text."""
        lines = _normalized("\n".join(texts)).split("\n")
        return [_numbered(_split(line), self.numbers) for line in lines]


@cache
def read_vocabulary() -> Vocabulary:
    """Return the vocabulary (cached, the same for every box)."""
    entries = tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))
    number_words = entries.pop("numbers")
    numbers = {word: digit for digit, t in number_words.items() for (word,) in _phrases({}, t)}
    stop_phrases, connectives = entries.pop("stop-phrases"), entries.pop("connectives")
    formats, everyday = entries.pop("formats"), entries.pop("everyday")
    endings = {word for (word,) in _phrases({}, *entries.pop("endings").values())}
    # The remaining entries are the concepts.
    concepts: dict[Phrase, tuple[str, ...]] = {}
    for concept, entry in entries.items():
        texts = (entry.get(language, "") for language in LANGUAGES)
        for phrase in set(_phrases(numbers, *texts)):
            concepts[phrase] = (*concepts.get(phrase, ()), concept)
    return Vocabulary(
        numbers=numbers,
        stop_phrases=frozenset(_phrases(numbers, *stop_phrases.values())),
        everyday=frozenset(word for (word,) in _phrases({}, *everyday.values())),
        connectives={
            role: frozenset(word for (word,) in _phrases(numbers, text))
            for role, text in connectives.items()
        },
        # At most one ending of each length fits a word, so ties in length do not matter.
        endings=tuple(sorted(endings, key=lambda ending: (-len(ending), ending))),
        concepts=concepts,
        formats=formats,
    )


def tokens(text: str) -> Phrase:
    """Return the folded words of a text, split at apostrophes and between digits and letters."""
    return _split(_normalized(text))


def _normalized(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    for written, replacement in _BEFORE_FOLDING:
        text = written.sub(replacement, text)
    text = fold(text)
    for written, replacement in _AFTER_FOLDING:
        text = written.sub(replacement, text)
    return text


def _split(text: str) -> Phrase:
    return tuple(token.replace(" ", "") for token in _TOKEN.findall(text))


def _numbered(words: Phrase, numbers: Mapping[str, str]) -> Phrase:
    return tuple(numbers.get(word, word) for word in words)


def _phrases(numbers: Mapping[str, str], *texts: str) -> Iterator[Phrase]:
    for part in _normalized(",".join(texts)).split(","):
        if phrase := _numbered(_split(part), numbers):
            yield phrase
