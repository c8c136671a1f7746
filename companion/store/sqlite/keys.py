"""Doors in SQLite: which key opens which game to do what."""

import secrets
from typing import cast

from sqlite_utils import Database

from companion.store.checksums import Row, seal
from companion.store.errors import StoreUnavailableError
from companion.store.protocols import AccessKey, Kind
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import head

_DOORS = """SELECT doors."key", games.id AS game, kind, doors."table", doors.seal,
                   iif(lines.seal = games.seal, games.version, NULL) AS version
            FROM doors JOIN games ON games.number = doors.game
            LEFT JOIN lines ON lines.game = games.number AND lines.version = games.version"""


class SqliteDoors:
    """The `Doors` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def open(self, game: str, kind: Kind, table: int | None = None) -> str:
        """Make one more key, see `Doors.open`."""
        with self._file.writing() as db:
            return open_door(db, head(db, game), kind, table)

    def find(self, key: str) -> AccessKey | None:
        """Find what a key opens, see `Doors.find`."""
        if not key.isascii():  # all of ours are; half a surrogate pair could not even be asked for
            return None
        with self._file.reading() as db:
            rows = db.execute(f'{_DOORS} WHERE doors."key" = ? AND deleted IS NULL', (key,))
            return next(map(_door, rows), None)

    def keys(self, game: str) -> list[AccessKey]:
        """List the doors of a game, see `Doors.keys`."""
        sql = f'{_DOORS} WHERE doors.game = ? ORDER BY kind, doors."table", doors."key"'
        with self._file.reading() as db:
            return [_door(row) for row in db.execute(sql, (head(db, game)["number"],))]

    def renew(self, game: str, kind: Kind, table: int | None = None) -> str:
        """Change the lock, see `Doors.renew`."""
        sql = 'DELETE FROM doors WHERE game = ? AND kind = ? AND doors."table" IS ?'
        with self._file.writing() as db:
            row = head(db, game)
            db.execute(sql, (row["number"], kind, table))
            return open_door(db, row, kind, table)


def open_door(db: Database, game: Row, kind: Kind, table: int | None) -> str:
    """Make a key to a game, given as its row of `head`."""
    key = secrets.token_urlsafe(16)
    row = {"key": key, "game": game["number"], "kind": kind, "table": table}
    db.table("doors").insert(row | {"seal": seal(key, game["id"], kind, table)})
    return key


def _door(row: Row) -> AccessKey:
    """Give a stored door; one that is not as it was written might lead into another game."""
    door = AccessKey(
        row["key"], row["game"], cast("Kind", row["kind"]), row["table"], row["version"]
    )
    if row["seal"] != seal(door.key, door.game, door.kind, door.table):
        msg = "a key in the file is damaged"
        raise StoreUnavailableError(msg)
    return door
