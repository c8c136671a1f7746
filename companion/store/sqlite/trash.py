"""The trash in SQLite: deleted games, until they are really removed."""

from datetime import datetime

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
from companion.store.sqlite.journals import read_lines

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

    def purge(self, before: datetime) -> int:
        last = purged = 0
        while True:
            with self._file.writing() as db:
                games = db.table("games")
                old = list(
                    games.rows_where(
                        "deleted < ? AND number > ?",
                        [to_microseconds(before), last],
                        order_by="number",
                        limit=_PURGED_AT_ONCE,
                    )
                )
                for row in filter(is_deleted, old):
                    # A phone that has not heard of it must not bring it back one day.
                    db.table("purged").insert({"digest": digest_of(row["id"])}, replace=True)
                    games.delete(row["number"])  # and all that refers to it
                    purged += 1
            if not old:
                return purged
            last = old[-1]["number"]
