"""Checksums: how damage to what was stored is found when it is read.

The checksum of a line covers its game, the checksum of the line before it and everything the line
says. So a line that was changed, lost, moved or put into another game no longer fits. The game
keeps the number and the checksum of its last line, so that a lost end is missed as well.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from companion.store.errors import DamagedRowError

Row = Mapping[str, Any]

START = b""
"""What stands in place of the checksum before the first line."""

_encode = json.JSONEncoder(default=bytes.hex).encode


def checksum(*parts: object) -> bytes:
    """Return a checksum of 16 bytes over whole numbers, texts, bytes and None."""
    # A damaged file may hand over any type; that must give another checksum and not an error.
    # JSON in ASCII keeps even half of a surrogate pair, which UTF-8 cannot hold.
    return blake2b(_encode(parts).encode("ascii"), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of rows: the table they are in, and its columns but for the game they belong to.

    The checksum of a row, in its last column `seal`, covers the `label` and the columns `covered`,
    in this order; `id` is that of its game. Rows of a kind that covers none have no checksum of
    their own. The first column tells those of one game, or all, apart; `unique` is another one in
    which no two rows of a store have the same.
    """

    name: str
    columns: tuple[str, ...]
    label: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    unique: str | None = None

    def sealed(self, row: Row, **beside: object) -> dict[str, Any]:
        """Return a row with its checksum; `beside` is what that covers and the row lacks."""
        return {**row, "seal": self._checksum({**row, **beside})}

    def is_intact(self, row: Row) -> bool:
        """Return whether a row, given with the id of its game, is as it was written."""
        return not self.covered or bool(row["seal"] == self._checksum(row))

    def check(self, rows: Iterable[Row]) -> None:
        """Raise `DamagedRowError` unless all these rows are as they were written."""
        if not all(map(self.is_intact, rows)):
            msg = f"a row in the table of {self.name} is not as it was written"
            raise DamagedRowError(msg)

    def _checksum(self, row: Row) -> bytes:
        return checksum(*self.label, *(row[column] for column in self.covered))
