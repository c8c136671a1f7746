"""The lines of a journal: rows of new lines, and checks of stored ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.store.checksums import START, DbTable, Row, checksum
from companion.store.errors import RepeatedRequestError, RequestIdTakenError, VersionConflictError
from companion.store.rows.games import heading_checksum, to_datetime, to_microseconds

End = tuple[int, bytes]  # version and checksum of the last line
_COVERED = ("version", "at", "body", "request_id", "fingerprint", "by")
LINES = DbTable("lines", (*_COVERED, "seal"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change to be appended to a game."""

    at: datetime  # with a time zone
    body: str  # the entry as JSON text
    request_id: str | None = None  # chosen by the caller
    fingerprint: str | None = None  # distinguishes a retry from another request with the same id
    by: str | None = None  # the nickname of the phone that wrote it
    # Words of the entry that the store must record first, see `companion.game.journal_format`.
    newer_words: frozenset[str] = field(default=frozenset(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Change):
    """A stored change, where the versions of a game count from 1."""

    version: int


def next_rows(
    game: Row, changes: Sequence[Change], written: Mapping[str, Line], at_version: int | None = None
) -> list[dict[str, object]]:
    """Return the rows of the lines to append to a game, after all checks.

    For each change, the request id is checked first, against the lines `written` before. Then the
    game, whose end is intact, must be at `at_version` (default: any version).
    """
    rows: list[dict[str, object]] = []
    known = dict(written)
    end, previous = game["version"], game["seal"]
    for change in changes:
        if change.request_id in known:
            earlier = known[change.request_id]
            is_same = earlier.fingerprint == change.fingerprint
            raise (RepeatedRequestError if is_same else RequestIdTakenError)(earlier)
        if at_version not in {None, game["version"]}:
            raise VersionConflictError(game["version"])
        row: dict[str, object] = {
            "version": end + 1,
            "at": to_microseconds(change.at),
            "body": change.body,
            "request_id": change.request_id,
            "fingerprint": change.fingerprint,
            "by": change.by,
        }
        row["seal"] = line_checksum(game["id"], previous, row)
        rows.append(row)
        end, previous = end + 1, row["seal"]
        if change.request_id is not None:
            known[change.request_id] = line_of(row)
    return rows


def new_end(game: Row, last: Row) -> dict[str, object]:
    """Return the columns of a game's row to update after appending the line `last`."""
    return {
        "version": last["version"],
        "seal": last["seal"],
        "changed": last["at"],
        "deleted": None,
        "heading": heading_checksum(game["id"], game["created"], last["at"], None),
    }


def intact_lines(game: str, rows: Sequence[Row], since: int) -> tuple[list[Line], End]:
    """Return the intact lines after version `since`, with the last one's version and checksum.

    `rows` starts at the line of version `since` itself, unless that is 0.
    """
    first = 1 if since else 0
    lines, previous = [], rows[0]["seal"] if first and rows else START
    for version, row in enumerate(rows[first:], since + 1):
        if row["version"] != version or row["seal"] != line_checksum(game, previous, row):
            break
        lines.append(line_of(row))
        previous = row["seal"]
    return lines, (since + len(lines), previous)


def line_checksum(game: str, previous: bytes, row: Row) -> bytes:
    """Return the checksum of a line's row, given the previous line's checksum."""
    return checksum(game, previous, *(row[column] for column in _COVERED))


def line_of(row: Row) -> Line:
    return Line(
        version=row["version"],
        at=to_datetime(row["at"]),
        body=row["body"],
        request_id=row["request_id"],
        fingerprint=row["fingerprint"],
        by=row["by"],
    )
