"""Checksums: how damage to what was stored is found when it is read.

The checksum of a line covers its game, the checksum of the line before it and everything the line
says. So a line that was changed, lost, moved or put into another game no longer fits. The game
keeps the number and the checksum of its last line, so that a lost end is missed as well.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

Row = Mapping[str, Any]

START = b""
"""What stands in place of the checksum before the first line."""

COLUMNS = ("version", "at", "body", "request_id", "fingerprint", "by")
"""What the checksum of a line covers, in this order."""

_encode = json.JSONEncoder(default=bytes.hex).encode


def checksum(*parts: object) -> bytes:
    """Return a checksum of 16 bytes over whole numbers, texts, bytes and None.

    A damaged file may hand over any of these types where another one is due; that must give
    another checksum and not an error.
    """
    # JSON in ASCII keeps even half of a surrogate pair, which UTF-8 cannot hold.
    return blake2b(_encode(parts).encode("ascii"), digest_size=16).digest()


def line_checksum(game: str, previous: bytes, row: Row) -> bytes:
    """Return the checksum of a line, given as a row with all of `COLUMNS`."""
    return checksum(game, previous, *(row[column] for column in COLUMNS))


def intact_rows(game: str, previous: bytes, rows: Iterable[Row], since: int = 0) -> Iterator[Row]:
    """Yield the rows after version `since` up to the first that is not as it was written.

    `previous` is the checksum of line `since`. Each row has its own in its column `seal`.
    """
    for version, row in enumerate(rows, since + 1):
        if row["version"] != version or row["seal"] != line_checksum(game, previous, row):
            return
        yield row
        previous = row["seal"]
