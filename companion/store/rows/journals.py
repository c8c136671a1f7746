"""Journals: lines appended to games, each with a checksum.

A change is appended in two steps. The first reads where the game stands; the second appends, but
only to the very end that was read, and else is done again. So nothing is locked while a server
thinks, and one that is cut off holds up no table. An answer that was lost shows when the end is
read again: the line stands there with the checksum it was given.

This is the hot path: every page finds a game, every save reads and appends to its journal. So how
a journal, its end and what is appended are read and written is by engine.
"""

from collections.abc import Iterable, Sequence

from companion.keys import new_key
from companion.store.checksums import START, Row
from companion.store.database import Database, OvertakenError, Rows
from companion.store.errors import DamagedGameError, GameExistsError, UnknownGameError
from companion.store.rows import games
from companion.store.rows.keys import AccessKey, Kind, key_row
from companion.store.rows.lines import Change, Line, intact_lines, line_of, moved_end, next_rows

_LATEST = f"""SELECT {games.SELECTED} FROM games WHERE deleted IS NULL
              ORDER BY changed DESC, number DESC LIMIT :limit"""

_PURGED = "SELECT digest FROM purged WHERE digest = :digest"
_IS_THERE = """SELECT lines.version FROM lines JOIN games ON games.ref = lines.game
               WHERE games.id = :game AND lines.version = :version AND lines.seal = :seal"""


class Journals(Rows):
    """The changes of each game, appended and never changed; what they hold is text to the store."""

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        """Create a game with its first lines and keys, or nothing; return its own id.

        That (128 random bits) opens nothing. The same request id twice is `RequestIdTakenError`.
        """
        # Once and for all, so that what was saved without an answer is not made a second time.
        game = new_key()
        opened = [(new_key(), kind, table) for kind, table in keys]

        def work(db: Database) -> None:
            new = _insert(db, game, (first, *more))
            if new:
                db.insert("keys", [key_row(new, *key) for key in opened])

        self._engine.writing(work)
        return game

    def revive(self, game: str, changes: Sequence[Change], keys: Iterable[AccessKey]) -> None:
        """Create a game again that this store has lost: under its old id, with its old keys.

        A key that opens something else here is replaced by a new one. All at once or not at all.
        Raises `GameExistsError`, and `UnknownGameError` for a game that was deleted here, ever.
        """
        old = list(keys)

        def work(db: Database) -> None:
            row = games.get_game(db, game)
            new = _insert(db, game, changes) if row is None else None
            # Looked at last: by now whoever removes the game has done so, or cannot.
            is_purged = db.row(_PURGED, digest=games.digest_of(game)) is not None
            if is_purged or (row and games.is_deleted(row)):
                raise UnknownGameError(game)
            if new is None:
                raise GameExistsError(game)
            for key in old:
                if not db.insert("keys", [key_row(new, key.key, key.kind, key.table)]):
                    db.insert("keys", [key_row(new, new_key(), key.kind, key.table)])

        self._engine.writing(work)

    def extend(self, game: str, at_version: int, changes: Sequence[Change]) -> None:
        """Append several changes (or none) as `append` does one, all at once or not at all."""
        if changes:
            self._append(game, at_version, changes)

    def append(self, game: str, at_version: int, change: Change) -> Line:
        """Append a change to a game that is at `at_version`, and return it as stored.

        In this order: a request id this game has seen, ever, raises `RepeatedRequestError` (same
        fingerprint) or `RequestIdTakenError` (another one); a game at another version raises
        `VersionConflictError`; a journal that does not end as it should raises `DamagedGameError`.
        """
        return self._append(game, at_version, [change])

    def _append(self, game: str, at_version: int, changes: Sequence[Change]) -> Line:
        ids = [change.request_id for change in changes if change.request_id is not None]
        tried: list[Row] = []

        def work(db: Database) -> Line:
            # The last try may have been saved, though no answer came.
            if tried and db.row(_IS_THERE, game=game, **tried[-1]):
                return line_of(tried[-1])
            row, written = _end(db, game, ids)
            tried[:] = next_rows(row, changes, written, at_version)
            if row["seal"] != row["last_seal"]:  # a line is never appended to a damaged end
                raise DamagedGameError(game, _intact(db, game))
            if not db.append(row, moved_end(row, tried[-1]), tried):
                tried.clear()  # that much is sure
                raise OvertakenError(game)
            return line_of(tried[-1])

        return self._engine.writing(work, is_single=True)

    def request(self, game: str, request_id: str) -> Line | None:
        """Return the line written under a request id; raises `DamagedGameError`."""
        return self._engine.reading(lambda db: _end(db, game, [request_id])[1].get(request_id))

    def read(self, game: str, since: int = 0) -> list[Line]:
        """Return the lines after version `since`, in order; raises `DamagedGameError`."""
        return self._engine.reading(lambda db: read_lines(db, game, since))

    def latest(self, limit: int) -> list[games.Heading]:
        rows = self._engine.reading(lambda db: db.rows(_LATEST, limit=limit))
        return [games.heading_of(row) for row in rows]


def read_lines(db: Database, game: str, since: int = 0, *, in_trash: bool = False) -> list[Line]:
    """Return the lines after a version, if they lead to the end that the game expects."""
    found, rows = db.journal(game, since)
    row = games.require_game(game, found, in_trash=in_trash)
    lines, end = intact_lines(game, rows, min(max(since, 0), row["version"]))
    if end == (row["version"], row["seal"]):
        return lines
    raise DamagedGameError(game, _intact(db, game))


def _intact(db: Database, game: str) -> list[Line]:
    return intact_lines(game, db.journal(game, 0)[1], 0)[0]


def _end(db: Database, game: str, request_ids: Sequence[str]) -> tuple[Row, dict[str, Line]]:
    row = games.require_game(game, db.end(game, request_ids))
    written = {}
    for version in row["known"]:
        line = next(iter(read_lines(db, game, version - 1)), None)
        # What the index leads to is believed only if the line itself, once checked, agrees.
        if line is None or line.request_id not in request_ids:
            raise DamagedGameError(game, _intact(db, game))
        written[str(line.request_id)] = line
    return row, written


def _insert(db: Database, game: str, changes: Sequence[Change]) -> Row | None:
    """Insert a game with its first lines and return its row; None where it was there."""
    new = {"id": game, "version": 0, "seal": START, "created": games.to_microseconds(changes[0].at)}
    lines = next_rows(new, changes, {})
    if not db.insert("games", [new | moved_end(new, lines[-1])]):
        return None
    row = games.find_game(db, game)
    db.insert("lines", [{"game": row["ref"], **line} for line in lines])
    return row
