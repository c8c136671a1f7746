"""The row of a game, with its version and times."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from companion.store.checksums import Row, checksum
from companion.store.database import Database
from companion.store.errors import StoreUnavailableError, UnknownGameError

COLUMNS = ("id", "version", "seal", "created", "changed", "deleted", "heading")

TIMES = "games.ref AS ref, games.id AS id, created, changed, deleted, heading"
"""Columns of a game that are selected along with another row."""

# A damaged version may be of any type. Cast to a number, it still matches no checksum.
VERSION = "coalesce(CAST(games.version AS integer), 0) AS version"
SELECTED = f"games.seal AS seal, {VERSION}, {TIMES}"

_GAME = f"SELECT {SELECTED} FROM games WHERE id = :game"
_LOCKED = f"{_GAME} FOR NO KEY UPDATE"
_PURGED = "SELECT digest FROM purged WHERE digest = :digest"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list of games, with None for damaged times."""

    game: str
    created: datetime | None
    changed: datetime | None
    version: int
    deleted: datetime | None = field(default=None, compare=False)


def to_microseconds(at: datetime) -> int:
    """Convert an aware datetime for storage, to whole microseconds since 1970 in UTC."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def to_datetime(microseconds: int) -> datetime:
    """Convert stored microseconds to an aware datetime in UTC."""
    try:
        return _EPOCH + timedelta(microseconds=microseconds)
    except (OverflowError, TypeError) as error:
        msg = "a stored time is damaged"
        raise StoreUnavailableError(msg) from error


def heading_checksum(game: str, created: int, changed: int, deleted: int | None) -> bytes:
    return checksum("heading", game, created, changed, deleted)


def get_game(db: Database, game: str, *, is_locked: bool = False) -> Row | None:
    """Return the row of a game (in the trash or not) or None, if `is_locked` locked until saved."""
    return db.row(_LOCKED if is_locked else _GAME, game=game)


def find_game(db: Database, game: str) -> Row:
    return require_game(game, get_game(db, game))


def require_game(game: str, row: Row | None, *, in_trash: bool = False) -> Row:
    """Return `row`, or raise `UnknownGameError` if None, or in the trash without `in_trash`."""
    if row is None or (is_deleted(row) and not in_trash):
        raise UnknownGameError(game)
    return row


def is_deleted(game: Row) -> bool:
    """Return whether a game is in the trash, or False if its times are damaged (to hide none)."""
    return game["deleted"] is not None and has_intact_heading(game)


def has_intact_heading(game: Row) -> bool:
    times = (game["created"], game["changed"], game["deleted"])
    return bool(game["heading"] == heading_checksum(game["id"], *times))


def time_of(game: Row, name: str) -> datetime | None:
    is_known = game[name] is not None and has_intact_heading(game)
    return to_datetime(game[name]) if is_known else None


def summary_of(game: Row) -> GameSummary:
    created, changed, deleted = (time_of(game, name) for name in ("created", "changed", "deleted"))
    return GameSummary(game["id"], created, changed, game["version"], deleted)


def digest_of(name: str) -> bytes:
    """Return the digest that stays of a purged game or group, without revealing its id or key."""
    return checksum("deleted", name)


def purge(db: Database, *names: str) -> None:
    """Record that nothing may be restored under an id or a key any more."""
    db.insert("purged", [{"digest": digest_of(name)} for name in names])


def is_purged(db: Database, name: str) -> bool:
    return db.row(_PURGED, digest=digest_of(name)) is not None
