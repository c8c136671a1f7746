"""Series in SQLite: the games that one table played after each other."""

from sqlite_utils import Database

from companion.store.checksums import Row, seal
from companion.store.errors import StoreUnavailableError
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import head

_SERIES = """SELECT games.id AS game, series.series, leads, series.seal
             FROM series JOIN games ON games.number = series.game
             WHERE series.series = (SELECT series FROM series WHERE game = ?)
               AND deleted IS NULL ORDER BY games.number"""


class SqliteSeries:
    """The `Series` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def follow(self, game: str, earlier: str) -> None:
        """Put a game into the series of an earlier one, see `Series.follow`."""
        with self._file.writing() as db:
            first = head(db, earlier)
            known = list(db.execute("SELECT series FROM series WHERE game = ?", (first["number"],)))
            series = known[0]["series"] if known else earlier
            for row in (head(db, game), *(() if known else (first,))):
                _put(db, row, series, leads=True)

    def games(self, game: str) -> list[str]:
        """List the games of a series, see `Series.games`."""
        return [row["game"] for row in self._rows(game)] or [game]

    def following(self, game: str) -> str | None:
        """Find the game that followed, see `Series.following`."""
        rows = self._rows(game)
        later = rows[[row["game"] for row in rows].index(game) + 1 :] if rows else []
        return later[0]["game"] if later and later[0]["leads"] else None

    def part(self, game: str) -> None:
        """Let nothing lead to a game any more, see `Series.part`."""
        with self._file.writing() as db:
            row = head(db, game)
            for known in db.execute("SELECT series FROM series WHERE game = ?", (row["number"],)):
                _put(db, row, known["series"], leads=False)

    def _rows(self, game: str) -> list[Row]:
        with self._file.reading() as db:
            rows: list[Row] = list(db.execute(_SERIES, (head(db, game)["number"],)))
        if any(row["seal"] != seal(row["game"], row["series"], row["leads"]) for row in rows):
            msg = "a series in the file is damaged"
            raise StoreUnavailableError(msg)
        return rows


def _put(db: Database, game: Row, series: str, *, leads: bool) -> None:
    row = {"game": game["number"], "series": series, "leads": int(leads)}
    sealed = row | {"seal": seal(game["id"], series, int(leads))}
    db.table("series").insert(sealed, replace=True)
