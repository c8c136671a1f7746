"""Keys: which key opens which game to do what."""

from dataclasses import dataclass, field
from typing import Literal

from companion.keys import new_key
from companion.store.checksums import Part, Row
from companion.store.database import Database, Rows
from companion.store.rows.games import TIMES, get_game, is_deleted, require_game

KEYS = Part("keys", ("key", "kind", "table", "seal"), covered=("key", "id", "kind", "table"))

Kind = Literal["score", "watch", "table", "join"]

# The version is that of the game where its last line is the one the game expects.
_SELECT = f"""SELECT keys."key", kind, keys."table", keys.seal AS seal, {TIMES},
                   CASE WHEN lines.seal = games.seal THEN games.version END AS version"""
_LAST = "LEFT JOIN lines ON lines.game = games.ref AND lines.version = games.version"
_KEY = f"""{_SELECT} FROM keys JOIN games ON games.ref = keys.game {_LAST}
           WHERE keys."key" = :key"""
# The game, and its keys of one kind or of any.
_OF_GAME = f"""{_SELECT}
               FROM games LEFT JOIN keys ON keys.game = games.ref AND :kind IN (kind, '') {_LAST}
               WHERE games.id = :game ORDER BY kind, coalesce(keys."table", 0), keys."key\""""

_REMOVE_OTHERS = """DELETE FROM keys WHERE game = :game AND kind = :kind
                    AND coalesce("table", 0) = coalesce(:table, 0) AND "key" <> :key"""


@dataclass(frozen=True, slots=True)
class AccessKey:
    """One key and what it opens; only the key of a tournament's table has a `table`."""

    key: str
    game: str
    kind: Kind
    table: int | None = None
    # Of the game when the key was found: who has read it need not again. None: its end is damaged.
    version: int | None = field(default=None, compare=False)


class Keys(Rows):
    """Which key opens which game to do what."""

    def add(self, game: str, kind: Kind, table: int | None = None) -> str:
        """Add a key (128 random bits) and return it; the others keep working."""
        return self._insert(game, (new_key(), kind, table), is_only=False)

    def renew(self, game: str, kind: Kind, table: int | None = None, key: str | None = None) -> str:
        """Return a new key, which ends all others of that kind; a `key` given twice is one."""
        return self._insert(game, (key or new_key(), kind, table), is_only=True)

    def _insert(self, game: str, key: tuple[str, Kind, int | None], *, is_only: bool) -> str:
        def work(db: Database) -> str:
            row = key_row(require_game(game, get_game(db, game, is_locked=True)), *key)
            if is_only:
                db.write(_REMOVE_OTHERS, **row)
            db.insert("keys", [row])
            return key[0]

        return self._engine.writing(work)

    def find(self, key: str) -> AccessKey | None:
        """Return what a key opens; None for a wrong key and for a deleted game."""
        return self._find(key, in_trash=False)

    def find_deleted(self, key: str) -> AccessKey | None:
        """Return what a key opened until its game was put into the trash; None for any other."""
        return self._find(key, in_trash=True)

    def _find(self, key: str, *, in_trash: bool) -> AccessKey | None:
        found = self._engine.reading(lambda db: db.row(_KEY, key=key))
        if found is None or is_deleted(found) != in_trash:
            return None
        KEYS.check([found])  # it might open another game
        return _access_key(found)

    def of_game(self, game: str, kind: Kind | None = None) -> list[AccessKey]:
        """Return all keys to a game, or those of a kind, without damaged ones."""
        rows = self._engine.reading(lambda db: db.rows(_OF_GAME, game=game, kind=kind or ""))
        require_game(game, rows[0] if rows else None)
        return [_access_key(row) for row in rows if KEYS.is_intact(row)]


def key_row(game: Row, key: str, kind: Kind, table: int | None) -> dict[str, object]:
    row = {"game": game["ref"], "key": key, "kind": kind, "table": table}
    return KEYS.sealed(row, id=game["id"])


def _access_key(row: Row) -> AccessKey:
    return AccessKey(row["key"], row["id"], row["kind"], row["table"], row["version"])
