"""From a question to what it is made of: the concepts that are heard, and how surely."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from companion.datafiles.text import LANGUAGES
from companion.rulings.search.bm25 import Asked, Memory, read_questions
from companion.rulings.search.roles import CHRONOLOGY, roles
from companion.rulings.search.tokenizer import Cutter, Place
from companion.rulings.search.vocabulary import Pattern, Spoken, read_vocabulary

GAP = 2  # words that may stand between the parts of a concept, besides those that say nothing
MADE, MADE_ANYWHERE = 0.9, 0.7  # how sure a concept is that others make
INNER = 0.6  # how sure a concept is of which the word is part of a phrase
HALF = 0.5  # how sure what is only half meant is
ROLE, DIGIT = 0.9, 0.15  # how much it tells that a card is laid on another, and a number
FEW = 4  # words that are known for each that is strange, in what may be no table talk
REMEMBERED = 2048  # texts: the questions of the rulings, which are nearly the same in every box
PART = 0.35  # blame left for what has become part of another concept


@dataclass(frozen=True, slots=True)
class Query:
    """What a question is made of.

    `strength` tells how surely a concept was heard (0 to 1), `blame` how much a ruling is to be
    blamed that is not about it. `strange` counts the words nobody knows here, `is_meant` tells
    whether it is about the game at all; `words` are those that were said, slips mended.
    """

    strength: Mapping[str, float]
    blame: Mapping[str, float]
    strange: int = 0
    is_meant: bool = True
    words: Spoken = ()


class QueryParser:
    """Hears the cards of all boxes by their names, and the concepts of the vocabulary."""

    def __init__(self, names: Mapping[str, Iterable[str]], asked: Iterable[Asked] = ()) -> None:
        """Take `names`: card id -> what people call it, in any language; and what else is asked."""
        vocabulary = read_vocabulary()
        self._vocabulary = vocabulary
        self._weights = {**dict.fromkeys("0123456789", DIGIT), **vocabulary.weights}
        self.cards = frozenset(names)
        self._concepts = {*vocabulary.weights, *names, "digit"}
        self._asked = (*chain.from_iterable(map(read_questions, LANGUAGES)), *asked)
        self._said = vocabulary.lines(each.question for each in self._asked)
        self._cutter = Cutter(names, vocabulary, Counter(chain.from_iterable(self._said)))
        self.remembered = lru_cache(maxsize=REMEMBERED)(self.hear)
        self._anywhere = tuple(p for p in vocabulary.patterns if not p.is_ordered)
        self._ordered: dict[str, list[Pattern]] = {}
        for pattern in vocabulary.patterns:
            for label in pattern.parts[0] if pattern.is_ordered else ():
                self._ordered.setdefault(label, []).append(pattern)

    @property
    def names(self) -> Mapping[Spoken, str]:
        """What cards are called, and which: their numbers are heard as digits instead."""
        return self._cutter.names

    @cached_property
    def memory(self) -> Memory:
        """How people may ask; made when something is asked for the first time."""
        return Memory(self.asked, self._cutter.traces)

    @property
    def asked(self) -> Iterator[tuple[tuple[str, ...], Spoken]]:
        """How people may ask: the rules that settle it, the words, slips mended."""
        words = map(self._cutter.mended, self._said)
        return zip((each.rules for each in self._asked), words, strict=True)

    @property
    def said(self) -> Mapping[str, int]:
        """How often each known word has been said."""
        return self._cutter.said

    @property
    def concepts(self) -> AbstractSet[str]:
        """All that can be heard, but for which card is laid on which."""
        return self._concepts

    def weight(self, concept: str) -> float:
        """Tell how much a concept tells."""
        return ROLE if "=" in concept else self._weights.get(concept, 1.0)

    def hear(self, question: str) -> Query:
        """Tell what a question is made of, in any mixture of languages."""
        words = self._cutter.words(question)
        places = self._cutter.cut(words)
        sure = dict.fromkeys((label for place in places for label in place.labels), 1.0)
        sure |= _cards(places)
        inner = {label for place in places for label in place.inner} - sure.keys()
        sure |= dict.fromkeys(inner, INNER)
        parts = inner | self._make(places, sure)
        strength = {concept: sure[concept] for concept in sure.keys() & self._concepts}
        blame = self._blame(places, strength, parts)
        for concept, surely in roles(places):
            strength[concept] = surely
            blame[concept] = surely if surely > CHRONOLOGY else 0.0
        strange = sum(place.is_strange for place in places)
        is_meant = self._is_meant(places, strength, strange)
        self._half(strength)
        return Query(strength, blame, strange, is_meant, words)

    def _make(self, places: Sequence[Place], sure: dict[str, float]) -> set[str]:
        """Add the concepts that others make, and tell which have become parts of them."""
        parts: set[str] = set()
        for at, place in enumerate(places):
            for label in (*place.labels, *place.inner):
                for pattern in self._ordered.get(label, ()):
                    if _follows(places, at, pattern.parts[1:]):
                        sure[pattern.concept] = max(sure.get(pattern.concept, 0.0), MADE)
                        parts.update(*pattern.parts)
        for pattern in self._anywhere:
            if not any(part.isdisjoint(sure) for part in pattern.parts):
                sure.setdefault(pattern.concept, MADE_ANYWHERE)
                parts.update(*pattern.parts)
        return parts

    def _blame(
        self, places: Iterable[Place], strength: Mapping[str, float], parts: AbstractSet[str]
    ) -> dict[str, float]:
        """Share the blame for a word among the concepts it may mean: it means one of them."""
        share: dict[str, float] = {}
        for place in places:
            meant = self._concepts & place.labels
            share |= {c: max(share.get(c, 0.0), 1 / len(meant)) for c in meant}
        return {
            concept: sure * share.get(concept, 1.0) * (PART if concept in parts else 1.0)
            for concept, sure in strength.items()
        }

    def _is_meant(self, places: Sequence[Place], heard: Iterable[str], strange: int) -> bool:
        """Tell whether this is about the game: a word of the table, or few that are strange."""
        if not self._vocabulary.table_talk.isdisjoint(heard) or any(p.sure == 1 for p in places):
            return True
        told = sum(not (place.is_plain or place.is_strange) for place in places)
        return strange * FEW <= told

    def _half(self, strength: dict[str, float]) -> None:
        for concept, halves in self._vocabulary.also.items():
            for half in halves if concept in strength else ():
                strength.setdefault(half, strength[concept] * HALF)


def _cards(places: Iterable[Place]) -> dict[str, float]:
    sure: dict[str, float] = {}
    for place in places:
        if place.card:
            sure[place.card] = max(place.sure, sure.get(place.card, 0.0))
    return sure


def _follows(places: Sequence[Place], at: int, parts: Iterable[AbstractSet[str]]) -> bool:
    """Tell whether these parts follow, each soon after the one before."""
    for part in parts:
        found = next((after for after in _soon(places, at) if places[after].has(part)), None)
        if found is None:
            return False
        at = found
    return True


def _soon(places: Sequence[Place], at: int) -> Iterator[int]:
    gap = 0
    for after in range(at + 1, len(places)):
        yield after
        gap += not places[after].is_plain
        if gap > GAP:
            return
