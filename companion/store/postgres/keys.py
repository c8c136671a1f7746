"""Keys in PostgreSQL: which key opens which game to do what.

A key is looked up by itself, and then its game: so keys and games may be on different machines.
"""

from collections.abc import Sequence
from typing import Any

from companion.keys import new_key
from companion.store.checksums import Row
from companion.store.errors import DamagedRowError
from companion.store.postgres.connections import Connections, Database
from companion.store.postgres.games import SELECTED, find_game, game_of, is_name
from companion.store.protocols import AccessKey, Kind
from companion.store.rows.games import is_deleted
from companion.store.rows.keys import access_key, is_intact_key, key_row

_COLUMNS = ("key", "id", "kind", "table", "seal")
_KEYS = 'SELECT "key", game, kind, "table", seal FROM keys'
_KEY = f'{_KEYS} WHERE "key" = %s'
_OF_GAME = f'{_KEYS} WHERE game = %s ORDER BY kind, "table" NULLS FIRST, "key"'

_END = f"""SELECT {SELECTED}, lines.seal
           FROM games LEFT JOIN lines ON lines.game = games.id AND lines.version = games.version
           WHERE games.id = %s"""

_INSERT = """INSERT INTO keys ("key", game, kind, "table", seal)
             SELECT new."key", %(game)s, new.kind, new."table", new.seal
             FROM unnest(%(keys)s::text[], %(kinds)s::text[], %(tables)s::integer[],
                         %(seals)s::bytea[]) AS new ("key", kind, "table", seal)
             ON CONFLICT ("key") DO NOTHING"""

_REMOVE_OTHERS = """DELETE FROM keys WHERE game = %(game)s AND kind = %(kind)s
                    AND "table" IS NOT DISTINCT FROM %(table)s AND "key" <> %(key)s"""


class PostgresKeys:
    """The `Keys` of one database."""

    def __init__(self, server: Connections) -> None:
        self._server = server

    def add(self, game: str, kind: Kind, table: int | None = None) -> str:
        key = new_key()
        self._insert(game, key_row(key, game, kind, table), removes_others=False)
        return key

    def renew(self, game: str, kind: Kind, table: int | None = None, key: str | None = None) -> str:
        key = key or new_key()
        self._insert(game, key_row(key, game, kind, table), removes_others=True)
        return key

    def _insert(self, game: str, row: Row, *, removes_others: bool) -> None:
        def work(db: Database) -> None:
            with db.transaction():
                find_game(db, game, is_locked=True)
                if removes_others:
                    db.write(_REMOVE_OTHERS, {**row, "game": game})
                insert_keys(db, game, [row])

        self._server.run(work)

    def find(self, key: str) -> AccessKey | None:
        return self._find(key, in_trash=False)

    def find_deleted(self, key: str) -> AccessKey | None:
        return self._find(key, in_trash=True)

    def _find(self, key: str, *, in_trash: bool) -> AccessKey | None:
        def work(db: Database) -> tuple[Row, Row] | None:
            found = db.row(_KEY, [key])
            end = found and db.row(_END, [found[1]])
            if not found or not end:
                return None
            game = game_of(end)
            is_sound = end[-1] == game["seal"]
            return game, _key_row(found) | {"version": game["version"] if is_sound else None}

        found = self._server.run(work) if is_name(key) else None
        if found is None or is_deleted(found[0]) != in_trash:
            return None
        if not is_intact_key(found[1]):  # it might open another game
            msg = "a stored key is damaged"
            raise DamagedRowError(msg)
        return access_key(found[1])

    def of_game(self, game: str) -> list[AccessKey]:
        def work(db: Database) -> list[AccessKey]:
            row = find_game(db, game)
            rows = [_key_row(each) for each in db.rows(_OF_GAME, [game])]
            version = {"version": row["version"]}
            return [access_key(each | version) for each in rows if is_intact_key(each)]

        return self._server.run(work)


def insert_keys(db: Database, game: str, rows: Sequence[Row]) -> int:
    """Insert keys to a game and return how many of them were new."""
    columns = ("key", "kind", "table", "seal")
    values = {f"{column}s": [row[column] for row in rows] for column in columns}
    return db.write(_INSERT, {**values, "game": game})


def _key_row(selected: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(_COLUMNS, selected, strict=True))
