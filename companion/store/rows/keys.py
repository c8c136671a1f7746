"""The rows of keys: what each opens."""

from typing import cast

from companion.store.checksums import Row, checksum
from companion.store.protocols import AccessKey, Kind


def key_row(key: str, game: str, kind: Kind, table: int | None) -> dict[str, object]:
    """Return the row of a key, without its game."""
    return {"key": key, "kind": kind, "table": table, "seal": checksum(key, game, kind, table)}


def is_intact_key(row: Row) -> bool:
    """Return whether a key, given with the id of its game, is as it was written."""
    return bool(row["seal"] == checksum(row["key"], row["id"], row["kind"], row["table"]))


def access_key(row: Row) -> AccessKey:
    """Return what a key opens by its row, with the `version` its game was at."""
    return AccessKey(row["key"], row["id"], cast("Kind", row["kind"]), row["table"], row["version"])
