"""The trash, with deleted games until they are purged."""

from collections.abc import Sequence
from datetime import datetime

from companion.store.checksums import Row
from companion.store.database import Database, Rows
from companion.store.rows import games, groups, journals, lines

_LATEST = f"""SELECT {games.SELECTED} FROM games WHERE deleted IS NOT NULL
              ORDER BY deleted DESC, number DESC LIMIT :limit"""

# A game stays in the trash for longer if its group has other games.
_DUE = f"""SELECT {games.SELECTED}, places."group" FROM games
           LEFT JOIN places ON places.game = games.ref
           WHERE deleted IS NOT NULL AND deleted < :latest AND deleted < CASE WHEN
               EXISTS (SELECT 1 FROM places AS other
                       WHERE other."group" = places."group" AND other.game <> places.game)
               THEN :grouped ELSE :before END
           ORDER BY deleted, number"""

_REMOVE = "DELETE FROM games WHERE id = :id AND heading = :heading"
_REMOVE_KEYS = "DELETE FROM keys WHERE game = :ref"

_PURGED_AT_ONCE = 200  # a save waits for one such batch, not for the whole purge


class Trash(Rows):
    """Deleted games until they are purged."""

    def delete(self, game: str, at: datetime) -> None:
        """Put a game into the trash, leaving one that is there already with its time."""
        self._set_deleted(game, games.to_microseconds(at))

    def undelete(self, game: str) -> None:
        self._set_deleted(game, None)

    def _set_deleted(self, game: str, deleted: int | None) -> None:
        def work(db: Database) -> None:
            row = games.require_game(game, games.get_game(db, game), in_trash=True)
            # Deleting a game again must not delay its purge.
            if deleted is None or not games.is_deleted(row):
                heading = games.heading_checksum(game, row["created"], row["changed"], deleted)
                changed = {"deleted": deleted, "heading": heading}
                db.update("games", row, changed, seal="heading")

        self._engine.writing(work, is_single=True)

    def latest(self, limit: int) -> list[games.GameSummary]:
        rows = self._engine.reading(lambda db: db.rows(_LATEST, limit=limit))
        return [games.summary_of(row) for row in rows if games.is_deleted(row)]

    def read(self, game: str) -> list[lines.Line]:
        """Return all lines of a game, in the trash or not, or raise `DamagedGameError`."""
        return self._engine.reading(lambda db: journals.read_lines(db, game, in_trash=True))

    def purge(self, before: datetime, grouped_before: datetime | None = None) -> int:
        """Purge games deleted before that time and return their number.

        A game whose group has other games is compared with `grouped_before` (default: `before`).
        """
        grouped = grouped_before or before
        moments = {"before": before, "grouped": grouped, "latest": max(before, grouped)}
        values = {name: games.to_microseconds(moment) for name, moment in moments.items()}
        due = self._engine.reading(lambda db: db.rows(_DUE, **values))
        starts = range(0, len(due), _PURGED_AT_ONCE)
        return sum(self._purge(due[start : start + _PURGED_AT_ONCE]) for start in starts)

    def _purge(self, games: Sequence[Row]) -> int:
        return self._engine.writing(lambda db: sum(_remove(db, game) for game in games))


def _remove(db: Database, game: Row) -> int:
    """Purge a deleted game and return 1, or 0 if it was restored in the meantime."""
    if not games.is_deleted(game):
        return 0
    if game["group"] is not None:
        groups.lock_group(db, game["group"])
    removed = db.write(_REMOVE, id=game["id"], heading=game["heading"])  # cascades, except to keys
    if removed:
        db.write(_REMOVE_KEYS, ref=game["ref"])
        # Keeps a phone that missed the deletion from reviving the game.
        games.purge(db, game["id"])
    if game["group"] is not None:
        groups.remove_if_empty(db, game["group"])
    return removed
