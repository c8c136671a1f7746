"""A question cut into places: words, or several that belong together, and what they may be."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from companion.rulings.search.spelling import Spelling, root
from companion.rulings.search.vocabulary import Spoken, Vocabulary

LONGEST = 400  # characters: nobody tells a quarrel in more
MOST_WORDS = 60
DOUBT = 0.5  # of a card whose name is as often a verb

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at one place of a question.

    `labels` are its concepts, the card and, in one string, the words themselves; `inner` the
    concepts of the single words of a phrase. `sure` tells how surely the card is meant (0 where
    there is none). A plain place says nothing; a strange one is a word that nobody knows.
    """

    labels: frozenset[str]
    inner: frozenset[str] = _NONE
    card: str = ""
    sure: float = 0.0
    is_plain: bool = False
    is_strange: bool = False

    def has(self, labels: AbstractSet[str]) -> bool:
        """Tell whether any of these is heard here, be it inside a phrase."""
        return not (labels.isdisjoint(self.labels) and labels.isdisjoint(self.inner))


class Cutter:
    """Cuts questions into places; knows the words of the vocabulary and the names of the cards."""

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        vocabulary: Vocabulary,
        said: Mapping[str, int],
    ) -> None:
        """Take `names`: card id -> what people call it; `said`: how often words have been said.

        Numbers are heard as digits instead of as cards.
        """
        self._vocabulary = vocabulary
        self._cards = dict(_card_names(names, vocabulary))
        self._phrases = {*vocabulary.spoken, *vocabulary.plain, *self._cards}
        self._longest: dict[str, int] = {}
        for first, *rest in self._phrases:
            self._longest[first] = max(len(rest) + 1, self._longest.get(first, 1))
        self._says = {
            phrase: tuple(f"@{each}" for each in (*self._concepts(phrase), *self._card(phrase)))
            for phrase in {*vocabulary.spoken, *self._cards}
        }
        self._spelling = Spelling(
            (word for phrase in self._phrases for word in phrase),
            (phrase[0] for phrase in vocabulary.spoken if len(phrase) == 1),
            said,
        )

    @property
    def names(self) -> Mapping[Spoken, str]:
        """What cards are called, and which."""
        return self._cards

    @property
    def said(self) -> Mapping[str, int]:
        """How often each known word has been said."""
        return self._spelling.said

    def words(self, question: str) -> Spoken:
        """Cut a question into words, slips mended on the way."""
        return self.mended(self._vocabulary.words(question[:LONGEST])[:MOST_WORDS])

    def mended(self, said: Spoken) -> Spoken:
        """Mend the slips in what was said."""
        return tuple(map(self._mended, said))

    def traces(self, words: Spoken) -> Iterator[str]:
        """Tell what words leave in a memory: their roots, who stands by whom, what they may say."""
        roots = tuple(map(root, words))
        yield from roots
        yield from map(" ".join, pairwise(roots))
        for at, word in enumerate(words):
            longest = min(self._longest.get(word, 0), len(words) - at)
            for length in range(1, longest + 1):
                yield from self._says.get(words[at : at + length], ())

    def cut(self, said: Spoken) -> list[Place]:
        """Cut words into places."""
        words = ["", *said, ""]
        places: list[Place] = []
        at = 1
        while at <= len(said):
            phrase = self._phrase(words, at)
            end = at + len(phrase)
            places += self._heard(phrase, words[at - 1], words[end])
            at = end
        return places

    def _mended(self, word: str) -> str:
        known = self._spelling.corrected(word) or word
        return self._vocabulary.numbers.get(known, known)

    def _phrase(self, words: list[str], at: int) -> Spoken:
        """Find the longest phrase that begins here; a word nobody knows is one by itself."""
        for length in range(self._longest.get(words[at], 1), 1, -1):
            phrase = tuple(words[at : at + length])
            if phrase in self._phrases:
                return phrase
        return (words[at],)

    def _heard(self, phrase: Spoken, before: str, after: str) -> Iterator[Place]:
        card = self._cards.get(phrase, "")
        if not card:
            yield self._place(phrase)
            return
        labels = frozenset((card, *self._concepts(phrase)))
        is_all = not (before or after)
        if not is_all and self._is_doubtful(phrase, before, after):
            first, *rest = (self._place((word,)) for word in phrase)
            yield Place(first.labels | labels, card=card, sure=DOUBT)
            yield from rest
        else:
            yield Place(labels, card=card, sure=1.0)

    def _is_doubtful(self, phrase: Spoken, before: str, after: str) -> bool:
        """Tell what is done ("draw two cards", "skip me") from a card ("a skip", "skip card")."""
        is_of_cards = "card" in self._concepts((after,))
        if "draw" in self._concepts(phrase[:1]) and is_of_cards:
            return True
        is_named = is_of_cards or before in self._vocabulary.articles
        return phrase in self._vocabulary.doubtful and not is_named

    def _place(self, phrase: Spoken) -> Place:
        concepts = self._concepts(phrase)
        is_number = len(phrase) == 1 and phrase[0].isdigit()
        is_known = bool(concepts) or phrase in self._phrases or self._spelling.knows(phrase[0])
        words = {" ".join(phrase)} - self._vocabulary.weights.keys()  # no concept by mere name
        return Place(
            frozenset(
                (*concepts, *words, *(("digit",) if is_number and len(phrase[0]) == 1 else ()))
            ),
            self._inner(phrase) if concepts else _NONE,
            is_plain=is_known and not concepts,
            is_strange=not (is_known or is_number),
        )

    def _inner(self, phrase: Spoken) -> frozenset[str]:
        """Hear the words of a phrase by themselves too: it may have been a different sentence."""
        if len(phrase) == 1:
            return _NONE
        words = [(word,) for word in phrase]
        sure = [word for word in words if word not in self._vocabulary.doubtful]
        cards = {self._cards[word] for word in sure if word in self._cards}
        return frozenset((*cards, *(c for word in words for c in self._concepts(word))))

    def _card(self, phrase: Spoken) -> tuple[str, ...]:
        return (self._cards[phrase],) if phrase in self._cards else ()

    def _concepts(self, phrase: Spoken) -> tuple[str, ...]:
        return self._vocabulary.spoken.get(phrase, ())


def _card_names(
    names: Mapping[str, Iterable[str]], vocabulary: Vocabulary
) -> Iterator[tuple[Spoken, str]]:
    for said, concepts in vocabulary.spoken.items():
        yield from ((said, card) for card in concepts if card in names)
    for card, spoken in names.items():
        for name in spoken if not card.isdigit() else ():
            said = vocabulary.words(name)
            yield said, card
            if said[-1].isalpha():
                yield (*said[:-1], said[-1] + "s"), card
