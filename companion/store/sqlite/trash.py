"""The trash in SQLite: deleted games, until they are really removed."""

from datetime import datetime

from sqlite_utils import Database

from companion.store.errors import UnknownGameError
from companion.store.protocols import Heading, Line
from companion.store.rows.games import (
    digest_of,
    heading_checksum,
    heading_of,
    is_deleted,
    to_microseconds,
)
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import get_game
from companion.store.sqlite.groups import remove_empty_groups
from companion.store.sqlite.journals import read_lines

# In a group with other games, a game is there for longer.
_DUE = """SELECT games.number FROM games
          LEFT JOIN places ON places.game = games.number AND places."group" IS NOT NULL
          WHERE deleted IS NOT NULL AND deleted < :latest AND deleted < iif(
              EXISTS (SELECT 1 FROM places AS other
                      WHERE other."group" = places."group" AND other.game <> places.game),
              :grouped, :before)
          ORDER BY games.deleted, games.number"""

_PURGED_AT_ONCE = 200  # a save waits for one such batch, not for the whole purge


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
            row = next(games.rows_where("id = ?", [game]), None)
            if row is None:
                raise UnknownGameError(game)
            # Deleted once more, a game keeps the time at which it was deleted first.
            if deleted is None or not is_deleted(row):
                heading = heading_checksum(game, row["created"], row["changed"], deleted)
                games.update(row["number"], {"deleted": deleted, "heading": heading})

    def latest(self, limit: int) -> list[Heading]:
        with self._file.reading() as db:
            deleted = db.table("games").rows_where(
                "deleted IS NOT NULL", order_by="deleted DESC, number DESC", limit=limit
            )
            return [heading_of(row) for row in deleted if is_deleted(row)]

    def read(self, game: str) -> list[Line]:
        with self._file.reading() as db:
            row = get_game(db, game)
            if row is None:
                raise UnknownGameError(game)
            return read_lines(db, row)

    def purge(self, before: datetime, grouped_before: datetime | None = None) -> int:
        moments = {
            "before": to_microseconds(before),
            "grouped": to_microseconds(grouped_before or before),
            "latest": to_microseconds(max(before, grouped_before or before)),
        }
        with self._file.reading() as db:
            due = [row["number"] for row in db.query(_DUE, moments)]
        purged = 0
        for start in range(0, len(due), _PURGED_AT_ONCE):
            some = due[start : start + _PURGED_AT_ONCE]
            with self._file.writing() as db:
                purged += sum(_remove(db, number) for number in some)
        return purged


def _remove(db: Database, number: int) -> bool:
    """Remove a deleted game for good; not one that was restored in the meantime."""
    games = db.table("games")
    row = next(games.rows_where("number = ?", [number]), None)
    if row is None or not is_deleted(row):
        return False
    places = db.query('SELECT "group" FROM places WHERE game = ?', [number])
    groups = [place["group"] for place in places if place["group"] is not None]
    # A phone that has not heard of it must not bring it back one day.
    db.table("purged").insert({"digest": digest_of(row["id"])}, replace=True)
    games.delete(number)  # and all that refers to it
    remove_empty_groups(db, groups)
    return True
