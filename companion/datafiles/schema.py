"""What a value in a file must be, and what to say where it is not."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.datafiles.text import Lines

T = TypeVar("T")
Word = TypeVar("Word", bound=str)

MOST = 1000  # cards of a kind, points of a card, lines of a sheet: no box comes near
LONGEST_TEXT = 200

_NO_BREAK_SPACES = "\u00a0\u202f"  # before French colons; Python does not count them as printable


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """What a value must be: `reads` gives it, or None for a wrong one; `says` tells people."""

    says: str
    reads: Callable[[object], T | None]
    instead: T  # with this the reading goes on where the value is wrong or missing


def whole(low: int, high: int = MOST) -> Rule[int]:
    """Ask for a whole number; 0 stands in for a wrong one."""

    def reads(value: object) -> int | None:
        return value if type(value) is int and low <= value <= high else None

    return Rule(f"must be a whole number from {low} to {high}", reads, 0)


def shaped(pattern: str, says: str) -> Rule[str]:
    """Ask for a text of a certain shape."""

    def reads(value: object) -> str | None:
        return value if isinstance(value, str) and re.fullmatch(pattern, value) else None

    return Rule(says, reads, "")


def one_of(known: tuple[Word, ...], instead: Word) -> Rule[Word]:
    """Ask for one of several words."""

    def reads(value: object) -> Word | None:
        return next((word for word in known if word == value), None)

    return Rule(f"must be one of {', '.join(known)}", reads, instead)


def listed(each: Rule[T], least: int = 1, most: int = MOST) -> Rule[tuple[T, ...]]:
    """Ask for a list, of which not one may be wrong, nor stand in it twice."""

    def reads(value: object) -> tuple[T, ...] | None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return None
        right = [item for item in map(each.reads, value) if item is not None]
        return tuple(right) if len(set(right)) == len(value) else None

    return Rule(f"must be a list without repeats; each entry {each.says}", reads, ())


def text_of(value: object, longest: int) -> str | None:
    """Give a value that is one printable line and not too long; None for any other."""
    if not isinstance(value, str) or not 1 <= len(value) <= longest or value != value.strip():
        return None
    return value if all(ch.isprintable() or ch in _NO_BREAK_SPACES for ch in value) else None


def text(longest: int) -> Rule[str]:
    """Ask for one line of text."""
    says = f"must be one line of 1 to {longest} characters"
    return Rule(says, lambda value: text_of(value, longest), "")


def _lines(value: object) -> Lines | None:
    return listed(whole(1)).reads(value if isinstance(value, list) else [value])


TEXT = text(LONGEST_TEXT)
LINES: Rule[Lines] = Rule(
    f"must be a line of the sheet, 1 to {MOST}, or a list of such lines", _lines, ()
)
ID = shaped(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "must be lower-case words with hyphens")
