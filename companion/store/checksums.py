"""Checksums that reveal damage to stored rows when they are read.

A line's checksum covers its game, the checksum of the previous line and all of its own columns. So
a line that was changed, lost, moved or put into another game no longer matches. The game's row
has the number and checksum of its last line, so that a lost end is noticed as well.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from companion.store.errors import DamagedRowError

Row = Mapping[str, Any]

START = b""
"""The previous checksum for the first line of a game."""

_encode = json.JSONEncoder(default=bytes.hex).encode


def checksum(*parts: object) -> bytes:
    """Return a 16-byte checksum over integers, strings, bytes and None."""
    # A damaged file may yield any type, which must give a different checksum and no error.
    # JSON in ASCII encodes even a lone surrogate, which UTF-8 cannot.
    return blake2b(_encode(parts).encode("ascii"), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class DbTable:
    """A database table: its name and its columns, except the one that refers to a game.

    The last column, `seal`, is a checksum of `label` and the `covered` columns in this order, where
    `id` is the id of the game. A table that covers no columns has no checksums of its own. The
    first column is unique among the rows of one game, or in the whole table if its rows belong to
    no game. The values of `unique`, another column, differ in the whole table.
    """

    name: str
    columns: tuple[str, ...]
    label: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    unique: str | None = None

    def with_checksum(self, row: Row, **extra: object) -> dict[str, Any]:
        """Return a row with its checksum, which may cover `extra` values outside of the row."""
        return {**row, "seal": self._checksum({**row, **extra})}

    def is_intact(self, row: Row) -> bool:
        """Return whether a row, with its game's `id`, has the right checksum (or needs none)."""
        return not self.covered or bool(row["seal"] == self._checksum(row))

    def check(self, rows: Iterable[Row]) -> None:
        """Raise `DamagedRowError` unless all rows have the right checksum."""
        if not all(map(self.is_intact, rows)):
            msg = f"a row in the table of {self.name} is not as it was written"
            raise DamagedRowError(msg)

    def _checksum(self, row: Row) -> bytes:
        return checksum(*self.label, *(row[column] for column in self.covered))
