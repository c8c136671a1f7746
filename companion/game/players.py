"""Player names: validation, comparison and free alternatives."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import count

from companion.game.faults import Fault, FaultCode

LONGEST_NAME = 24
FORBIDDEN_IN_NAMES = ",;:=|#+!"  # each is syntax in a score sheet

_ZERO_WIDTH_JOINER = "\u200d"
_JOINERS = _ZERO_WIDTH_JOINER + "\u200c\u180e"  # the non-joiner, and the Mongolian vowel separator
_CURSIVE = ("ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "MANDAIC", "ADLAM")  # as characters are named
_VIRAMA = 9  # combining class of the signs that join letters in the scripts of India
# A region’s flag: a black flag, its code in invisible tags, and the tag that ends it.
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
# Controls, formats, surrogates, private use, unassigned, separators of lines and paragraphs.
_HIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Emoji and rare Chinese characters, which may be newer than this Python's Unicode data.
_LATER = (range(0x1F000, 0x1FB00), range(0x20000, 0x2FFFE), range(0x30000, 0x3FFFE))
_SEEN = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2"  # are drawn, though formats
# Invisible although their category is a letter or mark: joiners, fillers, an empty cell.
_BLANK_SIGNS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Homoglyphs of Latin letters; digits only within a word: `Le0`, not `Leo 0`.
_DRAWN_ALIKE = str.maketrans("аеорсухіѕјкοανρικυ", "aeopcyxisjkoavpiku")
_DIGITS_DRAWN_ALIKE = str.maketrans("01", "ol")
_ACCENTS = range(0x300, 0x370)
_BASE_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ł": "l", "ø": "o", "đ": "d", "\u0131": "i"})
_SEPARATORS = re.compile(r"[\s.'’_-]+")
_LAST_NUMBER = re.compile(r" \d+$")
_VARIATION_SELECTORS = (*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_UNSEEN = {*_JOINERS, *_BLANK_SIGNS, *map(chr, _VARIATION_SELECTORS)}


def clean(name: str) -> str:
    """Return a name as stored: in NFC, without surrounding space and invisible characters."""
    text = unicodedata.normalize("NFC", name).strip()
    hidden = hidden_in(text)
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
    if hidden := hidden_in(name):
        shown = (ch if at not in hidden else " "[not ch.isspace() :] for at, ch in enumerate(name))
        seen = clean("".join(shown))
        return (Fault(FaultCode.NAME_HIDDEN_SIGN, values={"name": seen}),)
    return ()


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
    """Return the indexes of invisible characters, without those that spell a flag or a word."""
    if text.isprintable() and text.isascii():
        return []
    flags = {at for found in _FLAG.finditer(text) for at in range(*found.span())}
    hidden = (at for at, ch in enumerate(text) if _is_hidden(ch) and at not in flags)
    return [at for at in hidden if not _is_spelled(text[at], text[:at][-1:], text[at + 1 :][:1])]


def _is_spelled(sign: str, before: str, after: str) -> bool:
    if sign not in _JOINERS or not before or before.isspace() or _is_hidden(before):
        return False
    if _VIRAMA in (unicodedata.combining(ch) for ch in before + after):
        return True
    if sign == _ZERO_WIDTH_JOINER:
        return bool(after) and not after.isspace() and not _is_hidden(after)
    return all(unicodedata.name(ch or " ", "").startswith(_CURSIVE) for ch in (before, after))


def _is_hidden(ch: str) -> bool:
    is_seen = ch in _SEEN or any(ord(ch) in later for later in _LATER)
    return ch in _BLANK_SIGNS or (unicodedata.category(ch) in _HIDDEN_CATEGORIES and not is_seen)
