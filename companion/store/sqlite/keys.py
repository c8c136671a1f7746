"""Keys in SQLite: which key opens which game to do what."""

from collections.abc import Sequence

from sqlite_utils import Database

from companion.keys import new_key
from companion.store.checksums import Row
from companion.store.errors import DamagedRowError
from companion.store.protocols import AccessKey, Kind
from companion.store.rows.games import is_deleted
from companion.store.rows.keys import access_key, is_intact_key, key_row
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import find_game

# The version is that of the game where its last line is the one the game expects.
_KEYS = """SELECT doors."key", games.id, kind, doors."table", doors.seal,
                  created, changed, deleted, heading,
                  iif(lines.seal = games.seal, games.version, NULL) AS version
           FROM doors JOIN games ON games.number = doors.game
           LEFT JOIN lines ON lines.game = games.number AND lines.version = games.version"""


class SqliteKeys:
    """The `Keys` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def add(self, game: str, kind: Kind, table: int | None = None) -> str:
        with self._file.writing() as db:
            return insert_key(db, find_game(db, game), kind, table)

    def find(self, key: str) -> AccessKey | None:
        return self._find(key, in_trash=False)

    def find_deleted(self, key: str) -> AccessKey | None:
        return self._find(key, in_trash=True)

    def _find(self, key: str, *, in_trash: bool) -> AccessKey | None:
        if not key.isascii():  # SQLite could not even be asked for half of a surrogate pair
            return None
        with self._file.reading() as db:
            found = next(iter(_rows(db, 'doors."key" = ?', [key])), None)
        if found is None or is_deleted(found) != in_trash:
            return None
        if not is_intact_key(found):  # it might open another game
            msg = "a key in the file is damaged"
            raise DamagedRowError(msg)
        return access_key(found)

    def of_game(self, game: str) -> list[AccessKey]:
        where = 'doors.game = ? ORDER BY kind, doors."table", doors."key"'
        with self._file.reading() as db:
            rows = _rows(db, where, [find_game(db, game)["number"]])
        return [access_key(row) for row in rows if is_intact_key(row)]

    def renew(self, game: str, kind: Kind, table: int | None = None, key: str | None = None) -> str:
        where = 'game = ? AND kind = ? AND doors."table" IS ?'
        with self._file.writing() as db:
            row = find_game(db, game)
            db.table("doors").delete_where(where, [row["number"], kind, table])
            return insert_key(db, row, kind, table, key)


def insert_key(
    db: Database, game: Row, kind: Kind, table: int | None, key: str | None = None
) -> str:
    """Insert a key to a game, given as its row of `find_game`, and return it; None: a new one."""
    key = key or new_key()
    db.table("doors").insert(key_row(key, game["id"], kind, table) | {"game": game["number"]})
    return key


def _rows(db: Database, where: str, values: Sequence[object]) -> list[Row]:
    # Every page begins with `find`, and `query()` would add a savepoint to each.
    return list(db.execute(f"{_KEYS} WHERE {where}", values))
