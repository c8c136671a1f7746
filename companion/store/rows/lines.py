"""The lines of a journal: what the next ones of a game are, and which are as they were written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.store.checksums import START, Part, Row, checksum
from companion.store.errors import RepeatedRequestError, RequestIdTakenError, VersionConflictError
from companion.store.rows.games import heading_checksum, to_datetime, to_microseconds

End = tuple[int, bytes]  # version and checksum of the last line
_COVERED = ("version", "at", "body", "request_id", "fingerprint", "by")
LINES = Part("lines", (*_COVERED, "seal"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change that is to be appended to a game."""

    at: datetime  # aware
    body: str  # the entry as JSON text
    request_id: str | None = None  # the caller's name for this change
    fingerprint: str | None = None  # tells a repeated request from another under the same name
    by: str | None = None  # the nickname of the phone that wrote it


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Change):
    """One stored change; the first of a game is version 1, each next one a version more."""

    version: int


def next_rows(
    game: Row, changes: Sequence[Change], written: Mapping[str, Line], at_version: int | None = None
) -> list[dict[str, object]]:
    """Return the rows of the lines that are to be appended to a game, after all checks.

    Of each change the request id is looked at first, among those `written` before; then whether
    the game, whose end is sound, is at `at_version` (None: wherever it is).
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


def moved_end(game: Row, last: Row) -> dict[str, object]:
    """Return what the row of a game says once a line has become its last; old damage ends here."""
    return {
        "version": last["version"],
        "seal": last["seal"],
        "changed": last["at"],
        "deleted": None,
        "heading": heading_checksum(game["id"], game["created"], last["at"], None),
    }


def intact_lines(game: str, rows: Sequence[Row], since: int) -> tuple[list[Line], End]:
    """Return the intact lines after a version, with version and checksum of their last.

    `rows` begins with the line of that version itself, if it is not 0.
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
    """Return the checksum of a line, given as its row; `previous` is that of the line before."""
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
