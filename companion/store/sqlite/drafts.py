"""Drafts in SQLite: the hands that are being counted."""

from sqlite_utils import Database

from companion.store.protocols import DRAFT_LIMIT, Draft
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import head

_PUT = """INSERT INTO drafts (game, "table", seat, round, text, "by", count)
          VALUES (:game, :table, :seat, :round, :text, :by, :count)
          ON CONFLICT (game, "table", seat) DO UPDATE SET
              round = excluded.round, text = excluded.text, "by" = excluded."by",
              count = excluded.count"""

_READ = """SELECT drafts."table", round AS round_, seat, text, drafts."by", count FROM drafts
           WHERE game = ? AND drafts."table" = ? AND count > ? ORDER BY count, seat"""

_CLEAR = """UPDATE drafts SET text = '', "by" = NULL, count = ?
            WHERE game = ? AND drafts."table" = ? AND text != ''"""


class SqliteDrafts:
    """The `Drafts` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def put(self, game: str, draft: Draft) -> int:
        """Keep a hand, see `Drafts.put`."""
        if len(draft.text.encode()) > DRAFT_LIMIT:
            msg = f"a draft has at most {DRAFT_LIMIT} bytes"
            raise ValueError(msg)
        with self._file.writing() as db:
            number = head(db, game)["number"]
            count = _count(db, number, draft.table) + 1
            db.execute(
                _PUT,
                {
                    "game": number,
                    "table": draft.table,
                    "seat": draft.seat,
                    "round": draft.round_,
                    "text": draft.text,
                    "by": draft.by,
                    "count": count,
                },
            )
        return count

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        """Read what changed, see `Drafts.read`."""
        with self._file.reading() as db:
            number = head(db, game)["number"]
            return [Draft(**row) for row in db.execute(_READ, (number, table, since))]

    def clear(self, game: str, table: int) -> int:
        """Empty the hands of a table, see `Drafts.clear`."""
        with self._file.writing() as db:
            number = head(db, game)["number"]
            count = _count(db, number, table)
            cleared = db.execute(_CLEAR, (count + 1, number, table)).rowcount
        return count + 1 if cleared else count


def _count(db: Database, number: int, table: int) -> int:
    sql = 'SELECT ifnull(max(count), 0) AS count FROM drafts WHERE game = ? AND drafts."table" = ?'
    return int(next(db.execute(sql, (number, table)))["count"])
