"""Player names: validation, comparison and free alternatives."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import count

from companion.game.faults import Fault, FaultCode

LONGEST_NAME = 24
FORBIDDEN_IN_NAMES = ",;:=|#+!"  # each is syntax in a score sheet

_ZERO_WIDTH_JOINER = "\u200d"  # within emoji, and between letters
# Zero-width non-joiner and Mongolian vowel separator: part of the spelling in some scripts.
_SEPARATING_LETTERS = "\u200c\u180e"
_CURSIVE = ("ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "MANDAIC", "ADLAM")  # as characters are named
_VIRAMA = 9  # combining class of the signs that join letters in the scripts of India
# A region’s flag: a black flag, its code in invisible tags, and the tag that ends it.
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
# Controls, formats, surrogates, private use, unassigned, separators of lines and paragraphs.
_HIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LATER_EMOJI = range(0x1F000, 0x1FB00)  # may be newer than this Python's Unicode data
# Invisible although their category is a letter or mark: joiners, fillers, an empty cell.
_BLANK_SIGNS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Homoglyphs of Latin letters; digits only within a word: `Le0`, not `Leo 0`.
_DRAWN_ALIKE = str.maketrans("аеорсухіѕјкοανρικυ", "aeopcyxisjkoavpiku")
_DIGITS_DRAWN_ALIKE = str.maketrans("01", "ol")
_ACCENTS = range(0x300, 0x370)
_BASE_LETTERS = str.maketrans(
    {"œ": "oe", "æ": "ae", "þ": "th", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "\u0131": "i"}
)
_SEPARATORS = re.compile(r"[\s.'’_-]+")
_LAST_NUMBER = re.compile(r" \d+$")
_VARIATION_SELECTORS = (*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_UNSEEN = {_ZERO_WIDTH_JOINER, *_SEPARATING_LETTERS, *_BLANK_SIGNS, *map(chr, _VARIATION_SELECTORS)}


def clean(name: str) -> str:
    """Return a name as stored: in NFC, without surrounding space and invisible characters."""
    text = unicodedata.normalize("NFC", name).strip()
    if text.isascii():
        return text
    hidden = {at for at in hidden_in(text) if text[at] in _BLANK_SIGNS or _is_format(text[at])}
    shown = [at for at, ch in enumerate(text) if at not in hidden and not ch.isspace()]
    return text[shown[0] : shown[-1] + 1] if shown else ""


def key(name: str) -> str:
    """Return a name for comparison: NFKC, case-folded, without invisible characters."""
    seen = (ch for ch in clean(name) if ch not in _UNSEEN)
    return " ".join(unicodedata.normalize("NFKC", "".join(seen)).casefold().split())


def faults_of(
    name: str, longest: int = LONGEST_NAME, forbidden_signs: str = FORBIDDEN_IN_NAMES
) -> tuple[Fault, ...]:
    if not key(name):  # also if it has only invisible characters
        return (Fault(FaultCode.NAME_BLANK),)
    if len(name) > longest:
        values: dict[str, object] = {"most": longest, "length": len(name)}
        return (Fault(FaultCode.NAME_TOO_LONG, values=values),)
    forbidden = [ch for ch in name if ch in forbidden_signs]
    if forbidden:
        values = {"sign": forbidden[0], "forbidden": forbidden_signs}
        return (Fault(FaultCode.NAME_SIGN, values=values),)
    seen = name
    while hidden := hidden_in(seen):
        seen = clean("".join(ch for at, ch in enumerate(seen) if at not in hidden))
    if not seen:
        return (Fault(FaultCode.NAME_BLANK),)
    return () if seen == name else (Fault(FaultCode.NAME_HIDDEN_SIGN, values={"name": seen}),)


def doubles(names: Sequence[str]) -> tuple[int, ...]:
    """Return the indexes of names that repeat an earlier one; blank names are ignored."""
    first: dict[str, int] = {}
    places = [(place, first.setdefault(key(name), place)) for place, name in enumerate(names)]
    return tuple(place for place, earlier in places if earlier != place and names[place])


def is_alike(name: str, other: str) -> bool:
    """Return whether two names look alike: Léa and Lea, Anna-Lou and Anna Lou."""
    return key(name) == key(other) or _drawing(name) == _drawing(other)


def _drawing(name: str) -> str:
    """Return a name's look-alike form: no accents or separators, homoglyphs unified."""
    seen = unicodedata.normalize("NFKC", name)
    if not seen.isupper():
        seen = seen.replace("I", "l")
    # Not every system draws the flags of regions.
    plain = _without_accents(_FLAG.sub("\U0001f3f4", key(seen))).translate(_DRAWN_ALIKE)
    words = _SEPARATORS.split(plain)
    return "".join(w if w.isdecimal() else w.translate(_DIGITS_DRAWN_ALIKE) for w in words)


def _without_accents(text: str) -> str:
    return "".join(ch for ch in unicodedata.normalize("NFD", text) if ord(ch) not in _ACCENTS)


def alphabetical(name: str) -> tuple[str, str]:
    """Return a key to sort names by their letters, and those with the same letters by accents."""
    known = key(name)
    return _without_accents(known).translate(_BASE_LETTERS), known


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the name with the lowest number not like a taken name: `Ana 2`."""
    others = list(taken)
    base = _LAST_NUMBER.sub("", name)
    for number in count(2):
        ending = f" {number}"
        free = clean(base[: LONGEST_NAME - len(ending)]) + ending
        if not any(is_alike(free, other) for other in others):
            return free
    raise AssertionError  # unreachable: `count` is endless


def hidden_in(text: str) -> list[int]:
    """Return the indexes of invisible characters, which could fake a name or reverse a line.

    Those that belong to the text are none: flags, joiners of emoji, and joiners in scripts that
    are spelled with them.
    """
    if text.isascii() and text.isprintable():
        return []
    flags = {at for found in _FLAG.finditer(text) for at in range(*found.span())}
    signs = ((at, ch) for at, ch in enumerate(text) if at not in flags and _is_hidden(ch))
    return [at for at, ch in signs if not _is_spelled(ch, text[:at][-1:], text[at + 1 :][:1])]


def _is_spelled(joiner: str, before: str, after: str) -> bool:
    """Return whether a joiner between two characters belongs to the text."""
    if joiner not in {_ZERO_WIDTH_JOINER, *_SEPARATING_LETTERS} or not _is_shown(before):
        return False
    if _VIRAMA in {unicodedata.combining(ch) for ch in (before, after) if ch}:
        return True
    if joiner == _ZERO_WIDTH_JOINER:
        return _is_shown(after)
    return all(unicodedata.name(ch or " ", "").startswith(_CURSIVE) for ch in (before, after))


def _is_shown(ch: str) -> bool:
    return bool(ch) and not ch.isspace() and not _is_hidden(ch)


def _is_format(ch: str) -> bool:
    return unicodedata.category(ch) == "Cf"


def _is_hidden(ch: str) -> bool:
    if ch in _BLANK_SIGNS:
        return True
    return ord(ch) not in _LATER_EMOJI and unicodedata.category(ch) in _HIDDEN_CATEGORIES
