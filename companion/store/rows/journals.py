"""Journals, made of lines with checksums that are appended to games.

Appending a change takes two steps. The first reads the end of the game. The second appends only to
that end, and both are redone if it has changed. So nothing is locked while a server computes, and
a server that is cut off blocks no table. After a lost answer, reading the end again shows whether
the line is there with its checksum.

This is the hot path, since every page finds a game and every save reads and appends to its journal.
So each engine has its own statements to read a journal or its end, and to append.
"""

from collections.abc import Iterable, Sequence

from companion.keys import new_key
from companion.store.checksums import START, Row
from companion.store.database import Database, Engine, OvertakenError, Rows
from companion.store.errors import DamagedGameError, GameExistsError, UnknownGameError
from companion.store.rows import games
from companion.store.rows.keys import AccessKey, Kind, key_row
from companion.store.rows.lines import Change, Line, intact_lines, line_of, new_end, next_rows

_LATEST = f"""SELECT {games.SELECTED} FROM games WHERE deleted IS NULL
              ORDER BY changed DESC, number DESC LIMIT :limit"""

_SIZE = """SELECT coalesce(sum(length(body)), 0) AS size
           FROM lines JOIN games ON games.ref = lines.game
           WHERE games.id = :game AND lines.version > :since"""
_FIND_LINE = """SELECT lines.version FROM lines JOIN games ON games.ref = lines.game
               WHERE games.id = :game AND lines.version = :version AND lines.seal = :seal"""


class Journals(Rows):
    """The append-only changes of each game, whose text the store does not interpret."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._recorded: frozenset[str] = frozenset()

    def _record_words(self, changes: Sequence[Change]) -> None:
        """Record words before they are written, so that older versions refuse the store."""
        new = frozenset[str]().union(*(change.newer_words for change in changes)) - self._recorded
        if new:
            self._engine.writing(lambda db: db.record_words(new))
            self._recorded |= new

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        """Create a game with its first lines and keys, all or none, and return its id.

        The id (128 random bits) gives no access. A repeated request id raises as in `append`.
        """
        # The id is chosen once, so that a retry after a lost answer creates no second game.
        game = new_key()
        new_keys = [(new_key(), kind, table) for kind, table in keys]
        self._record_words((first, *more))

        def work(db: Database) -> None:
            new = _insert(db, game, (first, *more))
            if new:
                db.insert("keys", [key_row(new, *key) for key in new_keys])

        self._engine.writing(work)
        return game

    def revive(self, game: str, changes: Sequence[Change], keys: Iterable[AccessKey]) -> None:
        """Recreate a game that this store has lost, with its old id and keys, all or none.

        A key that opens something else here is replaced by a new one. Raises `GameExistsError`, or
        `UnknownGameError` if the game was ever deleted here.
        """
        old = list(keys)
        self._record_words(changes)

        def work(db: Database) -> None:
            row = games.get_game(db, game)
            new = _insert(db, game, changes) if row is None else None
            # Checked after the insert, when a concurrent purge is complete or no longer possible.
            if games.is_purged(db, game) or (row and games.is_deleted(row)):
                raise UnknownGameError(game)
            if new is None:
                raise GameExistsError(game)
            for key in old:
                if not db.insert("keys", [key_row(new, key.key, key.kind, key.table)]):
                    db.insert("keys", [key_row(new, new_key(), key.kind, key.table)])

        self._engine.writing(work)

    def extend(self, game: str, at_version: int, changes: Sequence[Change]) -> None:
        """Append several changes in one save, all or none, with the checks of `append`."""
        if changes:
            self._append(game, at_version, changes)

    def append(self, game: str, at_version: int, change: Change) -> Line:
        """Append a change to a game that is at `at_version`, and return it as stored.

        The checks are made in this order. A request id that the game has seen before raises
        `RepeatedRequestError` (same fingerprint) or `RequestIdTakenError`, another version raises
        `VersionConflictError`, and a damaged end of the journal raises `DamagedGameError`.
        """
        return self._append(game, at_version, [change])

    def _append(self, game: str, at_version: int, changes: Sequence[Change]) -> Line:
        ids = [change.request_id for change in changes if change.request_id is not None]
        tried: list[Row] = []
        self._record_words(changes)

        def work(db: Database) -> Line:
            # The previous attempt may have been saved, though its answer was lost.
            if tried and db.row(_FIND_LINE, game=game, **tried[-1]):
                return line_of(tried[-1])
            row, written = _read_end(db, game, ids)
            tried[:] = next_rows(row, changes, written, at_version)
            if row["seal"] != row["last_seal"]:  # a line is never appended to a damaged end
                raise DamagedGameError(game, _intact(db, game))
            if not db.append(row, new_end(row, tried[-1]), tried):
                tried.clear()  # not saved, so the retry need not look for these lines
                raise OvertakenError(game)
            return line_of(tried[-1])

        return self._engine.writing(work, is_single=True)

    def request(self, game: str, request_id: str) -> Line | None:
        """Return the line with a request id or None, or raise `DamagedGameError`."""
        return self._engine.reading(lambda db: _read_end(db, game, [request_id])[1].get(request_id))

    def read(self, game: str, since: int = 0) -> list[Line]:
        """Return the lines after version `since` in order, or raise `DamagedGameError`."""
        return self._engine.reading(lambda db: read_lines(db, game, since))

    def size(self, game: str, since: int = 0) -> int:
        """Return the length of the lines after version `since`, without reading them."""
        row = self._engine.reading(lambda db: db.row(_SIZE, game=game, since=since))
        return int(row["size"]) if row else 0

    def latest(self, limit: int) -> list[games.GameSummary]:
        rows = self._engine.reading(lambda db: db.rows(_LATEST, limit=limit))
        return [games.summary_of(row) for row in rows]


def read_lines(db: Database, game: str, since: int = 0, *, in_trash: bool = False) -> list[Line]:
    """Return the lines after a version, or raise `DamagedGameError` if the end is not reached."""
    found, rows = db.journal(game, since)
    row = games.require_game(game, found, in_trash=in_trash)
    lines, end = intact_lines(game, rows, min(max(since, 0), row["version"]))
    if end == (row["version"], row["seal"]):
        return lines
    raise DamagedGameError(game, _intact(db, game))


def _intact(db: Database, game: str) -> list[Line]:
    return intact_lines(game, db.journal(game, 0)[1], 0)[0]


def _read_end(db: Database, game: str, request_ids: Sequence[str]) -> tuple[Row, dict[str, Line]]:
    row = games.require_game(game, db.end(game, request_ids))
    written = {}
    for version in row["known"]:
        line = next(iter(read_lines(db, game, version - 1)), None)
        # The index has no checksum, so the line that it leads to must have the request id itself.
        if line is None or line.request_id not in request_ids:
            raise DamagedGameError(game, _intact(db, game))
        written[str(line.request_id)] = line
    return row, written


def _insert(db: Database, game: str, changes: Sequence[Change]) -> Row | None:
    """Insert a game with its first lines and return its row, or None if it exists."""
    new = {"id": game, "version": 0, "seal": START, "created": games.to_microseconds(changes[0].at)}
    lines = next_rows(new, changes, {})
    if not db.insert("games", [new | new_end(new, lines[-1])]):
        return None
    row = games.find_game(db, game)
    db.insert("lines", [{"game": row["ref"], **line} for line in lines])
    return row
