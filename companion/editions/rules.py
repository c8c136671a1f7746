"""What a value in a box file must be, and what to say where it is not."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.editions.edition import Lines
from companion.game.lexicon import words

T = TypeVar("T")
Word = TypeVar("Word", bound=str)

MOST = 1000  # cards of a kind, points of a card, lines of a sheet: no box comes near
LONGEST_TEXT = 200
LONGEST_NAME = 40
MOST_WORDS = 6  # in a name: each of them may take a plural, so one more doubles the forms

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


def listed(each: Rule[T]) -> Rule[tuple[T, ...]]:
    """Ask for a list, of which not one may be wrong, nor stand in it twice."""

    def reads(value: object) -> tuple[T, ...] | None:
        found = [each.reads(item) for item in value] if isinstance(value, list) else []
        right = [item for item in found if item is not None]
        return tuple(right) if right and len(set(right)) == len(found) else None

    return Rule(f"must be a list without repeats; each entry {each.says}", reads, ())


def _text(value: object) -> str | None:
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_TEXT or value != value.strip():
        return None
    return value if all(ch.isprintable() or ch in _NO_BREAK_SPACES for ch in value) else None


def _name(value: object) -> str | None:
    name = _text(value)
    if name is None or len(name) > LONGEST_NAME or not any(ch.isalnum() for ch in name):
        return None
    return name if len(words(name)) <= MOST_WORDS else None


def _lines(value: object) -> Lines | None:
    return listed(whole(1)).reads(value if isinstance(value, list) else [value])


TEXT = Rule(f"must be one line of 1 to {LONGEST_TEXT} characters", _text, "")
NAME = Rule(f"must be a name of 1 to {MOST_WORDS} words, {LONGEST_NAME} characters", _name, "")
LINES: Rule[Lines] = Rule(
    f"must be a line of the sheet, 1 to {MOST}, or a list of such lines", _lines, ()
)
ID = shaped(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "must be lower-case words with hyphens")
