"""Journals in PostgreSQL: lines appended to games, each with a checksum.

A change is appended in two statements. The first reads where the game stands; the second appends,
but only to the very end that was read, and else is done again. So nothing is locked while a
server thinks, and one that is cut off holds up no table. An answer that was lost shows when the
end is read again: the line stands there with the checksum it was given.

Texts are stored as bytes of UTF-8, since texts of PostgreSQL cannot hold all that ours may. A
request id, which may be long, is looked up by its digest.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.keys import new_key
from companion.store.checksums import Row, checksum
from companion.store.errors import DamagedGameError, GameExistsError, UnknownGameError
from companion.store.postgres.connections import Connections, Database, OvertakenError
from companion.store.postgres.games import (
    COLUMNS,
    SELECTED,
    find_game,
    game_of,
    get_game,
    is_name,
    require_game,
)
from companion.store.postgres.keys import insert_keys
from companion.store.postgres.texts import from_bytes, to_bytes
from companion.store.protocols import AccessKey, Change, Heading, Kind, Line
from companion.store.rows.games import digest_of, game_row, heading_of, is_deleted
from companion.store.rows.keys import key_row
from companion.store.rows.lines import intact_lines, line_of, moved_end, next_rows

_LINE = ("version", "at", "body", "request_id", "fingerprint", "by", "seal")
_TEXTS = ("body", "request_id", "fingerprint", "by")

# One statement sees one state: a save between two would look like damage.
_READ = f"""SELECT {SELECTED}, lines.version, at, body, request_id, fingerprint, "by", lines.seal
            FROM games LEFT JOIN lines
            ON lines.game = games.id AND lines.version >= least(greatest(%s, 0), games.version)
            WHERE games.id = %s ORDER BY lines.version"""

# The end of a game, and which of these requests it has seen.
_END = f"""SELECT {SELECTED}, lines.seal,
                  ARRAY(SELECT request FROM lines WHERE game = %(id)s AND request = ANY(%(ids)s))
           FROM games LEFT JOIN lines ON lines.game = games.id AND lines.version = games.version
           WHERE games.id = %(id)s"""

_FIND_REQUEST = "SELECT version FROM lines WHERE game = %s AND request = %s"

_IS_THERE = "SELECT FROM lines WHERE game = %s AND version = %s AND seal = %s"

_INSERT_LINES = """INSERT INTO lines (game, version, at, body, request_id, fingerprint, "by", seal,
                                      request)
                   SELECT game.id, line.* FROM game, unnest(
                       %(versions)s::integer[], %(ats)s::bigint[], %(bodies)s::bytea[],
                       %(request_ids)s::bytea[], %(fingerprints)s::bytea[], %(bys)s::bytea[],
                       %(seals)s::bytea[], %(requests)s::bytea[]) AS line"""

_MOVE_END = f"""WITH game AS (
                    UPDATE games SET version = %(version)s, seal = %(seal)s, changed = %(changed)s,
                                     deleted = %(deleted)s, heading = %(heading)s
                    WHERE id = %(id)s AND version = %(old_version)s AND seal = %(old_seal)s
                          AND heading = %(old_heading)s
                    RETURNING id)
                {_INSERT_LINES}"""

_CREATE = f"""WITH game AS (
                  INSERT INTO games ({", ".join(COLUMNS)})
                  VALUES ({", ".join(f"%({column})s" for column in COLUMNS)})
                  ON CONFLICT (id) DO NOTHING RETURNING id)
              {_INSERT_LINES}"""

_LATEST = f"""SELECT {SELECTED} FROM games WHERE deleted IS NULL
              ORDER BY changed DESC, number DESC LIMIT %s"""


class PostgresJournals:
    """The `Journals` of one database."""

    def __init__(self, server: Connections) -> None:
        self._server = server

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        # Once and for all, so that what was saved without an answer is not made a second time.
        game = new_key()
        opened = [key_row(new_key(), game, kind, table) for kind, table in keys]

        def work(db: Database) -> None:
            with db.transaction():
                if _insert(db, game, (first, *more)):
                    insert_keys(db, game, opened)

        self._server.run(work)
        return game

    def revive(self, game: str, changes: Sequence[Change], keys: Iterable[AccessKey]) -> None:
        old = list(keys)

        def work(db: Database) -> None:
            with db.transaction():
                row = get_game(db, game)
                is_new = row is None and _insert(db, game, changes)
                # Looked at last: by now whoever removes the game has done so, or cannot.
                if is_purged(db, game) or (row and is_deleted(row)):
                    raise UnknownGameError(game)
                if not is_new:
                    raise GameExistsError(game)
                for key in old:
                    row = key_row(key.key, game, key.kind, key.table)
                    if not insert_keys(db, game, [row]):  # it opens something else
                        new = key_row(new_key(), game, key.kind, key.table)
                        insert_keys(db, game, [new])

        self._server.run(work)

    def extend(self, game: str, at_version: int, changes: Sequence[Change]) -> None:
        if changes:
            self._append(game, at_version, changes)

    def append(self, game: str, at_version: int, change: Change) -> Line:
        return self._append(game, at_version, [change])

    def _append(self, game: str, at_version: int, changes: Sequence[Change]) -> Line:
        """Append changes to a game, after all checks, and return the last as stored."""
        tried: list[dict[str, Any]] = []

        def work(db: Database) -> Line:
            # The last try may have been saved, though no answer came.
            if tried and _is_there(db, game, tried[-1]):
                return line_of(tried[-1])
            row, known = _end(db, game, changes)

            def find_request(request_id: str) -> Line | None:
                is_known = request_digest(request_id) in known
                return _find_request(db, game, request_id) if is_known else None

            tried[:] = next_rows(row, changes, find_request, at_version)
            if row["seal"] != row["last_seal"]:  # a line is never appended to a damaged end
                raise DamagedGameError(game, _read_intact(db, game))
            old = {f"old_{column}": row[column] for column in ("version", "seal", "heading")}
            values = _arrays(tried) | moved_end(row, tried[-1]) | old | {"id": game}
            if not db.write(_MOVE_END, values):
                tried.clear()  # that much is sure
                raise OvertakenError
            return line_of(tried[-1])

        return self._server.run(work)

    def request(self, game: str, request_id: str) -> Line | None:
        digest = request_digest(request_id)

        def work(db: Database) -> Line | None:
            find_game(db, game)
            is_known = db.row(_FIND_REQUEST, [game, digest])
            return _find_request(db, game, request_id) if is_known else None

        return self._server.run(work)

    def read(self, game: str, since: int = 0) -> list[Line]:
        return self._server.run(lambda db: _require_lines(db, game, since))

    def latest(self, limit: int) -> list[Heading]:
        rows = self._server.run(lambda db: db.rows(_LATEST, [limit]))
        return [heading_of(game_of(row)) for row in rows]


def _insert(db: Database, game: str, changes: Sequence[Change]) -> bool:
    """Insert a game with its first lines; return whether it was not there."""
    first = game_row(game, changes[0])
    lines = next_rows(first, changes, lambda _: None)
    return bool(db.write(_CREATE, {**first, **moved_end(first, lines[-1]), **_arrays(lines)}))


def _arrays(lines: Sequence[Row]) -> dict[str, object]:
    """Return lines as the statement takes them, a list for each column."""
    return {
        "versions": [line["version"] for line in lines],
        "ats": [line["at"] for line in lines],
        "bodies": [line["body"].encode() for line in lines],
        "request_ids": [to_bytes(line["request_id"]) for line in lines],
        "fingerprints": [to_bytes(line["fingerprint"]) for line in lines],
        "bys": [to_bytes(line["by"]) for line in lines],
        "seals": [line["seal"] for line in lines],
        "requests": [request_digest(line["request_id"]) for line in lines],
    }


def request_digest(request_id: str | None) -> bytes | None:
    """Return what stands for a request id; raises ValueError for what is no text."""
    return None if request_id is None else checksum("request", request_id.encode())


def _end(db: Database, game: str, changes: Sequence[Change]) -> tuple[Row, set[bytes]]:
    """Return the row of a game, with the checksum of its last line, and which requests it knows."""
    ids = [request_digest(change.request_id) for change in changes if change.request_id is not None]
    found = db.row(_END, {"id": game, "ids": ids}) if is_name(game) else None
    row = require_game(game, game_of(found) if found else None)
    *_, last_seal, known = found or ()
    return {**row, "last_seal": last_seal}, set(known)


def _find_request(db: Database, game: str, request_id: str) -> Line | None:
    for (version,) in db.rows(_FIND_REQUEST, [game, request_digest(request_id)]):
        lines = _require_lines(db, game, version - 1)
        # What the index leads to is believed only if the line itself, once checked, agrees.
        if lines and lines[0].request_id == request_id:
            return lines[0]
        raise DamagedGameError(game, _require_lines(db, game))
    return None


def _require_lines(db: Database, game: str, since: int = 0) -> list[Line]:
    """Return the lines of a game that is not in the trash; see `read_lines`."""
    return read_lines(db, game, since, is_in_trash=False)


def read_lines(db: Database, game: str, since: int = 0, *, is_in_trash: bool = True) -> list[Line]:
    """Return the lines after a version, if they lead to the end that the game expects."""
    found = db.rows(_READ, [since, game]) if is_name(game) else []
    row = game_of(found[0]) if found else None
    if row is None or not is_in_trash:
        row = require_game(game, row)
    since = min(max(since, 0), row["version"])
    lines, end = intact_lines(game, map(_line_row, found), since)
    if end == (row["version"], row["seal"]):
        return lines
    raise DamagedGameError(game, _read_intact(db, game))


def _read_intact(db: Database, game: str) -> list[Line]:
    """Return the intact lines of a game that is damaged."""
    return intact_lines(game, map(_line_row, db.rows(_READ, [0, game])), 0)[0]


def _line_row(selected: Sequence[Any]) -> Row:
    row = dict(zip(_LINE, selected[len(COLUMNS) :], strict=True))
    return row | {column: from_bytes(row[column]) for column in _TEXTS}


def _is_there(db: Database, game: str, line: Row) -> bool:
    return db.row(_IS_THERE, [game, line["version"], line["seal"]]) is not None


def is_purged(db: Database, game: str) -> bool:
    """Return whether a game was deleted and removed."""
    return db.row("SELECT FROM purged WHERE digest = %s", [digest_of(game)]) is not None
