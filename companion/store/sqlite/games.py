"""Games in SQLite: the one row each game has, and the trash."""

from datetime import UTC, datetime, timedelta

from sqlite_utils import Database

from companion.store.checksums import Row
from companion.store.errors import StoreUnavailableError, UnknownGameError
from companion.store.sqlite.connections import Connections

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PURGED_AT_ONCE = 200  # a save waits for one such batch, not for the whole purge

# On the journal's hot path, see journals.py.
# A damaged version may be anything but a number; as a number it still fits no checksum.
_GAME = """SELECT number, ? AS id, ifnull(CAST(version AS INTEGER), 0) AS version, seal
           FROM games WHERE id = ? AND deleted IS NULL"""


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
    """Return number, id, version and seal of a game that is not deleted; `UnknownGameError`."""
    row: Row | None = db.execute(_GAME, (game, game)).fetchone()
    if row is None:
        raise UnknownGameError(game)
    return row


class SqliteTrash:
    """The `Trash` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def delete(self, game: str, at: datetime) -> None:
        self._mark(game, to_microseconds(at))

    def undelete(self, game: str) -> None:
        self._mark(game, None)

    def _mark(self, game: str, deleted: int | None) -> None:
        with self._file.writing() as db:
            games = db.table("games")
            row = next(games.rows_where("id = ?", [game], select="number, deleted"), None)
            if row is None:
                raise UnknownGameError(game)
            # Deleted once more, a game keeps the time at which it was deleted first.
            if deleted is None or row["deleted"] is None:
                games.update(row["number"], {"deleted": deleted})

    def purge(self, before: datetime) -> int:
        old = ("deleted < ?", [to_microseconds(before)])
        purged = 0
        while True:
            with self._file.writing() as db:
                games = db.table("games")
                numbers = [
                    row["number"]
                    for row in games.rows_where(*old, select="number", limit=_PURGED_AT_ONCE)
                ]
                for number in numbers:
                    games.delete(number)  # and all that refers to it
            if not numbers:
                return purged
            purged += len(numbers)
