"""Games in PostgreSQL: the one row each game has, and the digests of those that are gone."""

from collections.abc import Sequence
from typing import Any

from companion.store.checksums import Row
from companion.store.errors import UnknownGameError
from companion.store.postgres.connections import Database
from companion.store.rows.games import is_deleted

COLUMNS = ("id", "version", "seal", "created", "changed", "deleted", "heading")

SELECTED = ", ".join(f"games.{column}" for column in COLUMNS)
"""The columns of a game at the front of a statement; `game_of` makes them a row again."""

_GAME = f"SELECT {SELECTED} FROM games WHERE id = %s"
_LOCKED = f"{_GAME} FOR NO KEY UPDATE"


def game_of(selected: Sequence[Any]) -> Row:
    """Return the row of a game by what was `SELECTED`, whatever comes after it."""
    return dict(zip(COLUMNS, selected, strict=False))


def find_game(db: Database, game: str, *, is_locked: bool = False) -> Row:
    """Return the row of a game that is not in the trash; raises `UnknownGameError`."""
    return require_game(game, get_game(db, game, is_locked=is_locked))


def get_game(db: Database, game: str, *, is_locked: bool = False) -> Row | None:
    """Return the row of a game, in the trash or not; None where there is none.

    If it `is_locked`, nobody else changes it before the transaction ends.
    """
    found = db.row(_LOCKED if is_locked else _GAME, [game]) if is_name(game) else None
    return game_of(found) if found else None


def require_game(game: str, row: Row | None) -> Row:
    """Return the row of a game; `UnknownGameError` where there is none or it is in the trash."""
    if row is None or is_deleted(row):
        raise UnknownGameError(game)
    return row


def is_name(text: str) -> bool:
    """Return whether a text can be an id, key or code; the server could not be asked for another.

    Its texts have no zero byte, and UTF-8 no half of a surrogate pair.
    """
    return text.isascii() and "\0" not in text
