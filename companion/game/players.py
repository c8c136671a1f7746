"""What a player may be called. A player is a seat; a name is only its label."""

import unicodedata
from collections.abc import Sequence

from companion.game.faults import Fault, FaultCode

LONGEST_NAME = 24
FORBIDDEN_IN_NAMES = ",;:=|#+!"

_ZERO_WIDTH_JOINER = "\u200d"
_NEVER_SHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def clean(name: str) -> str:
    """Give a name as it is kept: NFC, no space around it."""
    return unicodedata.normalize("NFC", name).strip()


def key(name: str) -> str:
    """Give what two names are compared by (NFKC, case folding), and a name is looked up by."""
    return unicodedata.normalize("NFKC", clean(name)).casefold()


def faults_of(name: str) -> tuple[Fault, ...]:
    """Tell what is wrong with a cleaned name."""
    if not name:
        return (Fault(FaultCode.NAME_BLANK),)
    if len(name) > LONGEST_NAME:
        return (Fault(FaultCode.NAME_TOO_LONG, values={"most": LONGEST_NAME, "length": len(name)}),)
    bad = [ch for ch in name if ch in FORBIDDEN_IN_NAMES]
    if bad:
        return (
            Fault(FaultCode.NAME_SIGN, values={"sign": bad[0], "forbidden": FORBIDDEN_IN_NAMES}),
        )
    if any(is_hidden(ch) for ch in name):
        return (Fault(FaultCode.NAME_HIDDEN_SIGN),)
    return ()


def doubles(names: Sequence[str]) -> tuple[int, ...]:
    """Give the places (from 0) of names that an earlier one already has."""
    first: dict[str, int] = {}
    places = [(place, first.setdefault(key(name), place)) for place, name in enumerate(names)]
    return tuple(place for place, earlier in places if earlier != place and names[place])


def is_hidden(ch: str) -> bool:
    """Tell whether a character is not seen, but could make two labels alike or turn a line around.

    The joiner of emoji is a format character too, and the only one that is welcome (variation
    selectors are marks, not format characters).
    """
    return ch != _ZERO_WIDTH_JOINER and unicodedata.category(ch) in _NEVER_SHOWN
