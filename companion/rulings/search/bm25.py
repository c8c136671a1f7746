"""How people may ask: a question in like words is likely to mean the same.

Concepts hear what was foreseen, the memory what people say besides. It ranks rulings as search
engines rank pages (Okapi BM25): a page is all that was asked about a ruling (questions-*.txt).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log

from companion.rulings.search.vocabulary import Spoken

SATURATION = 1.5  # how soon saying it often tells no more
LENGTH = 0.6  # how much length is held against
COMMON = 0.5  # of the rulings: what is said of more of them tells nothing
ENOUGH = 20.0  # what a question about nothing here does not reach

Traces = Callable[[Spoken], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was put, and the rulings that settle it."""

    rules: tuple[str, ...]
    question: str


@cache
def read_questions(language: str) -> tuple[Asked, ...]:
    """Return all that has been asked in a language; nothing where nobody collected questions."""
    file = files(__package__).joinpath(f"questions-{language}.txt")
    return tuple(_read(file.read_text("utf-8"))) if file.is_file() else ()


def _read(text: str) -> Iterator[Asked]:
    for line in text.splitlines():
        if line and not line.startswith("#"):
            rules, _, question = line.partition(" | ")
            yield Asked(tuple(rules.split()), question)


class Memory:
    """The questions of every ruling, found by the traces their words leave."""

    def __init__(self, asked: Iterable[tuple[Iterable[str], Spoken]], traces: Traces) -> None:
        """Take rules and the words that were said, and what tells the traces of words."""
        self._traces = traces
        pages: dict[str, Counter[str]] = {}
        for rules, words in asked:
            left = tuple(traces(words))
            for rule in rules:
                pages.setdefault(rule, Counter()).update(left)
        self._weights = _weights(pages)

    @property
    def weights(self) -> Mapping[str, Mapping[str, float]]:
        """How much a trace speaks for a ruling: trace -> rule -> weight."""
        return self._weights

    def recall(self, words: Spoken) -> Mapping[str, float]:
        """Tell how much each ruling was asked for in such words: the most 1, if it tells enough."""
        told: dict[str, float] = {}
        for trace in dict.fromkeys(self._traces(words)):
            for rule, weight in self._weights.get(trace, {}).items():
                told[rule] = told.get(rule, 0.0) + weight
        most = max(ENOUGH, *told.values()) if told else ENOUGH
        return {rule: weight / most for rule, weight in told.items()}


def _weights(pages: Mapping[str, Counter[str]]) -> Mapping[str, Mapping[str, float]]:
    lengths = {rule: page.total() for rule, page in pages.items()}
    mean = sum(lengths.values()) / max(len(pages), 1)
    on_pages = Counter(trace for page in pages.values() for trace in page)
    rare = {t: log(1 + (len(pages) - n + 0.5) / (n + 0.5)) for t, n in on_pages.items()}
    common = COMMON * len(pages)
    weights: dict[str, dict[str, float]] = {t: {} for t, n in on_pages.items() if n <= common}
    for rule, page in pages.items():
        long = SATURATION * (1 - LENGTH + LENGTH * lengths[rule] / mean)
        for trace in page.keys() & weights.keys():
            count = page[trace]
            weights[trace][rule] = rare[trace] * count * (SATURATION + 1) / (count + long)
    return weights
