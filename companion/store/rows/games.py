"""The one row that each game has: how far it has come, and when."""

from datetime import UTC, datetime, timedelta

from companion.store.checksums import START, Row, checksum
from companion.store.errors import StoreUnavailableError
from companion.store.protocols import Change, Heading

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_microseconds(at: datetime) -> int:
    """Return an aware moment as it is stored: whole microseconds since 1970 in UTC."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def to_datetime(microseconds: int) -> datetime:
    """Return what is stored as an aware moment in UTC."""
    try:
        return _EPOCH + timedelta(microseconds=microseconds)
    except (OverflowError, TypeError) as error:
        msg = "a stored time is damaged"
        raise StoreUnavailableError(msg) from error


def game_row(game: str, first: Change) -> dict[str, object]:
    """Return the row of a game that has no line yet; no line has the version 0 it is at."""
    at = to_microseconds(first.at)
    row = {"id": game, "version": 0, "seal": START, "created": at, "changed": at, "deleted": None}
    return row | {"heading": heading_checksum(game, at, at, None)}


def heading_checksum(game: str, created: int, changed: int, deleted: int | None) -> bytes:
    """Return the checksum of when a game was created, last changed and deleted."""
    return checksum("heading", game, created, changed, deleted)


def is_deleted(game: Row) -> bool:
    """Return whether a game is in the trash.

    A time of deletion that is not as it was written is none: damage must not hide a game, and
    still less erase it.
    """
    return game["deleted"] is not None and has_intact_heading(game)


def has_intact_heading(game: Row) -> bool:
    """Return whether the times of a game are as they were written."""
    times = (game["created"], game["changed"], game["deleted"])
    return bool(game["heading"] == heading_checksum(game["id"], *times))


def heading_of(game: Row) -> Heading:
    """Return the heading of a game, without times that are not as they were written."""
    is_intact = has_intact_heading(game)
    created, changed = (
        to_datetime(game[name]) if is_intact else None for name in ("created", "changed")
    )
    return Heading(game["id"], created, changed, game["version"])


def digest_of(game: str) -> bytes:
    """Return what is kept for ever of a game that was deleted: not even its id."""
    return checksum("deleted", game)
