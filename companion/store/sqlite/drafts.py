"""Drafts in SQLite: the hands that are being counted."""

from sqlite_utils import Database

from companion.store.preconditions import check_draft
from companion.store.protocols import Draft
from companion.store.rows.drafts import draft_checksum, draft_of, draft_row, is_intact_draft
from companion.store.sqlite.connections import Connections
from companion.store.sqlite.games import find_game

_OF_TABLE = 'game = ? AND drafts."table" = ?'


class SqliteDrafts:
    """The `Drafts` of one file."""

    def __init__(self, file: Connections) -> None:
        self._file = file

    def put(self, game: str, draft: Draft) -> int:
        check_draft(draft)
        with self._file.writing() as db:
            number = find_game(db, game)["number"]
            count = _highest_count(db, number, draft.table) + 1
            row = draft_row(game, draft, count) | {"game": number}
            # Not `upsert()`: to see what SQLite can do it first creates a table, and where that
            # fails (a full or read-only disk) it ends without an error and without the row.
            db.table("drafts").insert(row, replace=True)
        return count

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        with self._file.reading() as db:
            number = find_game(db, game)["number"]
            rows = db.table("drafts").rows_where(
                f"{_OF_TABLE} AND count > ?", [number, table, since], order_by="count, seat"
            )
            return [
                draft_of(row)
                for row in rows
                # A damaged hand is none: it is counted again, and never saved with a wrong card.
                if is_intact_draft(game, row)
            ]

    def clear(self, game: str, table: int) -> int:
        with self._file.writing() as db:
            number = find_game(db, game)["number"]
            count = _highest_count(db, number, table)
            drafts = db.table("drafts")
            counted = list(drafts.rows_where(f"{_OF_TABLE} AND text != ''", [number, table]))
            if not counted:
                return count
            emptied = [row | {"text": "", "by": None, "count": count + 1} for row in counted]
            rows = [row | {"seal": draft_checksum(game, row)} for row in emptied]
            drafts.insert_all(rows, replace=True)
        return count + 1


def _highest_count(db: Database, number: int, table: int) -> int:
    drafts = db.table("drafts")
    (row,) = drafts.rows_where(_OF_TABLE, [number, table], select="max(count) AS highest")
    return row["highest"] or 0  # max() of no rows is NULL
