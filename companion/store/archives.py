"""Whole stores, copied row by row between engines for backups and moves."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.store.checksums import START, DbTable, Row
from companion.store.database import Database, Engine, quoted
from companion.store.errors import DamagedGameError, DamagedRowError
from companion.store.rows import drafts, games, groups, keys, lines, televisions
from companion.store.rows.games import digest_of, has_intact_heading, require_game

_GAMES = "SELECT id FROM games ORDER BY number"
_GAME = f"SELECT games.ref AS ref, {quoted(games.COLUMNS)} FROM games WHERE id = :game"
_KEY = 'SELECT kind FROM keys WHERE "key" = :key'

GAME_TABLES = (lines.LINES, keys.KEYS, drafts.DRAFTS, groups.MEMBERSHIPS)
"""Tables of rows that belong to one game and are copied with it."""

PURGED = DbTable("purged", ("digest",))
OTHER_TABLES = (groups.GROUPS, televisions.TELEVISIONS, PURGED)
"""Tables of rows that belong to no single game."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All rows of one game, in the trash or not."""

    row: Mapping[str, Any]
    related: Mapping[str, Sequence[Mapping[str, Any]]]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def end(self) -> tuple[int, bytes]:
        return self.row["version"], self.row["seal"]


def checked(game: Row, related: Mapping[str, Sequence[Row]]) -> StoredGame:
    """Return a game's rows after checking them, without damaged drafts.

    Raises `DamagedGameError` or `DamagedRowError` if anything else is damaged.
    """
    readable, end = lines.intact_lines(game["id"], related[lines.LINES.name], 0)
    if end != (game["version"], game["seal"]) or game["seal"] == START:
        raise DamagedGameError(game["id"], readable)
    if not has_intact_heading(game):
        raise _damaged(game, "games")
    intact = {}
    for spec in GAME_TABLES:
        # A checksum covers the id of the game, which the row itself lacks.
        intact[spec.name] = [
            row for row in related[spec.name] if spec.is_intact({"id": game["id"], **row})
        ]
        if spec is not drafts.DRAFTS and len(intact[spec.name]) < len(related[spec.name]):
            raise _damaged(game, spec.name)
    return StoredGame(game, intact)


def _damaged(game: Row, table: str) -> DamagedRowError:
    return DamagedRowError(f"game {game['id']} has a damaged row in the table of {table}")


class Archive:
    """A whole store, to copy game by game, whose calls may raise `StoreUnavailableError`."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name  # without a password, since it is displayed
        self._engine = engine

    def games(self) -> list[str]:
        """Return the ids of all games, in the trash or not, in order of creation."""
        return self._engine.snapshot(lambda db: [row["id"] for row in db.rows(_GAMES)])

    def read(self, game: str) -> StoredGame | None:
        """Return all rows of a game (None if unknown), or raise as `checked` does for damage."""

        def work(db: Database) -> StoredGame | None:
            found = db.row(_GAME, game=game)
            if found is None:
                return None
            of_game = {spec.name: _rows(db, spec, found["ref"]) for spec in GAME_TABLES}
            return checked({name: found[name] for name in games.COLUMNS}, of_game)

        return self._engine.snapshot(work)

    def write(self, new: Sequence[StoredGame]) -> list[str]:
        """Insert the games that are missing, all or none, or raise `NotSavedError`.

        Returns the ids of games left out because one of their keys opens something else.
        """

        def work(db: Database) -> list[str]:
            left_out = []
            for game in new:
                there = db.row(_GAME, game=game.id)
                if there and there["seal"] == game.row["seal"]:
                    continue  # saved by the previous attempt, though its answer was lost
                if any(db.row(_KEY, key=row["key"]) for row in game.related[keys.KEYS.name]):
                    left_out.append(game.id)
                    continue
                db.insert("games", [game.row])
                ref = require_game(game.id, db.row(_GAME, game=game.id), in_trash=True)["ref"]
                for spec in GAME_TABLES:
                    db.insert(spec.name, [{"game": ref, **row} for row in game.related[spec.name]])
            return left_out

        return self._engine.writing(work)

    def recorded_words(self) -> frozenset[str]:
        return self._engine.reading(lambda db: db.recorded_words())

    def record_words(self, words: frozenset[str]) -> None:
        self._engine.writing(lambda db: db.record_words(words))

    def rows(self, spec: DbTable) -> list[Mapping[str, Any]]:
        return self._engine.snapshot(lambda db: _rows(db, spec))

    def insert(self, spec: DbTable, rows: Iterable[Row]) -> None:
        """Insert the rows of a table that are missing, or raise `NotSavedError`."""
        new = list(rows)
        self._engine.writing(lambda db: db.insert(spec.name, new))


def _rows(db: Database, spec: DbTable, ref: object = None) -> list[Mapping[str, Any]]:
    """Return a table's rows, optionally of one game (by its foreign key)."""
    where = "" if ref is None else "WHERE game = :ref"
    sql = f"SELECT {quoted(spec.columns)} FROM {spec.name} {where} ORDER BY {quoted(spec.columns)}"
    return [dict(row) for row in db.rows(sql, ref=ref)]


