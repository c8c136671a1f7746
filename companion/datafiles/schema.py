"""What a value in a file must be, unconverted, and the English message where it is not."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.datafiles.text import Lines

T = TypeVar("T")
Word = TypeVar("Word", bound=str)

MOST = 1000  # cards of a kind, points of a card, lines of a sheet: no box comes near
LONGEST_TEXT = 200

# They stand before French colons; Python does not count them as printable.
_NO_BREAK_SPACES = str.maketrans(dict.fromkeys("\u00a0\u202f", " "))


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """What a value must be; reading goes on with `default` where it is wrong or missing."""

    message: str
    check: Callable[[object], T | None]  # the value as it is used; None: wrong
    default: T


def integer(least: int, most: int = MOST) -> Rule[int]:
    """Return the rule for a whole number; true is none, and neither is 8.0."""

    def check(value: object) -> int | None:
        return value if type(value) is int and least <= value <= most else None

    return Rule(f"must be a whole number from {least} to {most}", check, 0)


def pattern(regex: str, message: str) -> Rule[str]:
    def check(value: object) -> str | None:
        return value if isinstance(value, str) and re.fullmatch(regex, value) else None

    return Rule(message, check, "")


def choice(choices: tuple[Word, ...], default: Word) -> Rule[Word]:
    def check(value: object) -> Word | None:
        return next((word for word in choices if word == value), None)

    return Rule(f"must be one of {', '.join(choices)}", check, default)


def list_of(item: Rule[T], least: int = 1, most: int = MOST) -> Rule[tuple[T, ...]]:
    """Return the rule for a list in which no item is wrong and none is repeated."""

    def check(value: object) -> tuple[T, ...] | None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return None
        checked = [right for right in map(item.check, value) if right is not None]
        return tuple(checked) if len(set(checked)) == len(value) else None

    return Rule(f"must be a list without repeats; each entry {item.message}", check, ())


def text(longest: int) -> Rule[str]:
    """Return the rule for one printable line of so many characters, without space around it."""

    def check(value: object) -> str | None:
        if not isinstance(value, str) or not 1 <= len(value) <= longest or value != value.strip():
            return None
        return value if value.translate(_NO_BREAK_SPACES).isprintable() else None

    return Rule(f"must be one line of 1 to {longest} characters", check, "")


TEXT = text(LONGEST_TEXT)
ID = pattern(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "must be lower-case words with hyphens")
# One line may be written without a list.
LINES: Rule[Lines] = Rule(
    f"must be a line of the sheet, 1 to {MOST}, or a list of such lines",
    lambda value: list_of(integer(1)).check(value if isinstance(value, list) else [value]),
    (),
)
