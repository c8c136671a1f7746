"""Reading a TOML file key by key: a wrong value is noted with its path, and reading goes on."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from companion.datafiles.schema import LINES, Rule
from companion.datafiles.text import DEFAULT_LANGUAGE, LANGUAGES, Lines, LocalizedText

T = TypeVar("T")
Values = Mapping[str, object]


class InvalidFileError(Exception):
    """Files that were refused; `faults` has a line for everything that is wrong."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


@dataclass
class Table:
    """One table of a file, at a path of keys. `close` names the keys nobody asked for."""

    file: str
    path: tuple[str, ...]
    values: Values
    faults: list[str]
    asked: set[str] = field(default_factory=set)

    def fault(self, says: str, *keys: str) -> None:
        """Note what is wrong with this table, or further down."""
        path = ".".join(_shown(key) for key in (*self.path, *keys))
        self.faults.append(": ".join(part for part in (self.file, path, says) if part))

    def take(self, key: str, rule: Rule[T]) -> T:
        """Read a value that must be there."""
        if key not in self.values:
            self.fault("is missing", key)
        return self.maybe(key, rule)

    def maybe(self, key: str, rule: Rule[T]) -> T:
        """Read a value that may be left out."""
        self.asked.add(key)
        if key not in self.values:
            return rule.instead
        value = rule.reads(self.values[key])
        if value is None:
            self.fault(rule.says, key)
            return rule.instead
        return value

    @contextmanager
    def part(self, key: str, base: object = None) -> Iterator["Table"]:
        """Open a table further down, laid over what the base says of it; close it at the end."""
        self.asked.add(key)
        stated = self.values.get(key, {})
        if isinstance(stated, Mapping):
            table = Table(self.file, (*self.path, key), laid(stated, base), self.faults)
        else:
            self.fault("must be a table", key)
            table = Table(self.file, (*self.path, key), {}, [])  # that one fault is enough
        yield table
        table.close()

    def close(self) -> None:
        """Name every key that nobody asked for: most likely it is misspelt."""
        for key in self.values:
            if key not in self.asked:
                self.fault("is not known here", key)

    def by_language(self, rule: Rule[T]) -> dict[str, T]:
        """Return what this table states under each language; only English must be there."""
        return {
            language: self.take(language, rule)
            for language in LANGUAGES
            if language in self.values or language == DEFAULT_LANGUAGE
        }

    def words(self, key: str, rule: Rule[str]) -> LocalizedText:
        """Return a text that has a table of its own."""
        with self.part(key) as languages:
            return LocalizedText(languages.by_language(rule))

    def lines(self, *facts: str) -> Mapping[str, Lines]:
        """Read where the sheet states several facts; no lines where it does not."""
        with self.part("lines") as stated:
            return {fact: stated.maybe(fact, LINES) for fact in facts}


def laid(stated: Values, base: object) -> Values:
    """Lay a table over its base: tables become one, any other value replaces what is below."""
    if not isinstance(base, Mapping):
        return stated
    both = {
        key: laid(value, base[key])
        for key, value in stated.items()
        if isinstance(value, Mapping) and key in base
    }
    return {**base, **stated, **both}


def _shown(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else json.dumps(key)
