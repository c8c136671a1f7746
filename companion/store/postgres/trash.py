"""The trash in PostgreSQL: deleted games, until they are really removed."""

from datetime import datetime

from companion.store.errors import UnknownGameError
from companion.store.postgres.connections import Connections, Database, OvertakenError
from companion.store.postgres.games import SELECTED, game_of, get_game
from companion.store.postgres.journals import read_lines
from companion.store.protocols import Heading, Line
from companion.store.rows.games import (
    digest_of,
    heading_checksum,
    heading_of,
    is_deleted,
    to_microseconds,
)

_READ_AT_ONCE = 200

_MARK = "UPDATE games SET deleted = %s, heading = %s WHERE id = %s AND heading = %s"

_LATEST = f"""SELECT {SELECTED} FROM games WHERE deleted IS NOT NULL
              ORDER BY deleted DESC, number DESC LIMIT %s"""

_OLD = f"""SELECT {SELECTED} FROM games
           WHERE deleted < %(before)s AND (deleted, id) > (%(deleted)s, %(id)s)
           ORDER BY deleted, id LIMIT %(limit)s"""

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

    def purge(self, before: datetime) -> int:
        purged = 0
        last = {"deleted": -(2**63), "id": ""}
        while True:
            values = {**last, "before": to_microseconds(before), "limit": _READ_AT_ONCE}
            old = [game_of(row) for row in self._server.run(lambda db: db.rows(_OLD, values))]  # noqa: B023
            for game in filter(is_deleted, old):
                names = {**game, "digest": digest_of(game["id"])}
                purged += self._server.run(lambda db: db.write(_PURGE, names))  # noqa: B023
            if not old:
                return purged
            last = {name: old[-1][name] for name in last}
