"""Games in SQLite: the one row each game has, and the trash."""

from datetime import UTC, datetime, timedelta

from sqlite_utils import Database

from companion.store.checksums import Row, checksum
from companion.store.errors import StoreUnavailableError, UnknownGameError
from companion.store.protocols import Heading

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# On the journal's hot path, see journals.py.
# A damaged version may be anything but a number; as a number it still fits no checksum.
_GAME = """SELECT number, ? AS id, ifnull(CAST(version AS INTEGER), 0) AS version, seal,
                  created, changed, deleted, heading
           FROM games WHERE id = ?"""


def to_microseconds(at: datetime) -> int:
    """Return an aware moment as the file has it: whole microseconds since 1970 in UTC."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def to_datetime(microseconds: int) -> datetime:
    """Return what the file has as an aware moment in UTC."""
    try:
        return _EPOCH + timedelta(microseconds=microseconds)
    except (OverflowError, TypeError) as error:
        msg = "a time in the file is damaged"
        raise StoreUnavailableError(msg) from error


def find_game(db: Database, game: str) -> Row:
    """Return the row of a game that is not in the trash; raises `UnknownGameError`."""
    row = get_game(db, game)
    if row is None or is_deleted(row):
        raise UnknownGameError(game)
    return row


def get_game(db: Database, game: str) -> Row | None:
    """Return the row of a game, in the trash or not; None where there is none."""
    row: Row | None = db.execute(_GAME, (game, game)).fetchone()
    return row


def digest_of(game: str) -> bytes:
    """Return what is kept for ever of a game that was deleted: not even its id."""
    return checksum("deleted", game)


def is_purged(db: Database, game: str) -> bool:
    """Return whether a game was deleted and removed."""
    return any(db.table("purged").rows_where("digest = ?", [digest_of(game)]))


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
