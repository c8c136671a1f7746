"""Series in SQLite: the games that one table played after each other."""

from sqlite_utils import Database

from companion.store.checksums import Row, checksum
from companion.store.rows.games import is_deleted
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import find_game

_SERIES = """SELECT games.id, series.series, leads, series.seal,
                    created, changed, deleted, heading
             FROM series JOIN games ON games.number = series.game
             WHERE series.series = (SELECT series FROM series WHERE game = ?)
             ORDER BY games.number"""


class SqliteSeries:
    """The `Series` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def follow(self, game: str, earlier: str) -> None:
        with self._file.writing() as db:
            first = find_game(db, earlier)
            series = _series_of(db, first)
            if series is None:  # the earlier game was alone until now
                series = earlier
                _put(db, first, series, leads=True)
            _put(db, find_game(db, game), series, leads=True)

    def games(self, game: str) -> list[str]:
        return [row["id"] for row in self._rows(game)] or [game]

    def following(self, game: str) -> str | None:
        rows = self._rows(game)
        # Games are numbered as they are created, so what comes later was played later.
        games = [row["id"] for row in rows]
        later = rows[games.index(game) + 1 :] if game in games else []
        return later[0]["id"] if later and later[0]["leads"] else None

    def detach(self, game: str) -> None:
        with self._file.writing() as db:
            row = find_game(db, game)
            series = _series_of(db, row)
            if series is not None:
                _put(db, row, series, leads=False)

    def _rows(self, game: str) -> list[Row]:
        """Return the games of a series; one whose row is damaged has left it."""
        with self._file.reading() as db:
            rows = db.query(_SERIES, [find_game(db, game)["number"]])
            return [row for row in rows if is_intact_series(row) and not is_deleted(row)]


def is_intact_series(row: Row) -> bool:
    """Return whether the place of a game in a series, given with its id, is as it was written."""
    return bool(row["seal"] == checksum(row["id"], row["series"], row["leads"]))


def _series_of(db: Database, game: Row) -> str | None:
    rows = db.table("series").rows_where("game = ?", [game["number"]], select="series")
    return next((row["series"] for row in rows), None)


def _put(db: Database, game: Row, series: str, *, leads: bool) -> None:
    row = {"game": game["number"], "series": series, "leads": int(leads)}
    seal = checksum(game["id"], series, int(leads))
    db.table("series").insert(row | {"seal": seal}, replace=True)
