"""Games in SQLite: the one row each game has, and the digests of those that are gone."""

from sqlite_utils import Database

from companion.store.checksums import Row
from companion.store.errors import UnknownGameError
from companion.store.rows.games import digest_of, is_deleted

# On the journal's hot path, see journals.py.
# A damaged version may be anything but a number; as a number it still fits no checksum.
_GAME = """SELECT number, ? AS id, ifnull(CAST(version AS INTEGER), 0) AS version, seal,
                  created, changed, deleted, heading
           FROM games WHERE id = ?"""


def find_game(db: Database, game: str) -> Row:
    """Return the row of a game that is not in the trash; raises `UnknownGameError`."""
    row = get_game(db, game)
    if row is None or is_deleted(row):
        raise UnknownGameError(game)
    return row


def get_game(db: Database, game: str) -> Row | None:
    """Return the row of a game, in the trash or not; None where there is none."""
    row: Row | None = db.execute(_GAME, (game, game)).fetchone()
    return row


def is_purged(db: Database, game: str) -> bool:
    """Return whether a game was deleted and removed."""
    return any(db.table("purged").rows_where("digest = ?", [digest_of(game)]))
