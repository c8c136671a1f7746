"""Series in PostgreSQL: the games that one table played after each other."""

from companion.store.checksums import checksum
from companion.store.postgres.connections import Connections, Database
from companion.store.postgres.games import COLUMNS, SELECTED, find_game, game_of
from companion.store.rows.games import is_deleted

_SERIES = f"""SELECT {SELECTED}, series.series, leads, series.seal
              FROM series JOIN games ON games.id = series.game
              WHERE series.series = (SELECT series FROM series WHERE game = %s)
              ORDER BY games.number"""

_PUT = """INSERT INTO series (game, series, leads, seal) VALUES (%s, %s, %s, %s)
          ON CONFLICT (game) DO UPDATE
          SET series = excluded.series, leads = excluded.leads, seal = excluded.seal"""


class PostgresSeries:
    """The `Series` of one database."""

    def __init__(self, server: Connections) -> None:
        self._server = server

    def follow(self, game: str, earlier: str) -> None:
        def work(db: Database) -> None:
            find_game(db, game)
            find_game(db, earlier)
            series = _series_of(db, earlier)
            if series is None:  # the earlier game was alone until now
                series = earlier
                _put(db, earlier, series, leads=True)
            _put(db, game, series, leads=True)

        self._server.run(work)

    def games(self, game: str) -> list[str]:
        return [id_ for id_, _ in self._rows(game)] or [game]

    def following(self, game: str) -> str | None:
        rows = self._rows(game)
        games = [id_ for id_, _ in rows]
        later = rows[games.index(game) + 1 :] if game in games else []
        return later[0][0] if later and later[0][1] else None

    def detach(self, game: str) -> None:
        def work(db: Database) -> None:
            find_game(db, game)
            series = _series_of(db, game)
            if series is not None:
                _put(db, game, series, leads=False)

        self._server.run(work)

    def _rows(self, game: str) -> list[tuple[str, int]]:
        """Return the games of a series; one whose row is damaged has left it."""

        def work(db: Database) -> list[tuple[str, int]]:
            find_game(db, game)
            found = []
            for row in db.rows(_SERIES, [game]):
                other = game_of(row)
                series, leads, seal = row[len(COLUMNS) :]
                is_intact = seal == checksum(other["id"], series, leads)
                if is_intact and not is_deleted(other):
                    found.append((other["id"], leads))
            return found

        return self._server.run(work)


def _series_of(db: Database, game: str) -> str | None:
    row = db.row("SELECT series FROM series WHERE game = %s", [game])
    return row[0] if row else None


def _put(db: Database, game: str, series: str, *, leads: bool) -> None:
    db.write(_PUT, [game, series, int(leads), checksum(game, series, int(leads))])
