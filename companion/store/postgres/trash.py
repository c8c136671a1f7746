"""The trash in PostgreSQL: deleted games, until they are really removed."""

from datetime import datetime

from companion.store.checksums import Row
from companion.store.errors import UnknownGameError
from companion.store.postgres.connections import Connections, Database, OvertakenError
from companion.store.postgres.games import SELECTED, game_of, get_game
from companion.store.postgres.groups import lock_group, remove_if_empty
from companion.store.postgres.journals import read_lines
from companion.store.protocols import Heading, Line
from companion.store.rows.games import (
    digest_of,
    heading_checksum,
    heading_of,
    is_deleted,
    to_microseconds,
)

_MARK = "UPDATE games SET deleted = %s, heading = %s WHERE id = %s AND heading = %s"

_LATEST = f"""SELECT {SELECTED} FROM games WHERE deleted IS NOT NULL
              ORDER BY deleted DESC, number DESC LIMIT %s"""

# In a group with other games, a game is there for longer.
_DUE = f"""SELECT {SELECTED}, places."group" FROM games
           LEFT JOIN places ON places.game = games.id
           WHERE deleted < greatest(%(before)s, %(grouped)s) AND deleted < CASE WHEN
               EXISTS (SELECT FROM places AS other
                       WHERE other."group" = places."group" AND other.game <> places.game)
               THEN %(grouped)s ELSE %(before)s END
           ORDER BY deleted, games.number"""

# With the game goes all that refers to it, and its keys. A phone that has not heard of it must
# not bring it back one day.
_PURGE = """WITH gone AS (DELETE FROM games WHERE id = %(id)s AND heading = %(heading)s
                          RETURNING id),
                 keys_gone AS (DELETE FROM keys USING gone WHERE keys.game = gone.id)
            INSERT INTO purged (digest) SELECT %(digest)s FROM gone ON CONFLICT DO NOTHING"""


class PostgresTrash:
    """The `Trash` of one database."""

    def __init__(self, server: Connections) -> None:
        self._server = server

    def delete(self, game: str, at: datetime) -> None:
        self._mark(game, to_microseconds(at))

    def undelete(self, game: str) -> None:
        self._mark(game, None)

    def _mark(self, game: str, deleted: int | None) -> None:
        def work(db: Database) -> None:
            row = get_game(db, game)
            if row is None:
                raise UnknownGameError(game)
            # Deleted once more, a game keeps the time at which it was deleted first.
            if deleted is not None and is_deleted(row):
                return
            heading = heading_checksum(game, row["created"], row["changed"], deleted)
            if not db.write(_MARK, [deleted, heading, game, row["heading"]]):
                raise OvertakenError

        self._server.run(work)

    def latest(self, limit: int) -> list[Heading]:
        rows = self._server.run(lambda db: db.rows(_LATEST, [limit]))
        return [heading_of(game) for game in map(game_of, rows) if is_deleted(game)]

    def read(self, game: str) -> list[Line]:
        return self._server.run(lambda db: read_lines(db, game))

    def purge(self, before: datetime, grouped_before: datetime | None = None) -> int:
        moments = {
            "before": to_microseconds(before),
            "grouped": to_microseconds(grouped_before or before),
        }
        due = [
            (game_of(row), row[-1]) for row in self._server.run(lambda db: db.rows(_DUE, moments))
        ]
        return sum(self._remove(game, group) for game, group in due if is_deleted(game))

    def _remove(self, game: Row, group: str | None) -> int:
        """Remove a deleted game for good; not one that was restored in the meantime."""

        def work(db: Database) -> int:
            with db.transaction():
                if group is not None:
                    lock_group(db, group)
                removed = db.write(_PURGE, {**game, "digest": digest_of(game["id"])})
                if group is not None:
                    remove_if_empty(db, group)
                return removed

        return self._server.run(work)
