"""Access keys, each of which opens one game for one kind of use."""

from dataclasses import dataclass, field
from typing import Literal

from companion.keys import new_key
from companion.store.checksums import DbTable, Row
from companion.store.database import Database, Rows
from companion.store.rows.games import TIMES, get_game, is_deleted, require_game

KEYS = DbTable("keys", ("key", "kind", "table", "seal"), covered=("key", "id", "kind", "table"))

Kind = Literal["score", "watch", "table", "join"]

# The version of the game, or NULL if its last line has another checksum than the game's row.
_SELECT = f"""SELECT keys."key", kind, keys."table", keys.seal AS seal, {TIMES},
                   CASE WHEN lines.seal = games.seal THEN games.version END AS version"""
_LAST = "LEFT JOIN lines ON lines.game = games.ref AND lines.version = games.version"
_KEY = f"""{_SELECT} FROM keys JOIN games ON games.ref = keys.game {_LAST}
           WHERE keys."key" = :key"""
# A game with its keys of one kind, or of all kinds if `:kind` is empty.
_OF_GAME = f"""{_SELECT}
               FROM games LEFT JOIN keys ON keys.game = games.ref AND :kind IN (kind, '') {_LAST}
               WHERE games.id = :game ORDER BY kind, coalesce(keys."table", 0), keys."key\""""

_REMOVE_OTHERS = """DELETE FROM keys WHERE game = :game AND kind = :kind
                    AND coalesce("table", 0) = coalesce(:table, 0) AND "key" <> :key"""


@dataclass(frozen=True, slots=True)
class AccessKey:
    """An access key and what it opens, with a `table` only for one table of a tournament."""

    key: str
    game: str
    kind: Kind
    table: int | None = None
    # The game's version when the key was read, to find it in a cache. None if its end is damaged.
    version: int | None = field(default=None, compare=False)


class Keys(Rows):
    """Access keys of games."""

    def add(self, game: str, kind: Kind, table: int | None = None) -> str:
        """Add a key (128 random bits) to the existing ones and return it."""
        return self._insert(game, (new_key(), kind, table), is_only=False)

    def renew(self, game: str, kind: Kind, table: int | None = None, key: str | None = None) -> str:
        """Replace all keys of a kind and table by a new one (default: random) and return it."""
        return self._insert(game, (key or new_key(), kind, table), is_only=True)

    def _insert(self, game: str, key: tuple[str, Kind, int | None], *, is_only: bool) -> str:
        def work(db: Database) -> str:
            row = key_row(require_game(game, get_game(db, game, is_locked=True)), *key)
            if is_only:
                db.write(_REMOVE_OTHERS, **row)
            db.insert("keys", [row])
            return key[0]

        return self._engine.writing(work)

    def find(self, key: str, *, in_trash: bool = False) -> AccessKey | None:
        """Return what a key opens, or opened if its game is in the trash, None for other keys."""
        found = self._engine.reading(lambda db: db.row(_KEY, key=key))
        if found is None or is_deleted(found) != in_trash:
            return None
        KEYS.check([found])  # a damaged key might open another game
        return _access_key(found)

    def of_game(self, game: str, kind: Kind | None = None) -> list[AccessKey]:
        """Return the intact keys of a game, optionally of one kind."""
        rows = self._engine.reading(lambda db: db.rows(_OF_GAME, game=game, kind=kind or ""))
        require_game(game, rows[0] if rows else None)
        return [_access_key(row) for row in rows if KEYS.is_intact(row)]


def key_row(game: Row, key: str, kind: Kind, table: int | None) -> dict[str, object]:
    row = {"game": game["ref"], "key": key, "kind": kind, "table": table}
    return KEYS.with_checksum(row, id=game["id"])


def _access_key(row: Row) -> AccessKey:
    return AccessKey(row["key"], row["id"], row["kind"], row["table"], row["version"])
