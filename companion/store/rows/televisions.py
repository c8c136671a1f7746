"""The row of a television."""

from companion.store.checksums import Row, checksum
from companion.store.codes import LIFETIME
from companion.store.protocols import Television
from companion.store.rows.games import to_datetime

_COLUMNS = ("television", "code", "address", "key", "at")


def television_of(row: Row) -> Television:
    """Return what a television shows."""
    if row["code"] is None:
        return Television(key=row["key"])
    return Television(row["code"], to_datetime(row["at"]) + LIFETIME)


def is_intact_television(row: Row) -> bool:
    """Return whether what a television shows is as it was written."""
    return bool(row["seal"] == television_checksum(row))


def television_checksum(row: Row) -> bytes:
    """Return the checksum of what a television shows."""
    return checksum("television", *(row[column] for column in _COLUMNS))
