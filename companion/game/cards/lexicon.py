"""Spoken card names mapped to card ids; the editions supply the names."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product

Spoken = tuple[str, ...]
MOST_WORDS = 6  # in a name whose regular plurals are generated

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_WORD = re.compile(r"\+\s?\d+|(?<!\w)-\d+|[^\W\d_]+\d*|\d+")


def fold(text: str) -> str:
    """Return a text without case, accents, ligatures and typographic variants.

    Digits of all scripts and of emoji keys become ours, and invisible characters are left out.
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return _BEYOND_ASCII.sub(lambda ch: _folded(ch[0]), plain)


def _folded(ch: str) -> str:
    category = unicodedata.category(ch)
    if category == "Nd":
        return str(unicodedata.decimal(ch))
    return "" if category in {"Mn", "Me", "Cf"} or unicodedata.combining(ch) else ch


def spelling(text: str) -> str:
    """Return a name without case and typographic variants, but with accents and punctuation."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=4096)  # about twice the names of all boxes, which share most of them
def words(text: str) -> Spoken:
    """Return the folded words of a name; `+4` is a word, hyphens and apostrophes separate words."""
    return tuple(word.replace(" ", "") for word in _WORD.findall(fold(text)))


@dataclass(frozen=True)
class Lexicon:
    """Spoken names of the cards of one box, in all languages together."""

    singulars: Mapping[Spoken, str]
    plurals: Mapping[Spoken, str]
    counts: Mapping[str, int]  # number words and articles
    foreign: Mapping[Spoken, tuple[str, ...]]  # names this box lacks -> cards to offer
    never_in_hand: frozenset[Spoken] = frozenset()  # those of this box, but never held
    # Words that are ignored beside a card name.
    articles: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    colours_behind: frozenset[str] = frozenset()  # those of `colours` said after the card
    # Exact spelling -> card, which distinguishes names that sound alike.
    by_spelling: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, "Lexicon"] = field(default_factory=dict)  # one lexicon per card side
    side: str | None = None  # the card side whose lexicon this is
    other_side: Mapping[Spoken, str] = field(default_factory=dict)  # of `foreign`, by card side

    def for_side(self, side: str | None) -> "Lexicon":
        """Return the lexicon of one card side, or of all cards if None."""
        return self.sides.get(side, self) if side is not None else self

    @classmethod
    def of(
        cls,
        *,
        singulars: Mapping[str, Iterable[str]],
        plurals: Mapping[str, Iterable[str]],
        counts: Mapping[str, int],
        foreign: Mapping[str, Iterable[str]],
        never_in_hand: Iterable[str] = (),
    ) -> "Lexicon":
        """Build a lexicon from names by card id; ids and regular plurals are added as names."""
        single = {words(name): card for card, names in singulars.items() for name in (card, *names)}
        plural = {s: card for spoken, card in single.items() for s in regular_plurals(spoken)}
        plural |= {words(name): card for card, names in plurals.items() for name in names}
        # Names of this box take precedence over the same names of other boxes.
        absent = {words(name): tuple(cards) for name, cards in foreign.items()}
        absent |= {s: cards for spoken, cards in absent.items() for s in regular_plurals(spoken)}
        never_held = {words(name) for name in never_in_hand}
        return cls(
            singulars=single,
            plurals={spoken: card for spoken, card in plural.items() if spoken not in single},
            counts={fold(word): number for word, number in counts.items()},
            foreign={s: c for s, c in absent.items() if s not in single and s not in plural},
            never_in_hand=frozenset(
                never_held | {s for name in never_held for s in regular_plurals(name)}
            ),
        )

    @cached_property
    def longest(self) -> int:
        return max(map(len, (*self.singulars, *self.plurals, *self.foreign)), default=0)

    @cached_property
    def written(self) -> Mapping[str, str]:
        """Names as single strings -> cards, for suggesting the closest name after a typo."""
        return {
            " ".join(spoken): card
            for spoken, card in (*self.singulars.items(), *self.plurals.items())
        }


def regular_plurals(spoken: Spoken) -> Iterator[Spoken]:
    """Yield regular plurals of a name: "wild cards", "cartes blanches", "7s" and "+4s"."""
    if len(spoken) > MOST_WORDS:  # the number of forms doubles with each word
        return
    # A word ending in s, x or z gets no s; irregular plurals are listed in the box file.
    choices = [(w, w + "s") if w[-1] not in "sxz" else (w,) for w in spoken]
    yield from (s for s in product(*choices) if s != spoken)
