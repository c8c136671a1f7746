"""Correction of misspelt words, by typing slips and by French sound."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

ONE_SLIP, TWO_SLIPS = 3, 11  # word length from which one or two slips are corrected
LEAST_KNOWN, LEAST_SOUND = 4, 4  # shortest word that corrections may give, and shortest sound
ELIDED, VOWELS = "cdjlmnst", "aeiouh"  # French elision: these consonants before these letters
_SAID_FAST = re.compile(rf"j[^{VOWELS}]")  # "jpioche", "jle"; no proper word starts like this
SLIPS = 2  # a word of the examples that occurs this often or less may be misspelt
LONGEST_WORD = 24
CACHED_WORDS = 4096

# French sounds by spelling, longest spelling first.
SOUNDS = tuple(
    (re.compile(spelt), sound)
    for spelt, sound in (
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


def sound(word: str) -> str:
    """Return the French sound of a folded word, so that `katre` matches `quatre`."""
    for spelt, spoken in SOUNDS:
        word = spelt.sub(spoken, word)
    return word


class SpellingCorrector:
    """Corrector of unknown words to known ones."""

    def __init__(
        self,
        known: Iterable[str],
        inflected: Iterable[str],
        frequencies: Mapping[str, int],
        root: Callable[[str], str],
    ) -> None:
        """Take folded known words, those that may be inflected, and word frequencies."""
        self._root = root
        self._frequencies = frequencies
        frequent = (w for w, n in frequencies.items() if n > SLIPS and not _SAID_FAST.match(w))
        self._known = frozenset((*known, *frequent))
        words = sorted(word for word in self._known if len(word) >= LEAST_KNOWN)
        self._roots = _by_keys(sorted(inflected), lambda word: {word, root(word)})
        self._shortened = _by_keys(words, lambda word: {word, *_shortened(word, _slips(word))})
        self._sounds = _by_keys(words, lambda word: {sound(word)})
        self.correction = lru_cache(maxsize=CACHED_WORDS)(self._correction)

    def _correction(self, word: str) -> str | None:
        """Return the known word that was meant; None if there is none."""
        if word in self._known:
            return word
        if not (ONE_SLIP <= len(word) <= LONGEST_WORD and word.isalpha()):
            return None

        def distance_in_length(known: str) -> tuple[int, str]:
            return abs(len(known) - len(word)), known

        def frequency(known: str) -> tuple[int, str]:
            return -self._frequencies.get(known, 0), known

        if same_root := self._roots.get(self._root(word), "").split() or self._unglued(word):
            return min(same_root, key=distance_in_length)
        swapped = {
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :] for at in range(len(word) - 1)
        }
        if swapped & self._known:
            return min(swapped & self._known, key=frequency)
        slips = _slips(word)
        tries = (word, *_shortened(word, slips))
        near = {known for shorter in tries for known in self._shortened.get(shorter, "").split()}
        close = [
            (distance(word, known), *frequency(known)) for known in near if known[0] == word[0]
        ]
        if close and min(close)[0] <= slips:
            return min(close)[-1]
        # A short sound matches too many words.
        heard = sound(word)
        same_sound = self._sounds.get(heard, "").split() if len(heard) >= LEAST_SOUND else ()
        return min(same_sound, key=distance_in_length, default=None)

    def _unglued(self, word: str) -> list[str]:
        """Return the word without a glued-on article or "je": "lourse", "jpioche"."""
        is_said_fast = _SAID_FAST.match(word)
        if not is_said_fast and (word[0] not in ELIDED or word[1] not in VOWELS):
            return []
        whole, least = (word[1:], self._root(word[1:])), 2 if is_said_fast else LEAST_KNOWN
        return [each for each in whole if len(each) >= least and each in self._known]


def distance(one: str, other: str) -> int:
    """Return the Damerau-Levenshtein distance (optimal string alignment) of two words."""
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
    """Return the number of slips corrected in a word, from 0 (short) to 2 (long)."""
    return (len(word) >= ONE_SLIP) + (len(word) >= TWO_SLIPS)


def _shortened(word: str, slips: int) -> Iterator[str]:
    """Yield a word without 1 to `slips` letters; words a slip apart share one of these."""
    if slips:
        for at in range(len(word)):
            shorter = word[:at] + word[at + 1 :]
            yield shorter
            yield from _shortened(shorter, slips - 1)


def _by_keys(words: Iterable[str], keys: Callable[[str], Iterable[str]]) -> Mapping[str, str]:
    """Return the words of each key as one string; lists would take a few more megabytes."""
    found: dict[str, str] = {}
    for word in words:
        for key in keys(word):
            found[key] = f"{found[key]} {word}" if key in found else word
    return found
