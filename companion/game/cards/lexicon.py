"""What people call the cards: spoken form -> card, filled by the editions."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

Spoken = tuple[str, ...]
MOST_WORDS = 6  # in a name of which any word may be in the plural

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_WORD = re.compile(r"\+\s?\d+|(?<!\w)-\d+|[^\W\d_]+\d*|\d+")


def fold(text: str) -> str:
    """Return a text as it sounds: no case, accents, ligatures or typographic variants."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return _BEYOND_ASCII.sub(lambda ch: "" if unicodedata.combining(ch[0]) else ch[0], plain)


def spelling(text: str) -> str:
    """Return a name as it is written, but for case and typographic variants."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def words(text: str) -> Spoken:
    """Return the folded words of a name: `+4` is one, hyphens and apostrophes only part them."""
    return tuple(word.replace(" ", "") for word in _WORD.findall(fold(text)))


@dataclass(frozen=True)
class Lexicon:
    """The spoken names of one box, in every language at once."""

    one: Mapping[Spoken, str]
    many: Mapping[Spoken, str]  # plurals
    counts: Mapping[str, int]  # number words and articles
    elsewhere: Mapping[Spoken, tuple[str, ...]]  # cards this box lacks, with those to offer instead
    aside: frozenset[Spoken] = frozenset()  # of those, cards of this box that are never in a hand
    # Words that may be said with a card and change nothing.
    articles: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    colours_behind: frozenset[str] = frozenset()  # of these, those that are said after the card
    # By its `spelling`: names that sound alike are told apart so.
    written_so: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, "Lexicon"] = field(default_factory=dict)  # of two-sided cards, each side's
    turned: frozenset[Spoken] = frozenset()  # of `elsewhere`, what is on the other side

    def on(self, side: str | None) -> "Lexicon":
        """Return the names with this side of the cards up; None: of all cards."""
        return self.sides.get(side, self) if side is not None else self

    @classmethod
    def of(
        cls,
        *,
        one: Mapping[str, Iterable[str]],
        many: Mapping[str, Iterable[str]],
        counts: Mapping[str, int],
        elsewhere: Mapping[str, Iterable[str]],
        aside: Iterable[str] = (),
    ) -> "Lexicon":
        """Return the lexicon of names by card id (itself a name); a plural s need not be listed."""
        single = {words(name): card for card, names in one.items() for name in (card, *names)}
        plural = {s: card for spoken, card in single.items() for s in plurals(spoken)}
        plural |= {words(name): card for card, names in many.items() for name in names}
        # A name of this box always comes first, whatever it means in another one.
        absent = {words(name): tuple(cards) for name, cards in elsewhere.items()}
        absent |= {s: cards for spoken, cards in absent.items() for s in plurals(spoken)}
        never_held = {words(name) for name in aside}
        return cls(
            one=single,
            many={spoken: card for spoken, card in plural.items() if spoken not in single},
            counts={fold(word): number for word, number in counts.items()},
            elsewhere={s: c for s, c in absent.items() if s not in single and s not in plural},
            aside=frozenset(never_held | {s for name in never_held for s in plurals(name)}),
        )

    @cached_property
    def longest(self) -> int:
        return max(map(len, (*self.one, *self.many, *self.elsewhere)), default=0)

    @cached_property
    def written(self) -> Mapping[str, str]:
        """Every name as one string -> its card, to look for what comes close to a slip."""
        return {" ".join(spoken): card for spoken, card in (*self.one.items(), *self.many.items())}


def plurals(spoken: Spoken) -> Iterator[Spoken]:
    """Yield the plurals that only take an s: "wild cards", "cartes blanches", "7s" and "+4s"."""
    if len(spoken) > MOST_WORDS:  # each may take a plural, so one more doubles the forms
        return
    # A word that ends in s, x or z takes no s; any other plural is listed by the box.
    choices = [(w, w + "s") if w[-1] not in "sxz" else (w,) for w in spoken]
    yield from (s for s in product(*choices) if s != spoken)
