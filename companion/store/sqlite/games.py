"""Games in SQLite: the one row each game has, and the shelf for deleted ones."""

from datetime import UTC, datetime, timedelta

from sqlite_utils import Database

from companion.store.checksums import Row
from companion.store.errors import StoreUnavailableError, UnknownGameError
from companion.store.sqlite.connections import Connections

# Where it is damaged it may be anything else, none of which would fit its seal either.
WHOLE_VERSION = "ifnull(CAST(version AS INTEGER), 0) AS version"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SWEPT_AT_ONCE = 200  # so that nobody's save waits long


def stored(at: datetime) -> int:
    """Give an aware moment as the file keeps it: whole microseconds since 1970 in UTC."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def moment(microseconds: int) -> datetime:
    """Give what the file keeps as an aware moment in UTC."""
    try:
        return _EPOCH + timedelta(microseconds=microseconds)
    except (OverflowError, TypeError) as error:
        msg = "a time in the file is damaged"
        raise StoreUnavailableError(msg) from error


def head(db: Database, game: str) -> Row:
    """Find the row of a game that is not deleted: its number, id, version and seal."""
    sql = f"""SELECT number, ? AS id, {WHOLE_VERSION}, seal
              FROM games WHERE id = ? AND deleted IS NULL"""  # noqa: S608 - our own words
    row: Row | None = db.execute(sql, (game, game)).fetchone()
    if row is None:
        raise UnknownGameError(game)
    return row


class SqliteShelf:
    """The `Trash` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def delete(self, game: str, at: datetime) -> None:
        """Put a game on the shelf, see `Shelf.delete`."""
        self._mark(game, "ifnull(deleted, ?)", stored(at))

    def undelete(self, game: str) -> None:
        """Take a game back, see `Shelf.undelete`."""
        self._mark(game, "?", None)

    def _mark(self, game: str, deleted: str, value: int | None) -> None:
        sql = f"UPDATE games SET deleted = {deleted} WHERE id = ?"  # noqa: S608 - one of the two above
        with self._file.writing() as db:
            if not db.execute(sql, (value, game)).rowcount:
                raise UnknownGameError(game)

    def sweep(self, before: datetime) -> int:
        """Remove games, see `Shelf.sweep`; what was read of them goes with them."""
        removed = 0
        while some := self._sweep_some(stored(before)):
            removed += some
        return removed

    def _sweep_some(self, before: int) -> int:
        sql = """DELETE FROM games WHERE number IN (
                     SELECT number FROM games WHERE deleted < ? LIMIT ?)"""
        with self._file.writing() as db:
            return db.execute(sql, (before, _SWEPT_AT_ONCE)).rowcount
