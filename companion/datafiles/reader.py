"""Reading TOML files key by key: a wrong value is noted with its path, and reading goes on.

A `Rule` says what a value must be, unconverted, and in English what is wrong where it is not.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Generic, TypeVar

from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES, Lines, LocalizedText

Values = Mapping[str, object]
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

IS_TRUE: Rule[bool] = Rule(
    message="must be true or false",
    check=lambda value: value if isinstance(value, bool) else None,
    default=False,
)


class InvalidFileError(Exception):
    """Files that were refused; `faults` has a line for everything that is wrong."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


@dataclass
class Table:
    """One table of a file, at a path of keys; faults of all tables are in one list."""

    file: str
    path: tuple[str, ...]
    values: Values
    faults: list[str]
    read_keys: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """Name of the file without its folder and `.toml`."""
        return self.file.rpartition("/")[2].removesuffix(".toml")

    def add_fault(self, message: str, *keys: str) -> None:
        steps = (*self.path, *keys)
        # A key that TOML would need quotes for is shown in quotes, so that the path can be found.
        path = ".".join(s if re.fullmatch(r"[\w-]+", s) else json.dumps(s) for s in steps)
        self.faults.append(": ".join(part for part in (self.file, path, message) if part))

    def required(self, key: str, rule: Rule[T]) -> T:
        if key not in self.values:
            self.add_fault("is missing", key)
        return self.optional(key, rule)

    def optional(self, key: str, rule: Rule[T]) -> T:
        """Return a value that may be left out; the default of the rule where it is."""
        self.read_keys.add(key)
        if key not in self.values:
            return rule.default
        value = rule.check(self.values[key])
        if value is None:
            self.add_fault(rule.message, key)
            return rule.default
        return value

    @contextmanager
    def section(self, key: str, base: object = None) -> Iterator["Table"]:
        """Open the table at a key, merged over `base`, and close it at the end."""
        self.read_keys.add(key)
        stated = self.values.get(key, {})
        if isinstance(stated, Mapping):
            table = Table(self.file, (*self.path, key), merged(stated, base), self.faults)
        else:
            self.add_fault("must be a table", key)
            # One fault is enough: what an empty table lacks is noted in a list nobody reads.
            table = Table(self.file, (*self.path, key), {}, [])
        yield table
        table.close()

    def each(self, key: str, named_by: str = "") -> Iterator["Table"]:
        """Yield the tables of a list; faults name them by a key of theirs, else by position."""
        self.read_keys.add(key)
        stated = self.values.get(key, [])
        for number, values in enumerate(stated if isinstance(stated, list) else [stated], start=1):
            if isinstance(values, Mapping):
                name = str(values.get(named_by, number))
                table = Table(self.file, (*self.path, key, name), values, self.faults)
                yield table
                table.close()
            else:
                self.add_fault("must be a table", key, str(number))

    def close(self) -> None:
        """Note every key that was never read: most likely it is misspelt."""
        for key in self.values:
            if key not in self.read_keys:
                self.add_fault("is not known here", key)

    def by_language(self, rule: Rule[T]) -> dict[str, T]:
        """Return what this table holds under each language; only English must be there."""
        return {
            language: self.required(language, rule)
            for language in LANGUAGES
            if language in self.values or language == DEFAULT_LANGUAGE
        }

    def text(self, key: str, rule: Rule[str]) -> LocalizedText:
        with self.section(key) as languages:
            return LocalizedText(languages.by_language(rule))

    def lines(self, *facts: str) -> Mapping[str, Lines]:
        with self.section("lines") as stated:
            return {fact: stated.optional(fact, LINES) for fact in facts}


def merged(stated: Values, base: object) -> Values:
    """Return a table merged over its base: tables become one, other values replace the base's."""
    if not isinstance(base, Mapping):
        return stated
    tables = {
        key: merged(value, base[key])
        for key, value in stated.items()
        if isinstance(value, Mapping) and key in base
    }
    return {**base, **stated, **tables}


def read_folder(folder: Traversable, faults: list[str]) -> dict[str, Table]:
    """Return the TOML files of a folder by name; hidden ones are left out, an editor made them."""
    tables: dict[str, Table] = {}
    for name in sorted(file.name for file in folder.iterdir()):
        if name.endswith(".toml") and not name.startswith("."):
            table = read_file(folder, name, faults)
            if table is not None:
                tables[name.removesuffix(".toml")] = table
    return tables


def read_file(folder: Traversable, name: str, faults: list[str]) -> Table | None:
    """Return one TOML file of a folder; None, with a fault, where it is none."""
    table = Table(f"{folder.name}/{name}", (), {}, faults)
    try:
        # Some editors put a byte order mark in front, which TOML does not know.
        table.values = tomllib.loads((folder / name).read_bytes().decode("utf-8-sig"))
    except OSError as error:
        table.add_fault(f"can not be read: {error.strerror}")
    except UnicodeDecodeError:
        table.add_fault("is not UTF-8")
    except (ValueError, RecursionError) as error:
        table.add_fault(f"is not TOML: {error}")
    else:
        return table
    return None
