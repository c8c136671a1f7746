"""Publication and change dates of rulings, from changes.json.

An entry has the day, the rule, the kind of change (added, meaning or wording), an optional note,
and for each box concerned a digest of the ruling per language. A test compares the latest digests
with the rulings.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from itertools import product
from typing import Annotated, Literal, TypedDict

Day = Annotated[str, ("format", "date")]


class ChangeValues(TypedDict):
    """What happened to a ruling on a day, in the boxes that are named."""

    day: Day
    rule: str
    editions: list[str]
    what: Literal["added", "meaning", "wording"]
    note: str


class ChangeLine(TypedDict):
    """A line of the file: by box and language the digests that hold until a later line."""

    day: str
    rule: str
    what: Literal["added", "meaning", "wording"]
    note: str
    digests: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class History:
    """Changes of all rulings, newest first, and the dates derived from them."""

    changes: tuple[ChangeValues, ...]
    first: Mapping[str, str]  # by rule, the day it was added
    last: Mapping[tuple[str, str], str]  # by box and rule, the last change in meaning

    @property
    def published(self) -> str:
        return self.changes[0]["day"] if self.changes else ""

    def since(self, rule: str) -> str:
        """Return the day on which a ruling was added to the project."""
        # Only during development a ruling has no entry yet, as a test requires one.
        return self.first.get(rule, self.published)

    def changed(self, edition: str, rule: str) -> str:
        return self.last.get((edition, rule), self.since(rule))


def read_history(folder: Traversable) -> History:
    file = folder / "changes.json"
    lines = read_lines(file) if file.is_file() else []
    first: dict[str, str] = {}
    last: dict[tuple[str, str], str] = {}
    for line in reversed(lines):
        first.setdefault(line["rule"], line["day"])
        if line["what"] != "wording":
            last |= dict.fromkeys(product(line["digests"], [line["rule"]]), line["day"])
    changes: list[ChangeValues] = [
        {
            "day": line["day"],
            "rule": line["rule"],
            "editions": list(line["digests"]),
            "what": line["what"],
            "note": line["note"],
        }
        for line in lines
    ]
    return History(tuple(changes), first, last)


def read_lines(file: Traversable) -> list[ChangeLine]:
    lines: list[ChangeLine] = json.loads(file.read_bytes())
    return lines
