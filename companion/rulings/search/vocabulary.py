"""The vocabulary as data: concepts, the words of both languages and what makes a concept."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.datafiles.text import LANGUAGES
from companion.game.cards.lexicon import fold

Spoken = tuple[str, ...]

# What only the accent tells apart ("à deux" is a duel and no "a two", "où" asks and "ou" does not),
# before accents are folded away; "didn't" is one word that says no, and "4+" is a +4.
_ACCENTED = (
    (re.compile(r"(?<!\w)(?:à\s+(?:2|deux)|a\s+deux)(?!\s*\w*\d)(?!\w)", re.IGNORECASE), "en duel"),
    (re.compile(r"(?<!\w)où(?!\w)", re.IGNORECASE), "where"),
)
_MENDED = (
    (re.compile(r"n['’]t\b"), "nt"),
    (re.compile(r"\b1(?:st|ers?|eres?)\b"), "first"),
    (re.compile(r"\b2(?:nd|nde|e|eme)\b"), "second"),
    (re.compile(r"\b3(?:rd|e|eme)\b"), "third"),
    (re.compile(r"(?<![\d+])(\d)\s?\+(?!\s?\d)"), r"+\1"),
)
_TOKEN = re.compile(r"\+\s?\d+|\d+|[^\W\d_]+")


def tokens(text: str) -> Spoken:
    """Cut a text into folded words: `+4` is one, digits and letters part, apostrophes too."""
    return _cut(_plain(text))


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    for written, meant in _ACCENTED:
        text = written.sub(meant, text)
    text = fold(text)
    for written, meant in _MENDED:
        text = written.sub(meant, text)
    return text


def _cut(text: str) -> Spoken:
    return tuple(token.replace(" ", "") for token in _TOKEN.findall(text))


@dataclass(frozen=True, slots=True)
class Pattern:
    """Concepts or words that make another concept: in this order, or anywhere in a question."""

    concept: str
    parts: tuple[frozenset[str], ...]
    is_ordered: bool


@dataclass(frozen=True)
class Vocabulary:
    """What is known of how people talk.

    `numbers` are number words with their digits, `plain` words and phrases that say nothing,
    `doubtful` names of cards that are as often a plain verb; `spoken` tells the concepts of a
    word or phrase, `weights` how much a concept tells, `also` what else it half means.
    """

    numbers: Mapping[str, str]
    plain: frozenset[Spoken]
    doubtful: frozenset[Spoken]
    articles: frozenset[str]
    table_talk: frozenset[str]
    spoken: Mapping[Spoken, tuple[str, ...]]
    patterns: tuple[Pattern, ...]
    weights: Mapping[str, float]
    also: Mapping[str, tuple[str, ...]]

    def words(self, text: str) -> Spoken:
        """Cut a text into words as they are heard, numbers as digits."""
        return self._numbered(tokens(text))

    def lines(self, texts: Iterable[str]) -> list[Spoken]:
        """Cut many texts of one line into words, as quickly as one long text."""
        return [self._numbered(_cut(line)) for line in _plain("\n".join(texts)).split("\n")]

    def _numbered(self, said: Spoken) -> Spoken:
        return tuple(self.numbers.get(token, token) for token in said)


@cache
def read_vocabulary() -> Vocabulary:
    """Read the vocabulary; once, for every box hears with the same ears."""
    read = tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))
    said_as = read.pop("numbers")
    numbers = {word: digit for digit, said in said_as.items() for (word,) in _phrases({}, said)}
    articles = frozenset(word for (word, *_) in _phrases(numbers, read.pop("articles")["words"]))
    table_talk = frozenset(read.pop("table-talk")["concepts"].replace(",", " ").split())
    plain, doubtful = read.pop("plain"), read.pop("doubtful")
    return Vocabulary(
        numbers=numbers,
        plain=frozenset(_phrases(numbers, *plain.values())),
        doubtful=frozenset(_phrases(numbers, doubtful["names"])),
        articles=articles,
        table_talk=table_talk,
        spoken=_spoken(numbers, read),
        patterns=tuple(_patterns(read)),
        weights={concept: said.get("weight", 1.0) for concept, said in read.items()},
        also={concept: tuple(said["also"]) for concept, said in read.items() if "also" in said},
    )


def _spoken(
    numbers: Mapping[str, str], read: Mapping[str, Mapping[str, str]]
) -> Mapping[Spoken, tuple[str, ...]]:
    spoken: dict[Spoken, tuple[str, ...]] = {}
    for concept, said in read.items():
        for phrase in set(_phrases(numbers, *(said.get(language, "") for language in LANGUAGES))):
            spoken[phrase] = (*spoken.get(phrase, ()), concept)
    return spoken


def _phrases(numbers: Mapping[str, str], *texts: str) -> Iterator[Spoken]:
    for part in _plain(",".join(texts)).split(","):
        phrase = tuple(numbers.get(token, token) for token in _cut(part))
        if phrase:
            yield phrase


def _patterns(read: Mapping[str, Mapping[str, Iterable[str]]]) -> Iterator[Pattern]:
    for concept, said in read.items():
        for made in said.get("made_of", ()):
            parts = made.replace("&", " ").split()
            yield Pattern(concept, tuple(frozenset(p.split("|")) for p in parts), "&" not in made)
