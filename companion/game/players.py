"""Player names: validation, comparison and free alternatives."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import count

from companion.game.faults import Fault, FaultCode

LONGEST_NAME = 24
FORBIDDEN_IN_NAMES = ",;:=|#+!"  # each is syntax in a score sheet

_ZERO_WIDTH_JOINER = "\u200d"  # within emoji
# Controls, formats, surrogates, private use, unassigned, separators of lines and paragraphs.
_HIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LATER_EMOJI = range(0x1F000, 0x1FB00)  # may be newer than this Python's Unicode data
# Invisible although their category is a letter or mark: joiners, fillers, an empty cell.
_BLANK_SIGNS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
# Homoglyphs of Latin letters; digits only within a word: `Le0`, not `Leo 0`.
_DRAWN_ALIKE = str.maketrans("аеорсухіѕјкοανρικυ", "aeopcyxisjkoavpiku")
_DIGITS_DRAWN_ALIKE = str.maketrans("01", "ol")
_ACCENTS = range(0x300, 0x370)
_SEPARATORS = re.compile(r"[\s.'’_-]+")
_LAST_NUMBER = re.compile(r" \d+$")
_VARIATION_SELECTORS = (*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_UNSEEN = {_ZERO_WIDTH_JOINER, *_BLANK_SIGNS, *map(chr, _VARIATION_SELECTORS)}


def clean(name: str) -> str:
    """Return a name as stored: in NFC, without surrounding space."""
    return unicodedata.normalize("NFC", name).strip()


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
    if any(is_hidden(ch) for ch in name):
        return (Fault(FaultCode.NAME_HIDDEN_SIGN),)
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
    letters = unicodedata.normalize("NFD", key(seen)).translate(_DRAWN_ALIKE)
    plain = "".join(ch for ch in letters if ord(ch) not in _ACCENTS)
    words = _SEPARATORS.split(plain)
    return "".join(w if w.isdecimal() else w.translate(_DIGITS_DRAWN_ALIKE) for w in words)


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the name with the lowest number not like a taken name: `Ana 2`."""
    others = list(taken)
    base = _LAST_NUMBER.sub("", name)
    for number in count(2):
        ending = f" {number}"
        free = base[: LONGEST_NAME - len(ending)].rstrip(f" {_ZERO_WIDTH_JOINER}") + ending
        if not any(is_alike(free, other) for other in others):
            return free
    raise AssertionError  # unreachable: `count` is endless


def is_hidden(ch: str) -> bool:
    """Return whether a character is invisible: it could fake a name or reverse a line."""
    if ch in _BLANK_SIGNS:
        return True
    # The joiner of emoji is the only format character allowed.
    is_welcome = ch == _ZERO_WIDTH_JOINER or ord(ch) in _LATER_EMOJI
    return not is_welcome and unicodedata.category(ch) in _HIDDEN_CATEGORIES