_GAMES_PER_SAVE = 100
"""Games per save, since each save waits for the disk."""

Progress = Callable[[int, int], None]
"""A callback that is given the number of games checked so far and of all games."""


@dataclass
class Relocation:
    """Numbers of games copied or already there, and a sentence about each thing refused."""

    copied: int = 0
    known: int = 0
    refused: list[str] = field(default_factory=list)


def relocate(source: Archive, target: Archive, progress: Progress | None = None) -> Relocation:
    """Copy everything that the target lacks, and refuse games that differ in the target."""
    result = Relocation()
    target.record_words(source.recorded_words())
    games, before = source.games(), set(target.games())
    gone = {row[PURGED.columns[0]] for row in target.rows(PURGED)}
    for start in range(0, len(games), _GAMES_PER_SAVE):
        new = []
        for game in games[start : start + _GAMES_PER_SAVE]:
            try:
                found = source.read(game)
                # `read` returns None for a game purged meanwhile, as backups run during play.
                if found and game not in before and digest_of(game) not in gone:
                    new.append(found)
                elif found and game in before and target.read(game) == found:
                    result.known += 1
                elif found:
                    why = "is another" if game in before else "was deleted"
                    result.refused.append(f"game {game} {why} in {target.name}")
            except (DamagedGameError, DamagedRowError) as error:
                result.refused.append(str(error))
        _write(target, new, result)
        if progress:
            progress(min(start + _GAMES_PER_SAVE, len(games)), len(games))
    # Groups are copied after the games, as people may begin some while a backup runs.
    for spec in OTHER_TABLES:
        result.refused += _copy_other_rows(source, target, spec, before)
    return result


def _write(target: Archive, games: Sequence[StoredGame], result: Relocation) -> None:
    left_out = target.write(games)
    for game in games:
        if game.id in left_out:
            result.refused.append(f"a key of game {game.id} is taken in {target.name}")
            continue
        written = target.read(game.id)
        if written and written.end == game.end and written == game:
            result.copied += 1
        else:
            result.refused.append(f"game {game.id} does not read back from {target.name} as it was")


def _copy_other_rows(
    source: Archive, target: Archive, spec: DbTable, before: Collection[str]
) -> Iterator[str]:
    """Copy rows that belong to no single game, and yield a sentence about each one refused."""
    name = spec.columns[0]
    there = {row[name]: row for row in target.rows(spec)}
    taken = {row[spec.unique] for row in there.values()} - {None} if spec.unique else set()
    # People must decide about a game that is purged in one store and exists in the other.
    alive = {digest_of(game): game for game in before} if spec is PURGED else {}
    new = []
    for row in source.rows(spec):
        if row[name] in alive:
            yield f"game {alive[row[name]]} was deleted in {source.name}, not in {target.name}"
        elif not spec.is_intact(row):
            yield f"a row of {source.name} in its table of {spec.name} is damaged"
        elif row[name] in there:
            if row != there[row[name]]:
                yield f"one of the {spec.name} is another in {target.name}"
        elif spec.unique and row[spec.unique] in taken:
            yield f"a key of one of the {spec.name} is taken in {target.name}"
        else:
            new.append(row)
    target.insert(spec, new)
