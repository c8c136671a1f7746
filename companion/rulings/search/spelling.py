"""Correction of words that are misspelt by typing slips."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from companion.rulings.search.vocabulary import Vocabulary

ONE_SLIP, TWO_SLIPS = 3, 11  # word length from which one or two slips are corrected
LEAST_KNOWN = 4  # shortest word that corrections may give
VOWELS = "aeiouh"  # letters before which words are elided
SLIPS = 2  # a word of the examples that occurs this often or less may be misspelt
LONGEST_WORD = 24
CACHED_WORDS, CACHED_LETTERS = 4096, 32


class SpellingCorrector:
    """Corrector of unknown words to known ones."""

    def __init__(
        self, vocabulary: Vocabulary, known: Iterable[str], frequencies: Mapping[str, int]
    ) -> None:
        """Take folded known words, and word frequencies."""
        self._vocabulary = vocabulary
        self._frequencies = frequencies
        frequent = (w for w, n in frequencies.items() if n > SLIPS and not self._is_said_fast(w))
        self._known = frozenset((*known, *frequent))
        # By letter, because a question rarely needs more than one or two.
        self._shortened = lru_cache(maxsize=CACHED_LETTERS)(self._shortened_of)
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

        root = self._vocabulary.root(word)
        if same_root := self._roots.get(root, "").split() or self._unglued(word):
            return min(same_root, key=distance_in_length)
        swapped = {
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :] for at in range(len(word) - 1)
        }
        if swapped & self._known:
            return min(swapped & self._known, key=lambda w: (w[0] != word[0], *frequency(w)))
        slips = _slips(word)
        shortened, tries = self._shortened(word[0]), (word, *_shortened(word, slips))
        near = {known for shorter in tries for known in shortened.get(shorter, "").split()}
        close = [(distance(word, known), *frequency(known)) for known in near]
        least, _, known = min(close, default=(slips + 1, 0, ""))
        return known if least <= slips else None

    def _unglued(self, word: str) -> list[str]:
        """Return the word without a glued-on one, such as "lourse" without "l"."""
        is_said_fast = self._is_said_fast(word)
        is_elided = word[0] in self._vocabulary.elided and word[1] in VOWELS
        if not (is_said_fast or is_elided):
            return []
        rest, least = word[1:], 2 if is_said_fast else LEAST_KNOWN
        whole = (rest, self._vocabulary.root(rest))
        return [each for each in whole if len(each) >= least and each in self._known]

    def _is_said_fast(self, word: str) -> bool:
        return word[0] in self._vocabulary.said_fast and word[1:2] not in VOWELS

    @cached_property
    def _roots(self) -> Mapping[str, str]:
        """Words of concepts that may be inflected, by themselves and by their root."""
        words = sorted(phrase[0] for phrase in self._vocabulary.concepts if len(phrase) == 1)
        return _by_keys(words, lambda word: {word, self._vocabulary.root(word)})

    def _shortened_of(self, letter: str) -> Mapping[str, str]:
        """Return the known words with this first letter, by themselves without some letters."""
        words = sorted(w for w in self._known if w[0] == letter and len(w) >= LEAST_KNOWN)
        return _by_keys(words, lambda word: {word, *_shortened(word, _slips(word))})


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
