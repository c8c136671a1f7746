"""Vocabulary of concepts and their words in every language, read from `vocabulary.toml`."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.datafiles.text import LANGUAGES
from companion.game.cards.lexicon import fold

Phrase = tuple[str, ...]
Rewrites = tuple[tuple[re.Pattern[str], str], ...]

ROOT = 4  # minimum letters of a word without its ending

_TOKEN = re.compile(r"\+?\d+|[^\W\d_]+")


@dataclass(frozen=True)
class Vocabulary:
    """Words of players and the concepts they mean."""

    before_folding: Rewrites  # of a text, as it is written
    after_folding: Rewrites
    spellings: Mapping[str, str]  # word as people spell it -> the digit or word it stands for
    stop_phrases: frozenset[Phrase]  # without meaning
    everyday: frozenset[str]  # never corrected as slips of other words
    homonyms: frozenset[Phrase]  # name a card, but usually mean something else
    connectives: Mapping[str, frozenset[str]]  # words between two cards, by their role
    endings: tuple[str, ...]  # inflections, longest first
    elided: frozenset[str]  # letters glued to the next word before a vowel
    said_fast: frozenset[str]  # letters glued to the next word before a consonant
    concepts: Mapping[Phrase, tuple[str, ...]]
    formats: Mapping[str, str]  # game format -> its concept, or ""

    def words(self, text: str) -> Phrase:
        """Return folded words, split at apostrophes and between digits and letters."""
        return _words(self.normalized(text), self.spellings)

    def words_of_each(self, texts: Iterable[str]) -> list[Phrase]:
        """Return the words of many texts, as fast as for one long text."""
        parts = self.normalized("\0".join(texts)).split("\0")
        return [_words(part, self.spellings) for part in parts]

    def normalized(self, text: str) -> str:
        text = _rewritten(unicodedata.normalize("NFC", text), self.before_folding)
        return _rewritten(fold(text), self.after_folding)

    def root(self, word: str) -> str:
        """Return a folded word without its ending, so that `announcing` matches `announce`."""
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= ROOT:
                return word.removesuffix(ending)
        return word


def read_entries() -> dict[str, Any]:
    """Return the content of the file."""
    return tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))


@cache
def read_vocabulary() -> Vocabulary:
    """Return the vocabulary (cached, the same for every box)."""
    entries = read_entries()
    before_folding, after_folding = (
        tuple((re.compile(pattern), replacement) for pattern, replacement in entries.pop(key))
        for key in ("before-folding", "after-folding")
    )
    alike = entries.pop("spellings").items()
    spellings = {word: meant for meant, text in alike for word in _words(text, {})}
    stop_phrases, homonyms, connectives = map(
        entries.pop, ("stop-phrases", "homonyms", "connectives")
    )
    everyday, endings, elided, said_fast = (
        frozenset(_words(",".join(entries.pop(key).values()), {}))
        for key in ("everyday", "endings", "elided", "said-fast")
    )
    formats = entries.pop("formats")
    # The remaining entries are the concepts.
    concepts: dict[Phrase, tuple[str, ...]] = {}
    for concept, entry in entries.items():
        of_language = (entry.get(language, "") for language in LANGUAGES)
        for phrase in dict.fromkeys(_phrases(spellings, *of_language)):
            concepts[phrase] = (*concepts.get(phrase, ()), concept)
    return Vocabulary(
        before_folding=before_folding,
        after_folding=after_folding,
        spellings=spellings,
        stop_phrases=frozenset(_phrases(spellings, *stop_phrases.values())),
        everyday=everyday,
        homonyms=frozenset(_phrases(spellings, *homonyms.values())),
        connectives={
            role: frozenset(_words(text, spellings)) for role, text in connectives.items()
        },
        # At most one ending of each length fits a word, so ties in length do not matter.
        endings=tuple(sorted(endings, key=lambda ending: (-len(ending), ending))),
        elided=elided,
        said_fast=said_fast,
        concepts=concepts,
        formats=formats,
    )


def _rewritten(text: str, rewrites: Rewrites) -> str:
    for pattern, replacement in rewrites:
        text = pattern.sub(replacement, text)
    return text


def _words(text: str, spellings: Mapping[str, str]) -> Phrase:
    return tuple([spellings.get(word, word) for word in _TOKEN.findall(text)])


def _phrases(spellings: Mapping[str, str], *texts: str) -> Iterator[Phrase]:
    for part in ",".join(texts).split(","):
        if phrase := _words(part, spellings):
            yield phrase
