"""Whole stores, row by row, as one engine hands them to another: for backups and moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.store.checksums import START, Part, Row
from companion.store.database import Database, Engine, named
from companion.store.errors import DamagedGameError, DamagedRowError
from companion.store.rows import games
from companion.store.rows.drafts import DRAFTS
from companion.store.rows.games import has_intact_heading, require_game
from companion.store.rows.groups import GROUPS, PLACES
from companion.store.rows.keys import KEYS
from companion.store.rows.lines import LINES, intact_lines
from companion.store.rows.televisions import TELEVISIONS

_GAMES = "SELECT id FROM games ORDER BY number"
_GAME = f"SELECT games.ref AS ref, {named(games.COLUMNS)} FROM games WHERE id = :game"
_KEY = 'SELECT kind FROM keys WHERE "key" = :key'


OF_A_GAME = (LINES, KEYS, DRAFTS, PLACES)
"""What belongs to one game, and goes with it."""

PURGED = Part("purged", ("digest",))
BESIDE = (GROUPS, TELEVISIONS, PURGED)
"""What belongs to no single game."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All rows that a store holds of one game, in the trash or not."""

    row: Mapping[str, Any]
    parts: Mapping[str, Sequence[Mapping[str, Any]]]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def end(self) -> tuple[int, bytes]:
        return self.row["version"], self.row["seal"]


def checked(game: Row, parts: Mapping[str, Sequence[Row]]) -> StoredGame:
    """Return a game as it was read, without hands that are damaged: such a hand is none.

    Raises `DamagedGameError` and `DamagedRowError` where anything else is not as it was written.
    """
    sound, end = intact_lines(game["id"], parts[LINES.name], 0)
    if end != (game["version"], game["seal"]) or game["seal"] == START:
        raise DamagedGameError(game["id"], sound)
    if not has_intact_heading(game):
        raise _damaged(game, "games")
    kept = {}
    for part in OF_A_GAME:
        # A row is told apart by its game, as its checksum is.
        kept[part.name] = [
            row for row in parts[part.name] if part.is_intact({"id": game["id"], **row})
        ]
        if part is not DRAFTS and len(kept[part.name]) < len(parts[part.name]):
            raise _damaged(game, part.name)
    return StoredGame(game, kept)


def _damaged(game: Row, table: str) -> DamagedRowError:
    return DamagedRowError(f"game {game['id']} has a damaged row in the table of {table}")


class Archive:
    """A store as a whole; what is asked of it may raise `StoreUnavailableError`."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name  # without a password, somebody may read along
        self._engine = engine

    def games(self) -> list[str]:
        """Return the ids of all games, in the trash or not, in the order they were created."""
        return self._engine.snapshot(lambda db: [row["id"] for row in db.rows(_GAMES)])

    def read(self, game: str) -> StoredGame | None:
        """Return all of one game; None where there is none. Raises what `checked` does."""

        def work(db: Database) -> StoredGame | None:
            found = db.row(_GAME, game=game)
            if found is None:
                return None
            of_game = {part.name: _rows(db, part, found["ref"]) for part in OF_A_GAME}
            return checked({name: found[name] for name in games.COLUMNS}, of_game)

        return self._engine.snapshot(work)

    def write(self, new: Sequence[StoredGame]) -> list[str]:
        """Insert games that are not there yet, all at once or not at all; raises `NotSavedError`.

        Returns the ids of those that were left out, as a key of theirs opens something else.
        """

        def work(db: Database) -> list[str]:
            left_out = []
            for game in new:
                there = db.row(_GAME, game=game.id)
                if there and there["seal"] == game.row["seal"]:
                    continue  # saved by the last try, though no answer came
                if any(db.row(_KEY, key=row["key"]) for row in game.parts[KEYS.name]):
                    left_out.append(game.id)
                    continue
                db.insert("games", [game.row])
                ref = require_game(game.id, db.row(_GAME, game=game.id), in_trash=True)["ref"]
                for part in OF_A_GAME:
                    db.insert(part.name, [{"game": ref, **row} for row in game.parts[part.name]])
            return left_out

        return self._engine.writing(work)

    def rows(self, part: Part) -> list[Mapping[str, Any]]:
        return self._engine.snapshot(lambda db: _rows(db, part))

    def insert(self, part: Part, rows: Iterable[Row]) -> None:
        """Insert rows of such a part that are not there yet; raises `NotSavedError`."""
        new = list(rows)
        self._engine.writing(lambda db: db.insert(part.name, new))


def _rows(db: Database, part: Part, ref: object = None) -> list[Mapping[str, Any]]:
    """Return the rows of a part, of one game where it is given as others call it."""
    where = "" if ref is None else "WHERE game = :ref"
    sql = f"SELECT {named(part.columns)} FROM {part.name} {where} ORDER BY {named(part.columns)}"
    return [dict(row) for row in db.rows(sql, ref=ref)]
