"""What a phone keeps of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Entries = list[dict[str, Any]]


@dataclass
class Copy:
    """The keys of a game, and its journal."""

    keys: dict[str, Any]
    entries: Entries

    @classmethod
    def of(cls, journal: dict[str, Any]) -> "Copy":
        keys = {**journal}
        return cls(keys, keys.pop("entries"))

    @property
    def last(self) -> int:
        return int(self.entries[-1]["version"])

    @property
    def rounds(self) -> set[str]:
        return rounds_in(self.entries)

    def begins_with(self, entries: Entries) -> bool:
        pairs = zip(entries, self.entries, strict=False)
        return len(entries) <= self.last and all(mark(one) == mark(other) for one, other in pairs)


def rounds_in(entries: Sequence[dict[str, Any]]) -> set[str]:
    """Return by what the rounds of a journal were known when they were typed."""
    kept = (each["round"] for each in entries if each["kind"] == "round-recorded")
    return {note["text"] for each in kept for note in each.get("notes", ())}


def mark(entry: dict[str, Any]) -> object:
    """Return by what an entry is known; a server may have set its time right."""
    return entry.get("request_id") or {**entry, "at": 0}
