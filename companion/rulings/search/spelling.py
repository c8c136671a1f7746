"""Misspelt words: the known word that a slip of the finger or of the ear was meant to be."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

ONE_SLIP, TWO_SLIPS = 3, 11  # letters from which as many slips are forgiven
LEAST_KNOWN, LEAST_SOUND = 4, 4  # letters of a word a slip may have hidden, and of its sound
LONGEST_WORD = 24
REMEMBERED = 4096  # words

# French as it sounds, from the longest spelling to the shortest.
SOUNDS = tuple(
    (re.compile(spelt), heard)
    for spelt, heard in (
        (r"(.)\1+", r"\1"),
        (r"eau|au", "o"),
        (r"qu|ck|ch(?=r)|k|c(?=[aou]|[^aeiouyh]|$)", "k"),
        (r"ph", "f"),
        (r"c(?=[eiy])|ss", "s"),
        (r"g(?=[eiy])", "j"),
        (r"ez$|er$|ed$|ai[ts]?$|es$|e$|[stxd]$", ""),
        (r"ai|ei", "e"),
        (r"[ae][nm](?=[^aeiouy]|$)", "an"),
        (r"y", "i"),
        (r"h", ""),
    )
)


# Endings that only bend a word, the longest first, in both languages.
ENDINGS = (
    *("eront", "aient", "ings", "ante", "ing", "ers", "ees", "ent", "ait", "ant", "ons", "era"),
    *("es", "ed", "er", "ee", "ez", "en", "s", "d", "e", "n"),
)
ROOT = 4  # letters that a word must keep when its ending is taken off


def root(word: str) -> str:
    """Take the ending off a folded word: `announcing` and `announce` have the same root."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= ROOT:
            return word.removesuffix(ending)
    return word


def sound(word: str) -> str:
    """Write a folded word the way it sounds in French, so that `katre` meets `quatre`."""
    for spelt, heard in SOUNDS:
        word = spelt.sub(heard, word)
    return word


class Spelling:
    """The words that are known, and which of them a strange word was meant to be."""

    def __init__(self, known: Iterable[str], bent: Iterable[str], said: Mapping[str, int]) -> None:
        """Take the known words, folded, and those of them that may end in another way.

        `said` tells how often words have been said: these are known too, unless said but once.
        """
        self._said = said
        self._known = frozenset((*known, *(word for word, often in said.items() if often > 1)))
        words = sorted(word for word in self._known if len(word) >= LEAST_KNOWN)
        self._roots = _by(sorted(bent), lambda word: {word, root(word)})
        self._near = _by(words, lambda word: {word, *_shortened(word, _slips(word))})
        self._sounds = _by(words, lambda word: {sound(word)})
        self.corrected = lru_cache(maxsize=REMEMBERED)(self._corrected)

    @property
    def said(self) -> Mapping[str, int]:
        """How often each known word has been said."""
        return {word: self._said.get(word, 0) for word in sorted(self._known)}

    def knows(self, word: str) -> bool:
        """Tell whether a folded word is known as it stands."""
        return word in self._known

    def _corrected(self, word: str) -> str | None:
        """Give the word that was meant; None where it is none we know."""
        if word in self._known:
            return word
        if not (ONE_SLIP <= len(word) <= LONGEST_WORD and word.isalpha()):
            return None
        return (
            self._by_root(word)
            or self._swapped(word)
            or self._by_finger(word)
            or self._by_ear(word)
        )

    def _swapped(self, word: str) -> str | None:
        """Find the known word of which two letters changed places, the one said most often."""
        tries = (
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :] for at in range(len(word) - 1)
        )
        known = [(-self._said.get(each, 0), each) for each in tries if each in self._known]
        return min(known, default=(0, None))[1]

    def _by_root(self, word: str) -> str | None:
        """Find the known word that is the same but for its ending."""
        alike = self._roots.get(root(word), ())
        return min(alike, key=lambda known: (abs(len(known) - len(word)), known), default=None)

    def _by_finger(self, word: str) -> str | None:
        """Find the known word that is few slips away and begins with the same letter."""
        slips = _slips(word)
        tries = (word, *_shortened(word, slips))
        near = {known for attempt in tries for known in self._near.get(attempt, ())}
        close = [
            (distance(word, known), -self._said.get(known, 0), known)
            for known in near
            if known[0] == word[0]
        ]
        return min((found for found in close if found[0] <= slips), default=(0, 0, None))[2]

    def _by_ear(self, word: str) -> str | None:
        """Find the known word that sounds the same; too short a sound is like many others."""
        heard = sound(word)
        alike = self._sounds.get(heard, ()) if len(heard) >= LEAST_SOUND else ()
        return min(alike, key=lambda known: (abs(len(known) - len(word)), known), default=None)


def distance(one: str, other: str) -> int:
    """Count slips: a letter too many, missing, another, or two that changed places."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        now = [row]
        for column, there in enumerate(other, start=1):
            least = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != there))
            if row > 1 and column > 1 and one[row - 2 : row] == there + other[column - 2]:
                least = min(least, before[column - 2] + 1)
            now.append(least)
        before, last = last, now
    return last[-1]


def _slips(word: str) -> int:
    return (len(word) >= ONE_SLIP) + (len(word) >= TWO_SLIPS)


def _shortened(word: str, slips: int) -> Iterator[str]:
    """Leave out letters: words that differ by a slip meet in one that both are left with."""
    if slips:
        for place in range(len(word)):
            less = word[:place] + word[place + 1 :]
            yield less
            yield from _shortened(less, slips - 1)


def _by(words: Iterable[str], keys: Callable[[str], Iterable[str]]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        for key in keys(word):
            found.setdefault(key, []).append(word)
    return found
