"""A file of games as a whole: read row by row, and filled the same way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.store.archives import (
    GAME_COLUMNS,
    KEYS,
    OF_A_GAME,
    Archive,
    Part,
    StoredGame,
    checked,
)
from companion.store.checksums import Row
from companion.store.errors import StoreUnavailableError
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.migrations import MIGRATIONS, check_schema, migrate

_GAME = f"SELECT number, {', '.join(GAME_COLUMNS)} FROM games WHERE id = ?"
_INSERT_GAME = f"""INSERT INTO games ({", ".join(GAME_COLUMNS)})
                   VALUES ({", ".join(f":{column}" for column in GAME_COLUMNS)})"""
_TABLES = {KEYS.name: "doors"}
"""Tables that are called otherwise than what they hold."""


class SqliteArchive:
    """The `Archive` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file
        self.name = str(file.path)

    def games(self) -> list[str]:
        with self._file.reading() as db:
            return [row["id"] for row in db.execute("SELECT id FROM games ORDER BY number")]

    def read(self, game: str) -> StoredGame | None:
        with self._file.reading() as db:
            found = db.execute(_GAME, [game]).fetchone()
            if found is None:
                return None
            number, *values = found
            parts = {part.name: _rows(db, part, number) for part in OF_A_GAME}
        return checked(dict(zip(GAME_COLUMNS, values, strict=True)), parts)

    def write(self, games: Sequence[StoredGame]) -> list[str]:
        left_out = []
        with self._file.writing() as db:
            for game in games:
                if any(_is_taken(db, row["key"]) for row in game.parts[KEYS.name]):
                    left_out.append(game.id)
                    continue
                number = db.execute(_INSERT_GAME, dict(game.row)).lastrowid
                for part in OF_A_GAME:
                    _insert(db, part, game.parts[part.name], number)
        return left_out

    def rows(self, part: Part) -> list[Mapping[str, Any]]:
        with self._file.reading() as db:
            return _rows(db, part)

    def insert(self, part: Part, rows: Iterable[Row]) -> None:
        with self._file.writing() as db:
            _insert(db, part, rows)


def _is_taken(db: Database, key: str) -> bool:
    return db.execute('SELECT 1 FROM doors WHERE "key" = ?', [key]).fetchone() is not None


def _rows(db: Database, part: Part, number: int | None = None) -> list[Mapping[str, Any]]:
    """Return the rows of a part, of one game where its number is given."""
    where = "" if number is None else f"WHERE game = {number}"
    sql = f'SELECT {_named(part)} FROM "{_table(part)}" {where} ORDER BY {_named(part)}'
    return [dict(zip(part.columns, row, strict=True)) for row in db.execute(sql)]


def _insert(db: Database, part: Part, rows: Iterable[Row], number: int | None = None) -> None:
    columns, places = _named(part), ", ".join("?" * len(part.columns))
    if number is not None:
        columns, places = f"game, {columns}", f"{number}, {places}"
    db.conn.executemany(
        f'INSERT INTO "{_table(part)}" ({columns}) VALUES ({places})',
        ([row[column] for column in part.columns] for row in rows),
    )


def _table(part: Part) -> str:
    return _TABLES.get(part.name, part.name)


def _named(part: Part) -> str:
    return ", ".join(f'"{column}"' for column in part.columns)


@contextmanager
def open_archive(path: Path, *, is_source: bool) -> Iterator[Archive]:
    """Open a file as a whole, until the block ends; what is only read from is left as it is.

    Nothing is locked here, see `lock_folder`. Raises `NewerSchemaError`, `NotSavedError` and
    `StoreUnavailableError`.
    """
    if not path.exists():
        if is_source:
            msg = f"{path}: there are no games"
            raise StoreUnavailableError(msg)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    file = Connections(path)
    try:
        if is_source:
            with file.reading() as db:
                check_schema(db, path.name)
                is_old = bool(MIGRATIONS.pending(db))
            if is_old:
                msg = f"{path} is of an older version, which `companion games` brings up to date"
                raise StoreUnavailableError(msg)
        else:
            migrate(file, lambda _: None)
        yield SqliteArchive(file)
    finally:
        file.close()
