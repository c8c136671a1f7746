"""What a player may be called. A player is a seat; a name is only its label."""

import unicodedata
from collections.abc import Sequence

from companion.game.faults import Fault, FaultCode

LONGEST_NAME = 24
FORBIDDEN_IN_NAMES = ",;:=|#+!"  # each has a meaning in a score sheet

_ZERO_WIDTH_JOINER = "\u200d"  # within emoji
# Controls, formats, surrogates, private use, unassigned, separators of lines and paragraphs.
_HIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_LATER_EMOJI = range(0x1F000, 0x1FB00)  # a new phone has some that this Python does not know
# Letters and marks by their category, and yet nothing to see: joiners, fillers, an empty cell.
_BLANK_SIGNS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_VARIATION_SELECTORS = {*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def clean(name: str) -> str:
    """Return a name in its stored form: NFC, no space around it."""
    return unicodedata.normalize("NFC", name).strip()


def key(name: str) -> str:
    """Return what a name is compared and looked up by: NFKC and case folding.

    What cannot be seen makes no difference either: joiners, variation selectors, a second space.
    """
    seen = (ch for ch in clean(name) if not _is_unseen(ch))
    return " ".join(unicodedata.normalize("NFKC", "".join(seen)).casefold().split())


def _is_unseen(ch: str) -> bool:
    is_joiner = ch == _ZERO_WIDTH_JOINER
    return is_joiner or ord(ch) in _VARIATION_SELECTORS or ch in _BLANK_SIGNS


def faults_of(name: str) -> tuple[Fault, ...]:
    """Return what is wrong with a cleaned name."""
    if not key(name):  # also where all that there is cannot be seen
        return (Fault(FaultCode.NAME_BLANK),)
    if len(name) > LONGEST_NAME:
        values: dict[str, object] = {"most": LONGEST_NAME, "length": len(name)}
        return (Fault(FaultCode.NAME_TOO_LONG, values=values),)
    forbidden = [ch for ch in name if ch in FORBIDDEN_IN_NAMES]
    if forbidden:
        values = {"sign": forbidden[0], "forbidden": FORBIDDEN_IN_NAMES}
        return (Fault(FaultCode.NAME_SIGN, values=values),)
    if any(is_hidden(ch) for ch in name):
        return (Fault(FaultCode.NAME_HIDDEN_SIGN),)
    return ()


def doubles(names: Sequence[str]) -> tuple[int, ...]:
    """Return the places (from 0) of names that an earlier one already has; blank ones have none."""
    first: dict[str, int] = {}
    places = [(place, first.setdefault(key(name), place)) for place, name in enumerate(names)]
    return tuple(place for place, earlier in places if earlier != place and names[place])


def is_hidden(ch: str) -> bool:
    """Return whether a character is not seen, but could make two labels alike or turn a line.

    The joiner of emoji is a format character too, and the only one that is welcome (variation
    selectors are marks, not format characters).
    """
    if ch in _BLANK_SIGNS:
        return True
    is_welcome = ch == _ZERO_WIDTH_JOINER or ord(ch) in _LATER_EMOJI
    return not is_welcome and unicodedata.category(ch) in _HIDDEN_CATEGORIES
