"""What is trained in advance, shipped with the package in files that every platform can read.

Each file has JSON of its texts, after the JSON's length, and then numbers, all little-endian.
"""

import json
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from companion.rulings.search.index import RulingIndex

INDEX_FILE = Path(__file__).with_name("trained.index")
TRIGRAM_FILE = Path(__file__).with_name("trained.trigrams")

_LENGTH = 4  # bytes at the start of a file, which give the length of its texts
_LONGEST_STEP = 127  # the highest number of a byte with a sign


@dataclass(frozen=True, slots=True)
class TrainedIndex:
    """Index of the example questions, with the number of times that each word occurs in them.

    `sources` is the digest of everything it was trained on, `certainty` the weights of signals.
    """

    sources: str
    frequencies: Mapping[str, int]
    index: RulingIndex
    certainty: tuple[float, ...] = ()

    @classmethod
    def from_bytes(cls, content: bytes) -> "TrainedIndex":
        (sources, frequencies, rules, terms, certainty), numbers = _unpacked(content, "h")
        return cls(sources, frequencies, RulingIndex(rules, terms, numbers), tuple(certainty))

    def to_bytes(self) -> bytes:
        index, frequencies = self.index, dict(sorted(self.frequencies.items()))
        texts = (self.sources, frequencies, index.rule_count, index.terms, self.certainty)
        return _packed(texts, index.numbers)


@dataclass(frozen=True, slots=True)
class TrainedTrigrams:
    """Weights of the example questions' trigrams, for the search of exported pages.

    The weights are a table with a row for each of the `trigrams` and a column for each of the
    `rules`, in which most cells are 0. The `numbers` (signed bytes) are pairs, each a step to a
    later cell, row by row, and the weight there. A long step rests at cells of weight 0.
    """

    sources: str
    rules: Sequence[str]
    trigrams: Sequence[str]
    numbers: "array[int]"

    @classmethod
    def of(cls, sources: str, weights: Mapping[str, Mapping[str, int]]) -> "TrainedTrigrams":
        """Return the trained weights (trigram -> rule -> weight), all in their order."""
        rules = tuple(dict.fromkeys(rule for by_rule in weights.values() for rule in by_rule))
        columns = {rule: column for column, rule in enumerate(rules)}
        numbers, last = array("b"), 0
        for row, by_rule in enumerate(weights.values()):
            cells = {row * len(rules) + columns[rule]: weight for rule, weight in by_rule.items()}
            for cell, weight in sorted(cells.items()):
                rests, step = divmod(cell - last, _LONGEST_STEP)
                numbers.extend((*(_LONGEST_STEP, 0) * rests, step, weight))
                last = cell
        return cls(sources, rules, tuple(weights), numbers)

    def by_rule(self) -> dict[str, dict[str, int]]:
        """Return the weight of each trigram for a ruling (rule -> trigram -> weight)."""
        weights: dict[str, dict[str, int]] = {rule: {} for rule in self.rules}
        cells = accumulate(self.numbers[::2])
        for cell, weight in zip(cells, self.numbers[1::2], strict=True):
            if weight:
                row, column = divmod(cell, len(self.rules))
                weights[self.rules[column]][self.trigrams[row]] = weight
        return weights

    @classmethod
    def from_bytes(cls, content: bytes) -> "TrainedTrigrams":
        (sources, rules, trigrams), numbers = _unpacked(content, "b")
        return cls(sources, rules, trigrams, numbers)

    def to_bytes(self) -> bytes:
        return _packed((self.sources, self.rules, self.trigrams), self.numbers)


def _packed(texts: object, numbers: "array[int]") -> bytes:
    content = json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
    return len(content).to_bytes(_LENGTH, "little") + content + _swapped(numbers).tobytes()


def _unpacked(content: bytes, typecode: str) -> tuple[Any, "array[int]"]:
    """Return the texts and the numbers of a file, which are of type `h` (2 bytes) or `b` (1)."""
    end = _LENGTH + int.from_bytes(content[:_LENGTH], "little")
    return json.loads(content[_LENGTH:end]), _swapped(array(typecode, content[end:]))


def _swapped(numbers: "array[int]") -> "array[int]":
    """Return numbers of this machine as the files have them, or the other way round."""
    copy = numbers[:]
    if sys.byteorder == "big":
        copy.byteswap()
    return copy


@cache
def read_trained_index() -> TrainedIndex:
    return TrainedIndex.from_bytes(INDEX_FILE.read_bytes())


def read_trained_trigrams() -> TrainedTrigrams:
    return TrainedTrigrams.from_bytes(TRIGRAM_FILE.read_bytes())
