"""The trained index, shipped with the package in a file that every platform can read."""

import json
import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.rulings.search.index import RulingIndex

FILE = Path(__file__).with_name("trained.index")
_LENGTH = 4  # bytes at the start of the file, which give the length of its texts


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
        end = _LENGTH + int.from_bytes(content[:_LENGTH], "little")
        sources, frequencies, rules, terms, certainty = json.loads(content[_LENGTH:end])
        numbers = array("h", content[end:])
        if sys.byteorder == "big":
            numbers.byteswap()
        return cls(sources, frequencies, RulingIndex(rules, terms, numbers), tuple(certainty))

    def to_bytes(self) -> bytes:
        """Return JSON of the texts and then the numbers, each little-endian in two bytes."""
        index, frequencies = self.index, dict(sorted(self.frequencies.items()))
        values = (self.sources, frequencies, index.rule_count, index.terms, self.certainty)
        texts = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
        numbers = index.numbers[:]
        if sys.byteorder == "big":
            numbers.byteswap()
        return len(texts).to_bytes(_LENGTH, "little") + texts + numbers.tobytes()


@cache
def read_trained_index() -> TrainedIndex:
    return TrainedIndex.from_bytes(FILE.read_bytes())
