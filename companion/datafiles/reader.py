"""Reader of TOML files that checks values and collects all faults with file and path.

A `Rule` checks a value without converting it, and has the English message for a wrong one.
"""

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Generic, TypeVar

from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES, Lines, LocalizedText
from companion.game.rounds import RULE_PATTERN

Values = Mapping[str, object]
T = TypeVar("T")
Word = TypeVar("Word", bound=str)

MOST = 1000  # upper limit of counts and points of cards, and of leaflet lines
LONGEST_TEXT = 200

# French texts have them before colons, but `str.isprintable` refuses them.
_NO_BREAK_SPACES = str.maketrans(dict.fromkeys("\u00a0\u202f", " "))


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """Check of a value, with the message if it is wrong and the `default` then used."""

    message: str
    check: Callable[[object], T | None]  # returns the value to use, None if wrong
    default: T


def integer(least: int, most: int = MOST) -> Rule[int]:
    """Return the rule for an int from `least` to `most` (no boolean or float), default 0."""

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
    """Return the rule for a list of `least` to `most` unique items that `item` accepts."""

    def check(value: object) -> tuple[T, ...] | None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return None
        checked = [right for right in map(item.check, value) if right is not None]
        return tuple(checked) if len(set(checked)) == len(value) else None

    return Rule(f"must be a list without repeats; each entry {item.message}", check, ())


def text(longest: int) -> Rule[str]:
    """Return the rule for a line of 1 to `longest` printable characters, without outer spaces."""

    def check(value: object) -> str | None:
        if not isinstance(value, str) or not 1 <= len(value) <= longest or value != value.strip():
            return None
        is_printable = value.isprintable() or value.translate(_NO_BREAK_SPACES).isprintable()
        return value if is_printable else None

    return Rule(f"must be one line of 1 to {longest} characters", check, "")


TEXT = text(LONGEST_TEXT)
ID = pattern(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "must be lower-case words with hyphens")
RULE = pattern(RULE_PATTERN, "must be a rule such as stack.2on2")
# Leaflet lines: one number, or a list of numbers.
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
    """Data files with faults; `faults` has one message per fault."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


@dataclass
class Table:
    """TOML table at a path of keys in a file; faults are added to a shared list."""

    file: str
    path: tuple[str, ...]
    values: Values
    faults: list[str]
    read_keys: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        """Name of the file without its folder and `.toml`."""
        return toml_name(self.file.rpartition("/")[2])

    def add_fault(self, message: str, *keys: str) -> None:
        steps = (*self.path, *keys)
        # Show keys that need quotes in TOML with quotes, so that the path can be found in the file.
        path = ".".join(s if re.fullmatch(r"[\w-]+", s) else json.dumps(s) for s in steps)
        self.faults.append(": ".join(part for part in (self.file, path, message) if part))

    def required(self, key: str, rule: Rule[T]) -> T:
        if key not in self.values:
            self.add_fault("is missing", key)
        return self.optional(key, rule)

    def optional(self, key: str, rule: Rule[T]) -> T:
        """Return the value of a key, or the rule's default if missing or wrong (a fault)."""
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
        """Yield the subtable at a key, merged over `base`; then report its unread keys."""
        self.read_keys.add(key)
        stated = self.values.get(key, {})
        if isinstance(stated, Mapping):
            table = Table(self.file, (*self.path, key), merged(stated, base), self.faults)
        else:
            self.add_fault("must be a table", key)
            # Its faults go to a discarded list, so that missing keys are not reported as well.
            table = Table(self.file, (*self.path, key), {}, [])
        yield table
        table.close()

    def each(self, key: str, named_by: str = "") -> Iterator["Table"]:
        """Yield the tables of a list; paths of faults name each by its key `named_by` or number."""
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
        """Add a fault for each key that was never read, as it is likely misspelt."""
        for key in self.values:
            if key not in self.read_keys:
                self.add_fault("is not known here", key)

    def by_language(self, rule: Rule[T]) -> dict[str, T]:
        """Return this table's values by language; only English is required."""
        return {
            language: self.required(language, rule)
            for language in LANGUAGES
            if language in self.values or language == DEFAULT_LANGUAGE
        }

    def text(self, key: str, rule: Rule[str]) -> LocalizedText:
        with self.section(key) as languages:
            return LocalizedText(languages.by_language(rule))

    def texts(self, key: str, rule: Rule[str], *only: str) -> dict[str, LocalizedText]:
        """Return the texts of a subtable by key, `only` some or all that are stated."""
        with self.section(key) as stated:
            return {each: stated.text(each, rule) for each in only or stated.values}

    def lines(self, *facts: str) -> Mapping[str, Lines]:
        with self.section("lines") as stated:
            return {fact: stated.optional(fact, LINES) for fact in facts}


def merged(stated: Values, base: object) -> Values:
    """Return `stated` merged over `base`, also in subtables; other values are replaced."""
    if not isinstance(base, Mapping):
        return stated
    tables = {
        key: merged(value, base[key])
        for key, value in stated.items()
        if isinstance(value, Mapping) and key in base
    }
    return {**base, **stated, **tables}


def toml_name(file: str) -> str:
    """Return the name of a TOML file without its suffix, or "" for hidden and other files."""
    name, _, suffix = file.rpartition(".")
    return name if suffix.lower() == "toml" and not name.startswith(".") else ""


def read_folder(
    folder: Traversable, faults: list[str], left_out: Collection[str] = ()
) -> dict[str, Table]:
    """Read the TOML files of a folder, except hidden ones and `left_out`, by name."""
    tables: dict[str, Table] = {}
    # Of `box.TOML` and `box.toml`, the usual one comes first.
    names = (file.name for file in folder.iterdir())
    for name in sorted(names, key=lambda name: (name.lower(), name.swapcase())):
        if toml_name(name) and name not in left_out:
            table = read_file(folder, name, faults)
            if table is not None and tables.setdefault(toml_name(name), table) is not table:
                table.add_fault("has the name of another file: rename one of them")
    return tables


def read_file(folder: Traversable, name: str, faults: list[str]) -> Table | None:
    """Read a TOML file of a folder; return None and add a fault if it cannot be read."""
    table = Table(f"{folder.name}/{name}", (), {}, faults)
    try:
        if not (folder / name).is_file():  # a pipe would never end
            table.add_fault("can not be read: it is no file")
            return None
        # Some editors write a byte order mark, which TOML does not allow.
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
