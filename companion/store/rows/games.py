"""The one row that each game has: how far it has come, and when."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion.store.checksums import START, Row, checksum
from companion.store.database import Database
from companion.store.errors import StoreUnavailableError, UnknownGameError

COLUMNS = ("id", "version", "seal", "created", "changed", "deleted", "heading")

TIMES = "games.id AS id, created, changed, deleted, heading"
"""What is read of a game beside another row that is looked up with it."""

# A damaged version may be anything but a number; as a number it still fits no checksum.
VERSION = "coalesce(CAST(games.version AS integer), 0) AS version"
SELECTED = f"games.ref AS ref, games.seal AS seal, {VERSION}, {TIMES}"

_GAME = f"SELECT {SELECTED} FROM games WHERE id = :game"
_LOCKED = f"{_GAME} FOR NO KEY UPDATE"
_PURGED = "SELECT digest FROM purged WHERE digest = :digest"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Heading:
    """One game in a list of games; its names and totals are in its journal.

    Times that are not as they were written are None.
    """

    game: str
    created: datetime | None
    changed: datetime | None
    version: int


def new_id() -> str:
    """Return the id of a new game, or a new key: 128 random bits in 22 characters."""
    return secrets.token_urlsafe(16)


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


def game_row(game: str, at: datetime) -> dict[str, object]:
    """Return the row of a game that has no line yet; no line has the version 0 it is at."""
    now = to_microseconds(at)
    row = {"id": game, "version": 0, "seal": START, "created": now, "changed": now, "deleted": None}
    return row | {"heading": heading_checksum(game, now, now, None)}


def heading_checksum(game: str, created: int, changed: int, deleted: int | None) -> bytes:
    """Return the checksum of when a game was created, last changed and deleted."""
    return checksum("heading", game, created, changed, deleted)


def get_game(db: Database, game: str, *, is_locked: bool = False) -> Row | None:
    """Return the row of a game, in the trash or not; None where there is none.

    If it `is_locked`, nobody else changes it before all is saved.
    """
    return db.row(_LOCKED if is_locked else _GAME, game=game)


def find_game(db: Database, game: str, *, is_locked: bool = False) -> Row:
    """Return the row of a game that is not in the trash; raises `UnknownGameError`."""
    return require_game(game, get_game(db, game, is_locked=is_locked))


def require_game(game: str, row: Row | None, *, in_trash: bool = False) -> Row:
    """Return the row of a game; `UnknownGameError` where there is none.

    So is one in the trash, unless it may be there (`in_trash`).
    """
    if row is None or (is_deleted(row) and not in_trash):
        raise UnknownGameError(game)
    return row


def is_deleted(game: Row) -> bool:
    """Return whether a game is in the trash.

    A time of deletion that is not as it was written is none: damage must not hide a game, and
    still less erase it.
    """
    return game["deleted"] is not None and has_intact_heading(game)


def is_purged(db: Database, game: str) -> bool:
    """Return whether a game was deleted and removed."""
    return db.row(_PURGED, digest=digest_of(game)) is not None


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
