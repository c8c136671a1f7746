"""Seals: how damage to what was stored is found when it is read.

The seal of a line is a checksum over its game, the seal of the line before it and everything the
line says. So a line that was changed, lost, moved or put into another game no longer fits. The
game keeps the number and the seal of its last line, so that a lost end is missed as well.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

Row = Mapping[str, Any]

FIRST = b""
"""What stands in place of the seal before the first line."""

_WRITTEN = json.JSONEncoder(default=bytes.hex).encode

SEALED = ("version", "at", "body", "request_id", "fingerprint", "by")


def seal(*parts: object) -> bytes:
    """Compute a checksum of 16 bytes over whole numbers, texts, bytes and None.

    A damaged file may hand over any of the types it knows where another one is due; that must
    give another checksum and not an error.
    """
    return blake2b(_WRITTEN(parts).encode("ascii"), digest_size=16).digest()


def seal_line(game: str, before: bytes, row: Row) -> bytes:
    """Compute the seal of a line, given as a row with all columns of `SEALED`."""
    return seal(game, before, *(row[column] for column in SEALED))


def sound(game: str, before: bytes, rows: Iterable[Row], since: int = 0) -> Iterator[Row]:
    """Yield the rows after version `since` up to the first that is not as it was written.

    `before` is the seal of line `since`. Each row has its own as `seal`.
    """
    for version, row in enumerate(rows, since + 1):
        if row["version"] != version or row["seal"] != seal_line(game, before, row):
            return
        yield row
        before = row["seal"]
