"""Whole stores, row by row, as one engine hands them to another: for backups and moves."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.store.checksums import START, Part, Row
from companion.store.database import Database, Engine, named
from companion.store.errors import DamagedGameError, DamagedRowError
from companion.store.rows import drafts, games, groups, keys, lines, televisions
from companion.store.rows.games import digest_of, has_intact_heading, require_game

_GAMES = "SELECT id FROM games ORDER BY number"
_GAME = f"SELECT games.ref AS ref, {named(games.COLUMNS)} FROM games WHERE id = :game"
_KEY = 'SELECT kind FROM keys WHERE "key" = :key'

OF_A_GAME = (lines.LINES, keys.KEYS, drafts.DRAFTS, groups.PLACES)
"""What belongs to one game, and goes with it."""

PURGED = Part("purged", ("digest",))
BESIDE = (groups.GROUPS, televisions.TELEVISIONS, PURGED)
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
    sound, end = lines.intact_lines(game["id"], parts[lines.LINES.name], 0)
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
        if part is not drafts.DRAFTS and len(kept[part.name]) < len(parts[part.name]):
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
                if any(db.row(_KEY, key=row["key"]) for row in game.parts[keys.KEYS.name]):
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


_TOGETHER = 100
"""How many games are saved at once: each save waits for the disk."""

Progress = Callable[[int, int], None]
"""Is told how many games of how many have been looked at."""


@dataclass
class Relocation:
    """What came of it: how many games are there now, and in a sentence each what was not copied."""

    copied: int = 0
    known: int = 0
    refused: list[str] = field(default_factory=list)


def relocate(source: Archive, target: Archive, progress: Progress | None = None) -> Relocation:
    """Copy all that a store lacks; last checksums are compared, of games that were there too."""
    result = Relocation()
    games, before = source.games(), set(target.games())
    gone = {row[PURGED.columns[0]] for row in target.rows(PURGED)}
    for start in range(0, len(games), _TOGETHER):
        new = []
        for game in games[start : start + _TOGETHER]:
            try:
                found = source.read(game)
                # None: it was removed a moment ago, while a backup is made.
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
            progress(min(start + _TOGETHER, len(games)), len(games))
    # Last of all: people may be playing while a backup is made, and begin groups.
    for part in BESIDE:
        result.refused += _copy_beside(source, target, part, before)
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


def _copy_beside(
    source: Archive, target: Archive, part: Part, before: Collection[str]
) -> Iterator[str]:
    """Copy what belongs to no single game; yield what could not be copied, and why."""
    name = part.columns[0]
    there = {row[name]: row for row in target.rows(part)}
    taken = {row[part.unique] for row in there.values()} - {None} if part.unique else set()
    # A game that was deleted in one store for ever and lives on in the other is for people.
    alive = {digest_of(game): game for game in before} if part is PURGED else {}
    new = []
    for row in source.rows(part):
        if row[name] in alive:
            yield f"game {alive[row[name]]} was deleted in {source.name}, not in {target.name}"
        elif not part.is_intact(row):
            yield f"a row of {source.name} in its table of {part.name} is damaged"
        elif row[name] in there:
            if row != there[row[name]]:
                yield f"one of the {part.name} is another in {target.name}"
        elif part.unique and row[part.unique] in taken:
            yield f"a key of one of the {part.name} is taken in {target.name}"
        else:
            new.append(row)
    target.insert(part, new)
