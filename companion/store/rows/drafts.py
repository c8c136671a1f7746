"""Drafts, which are the hands being counted.

Each table has a count of its own, which only rises by one from the value read. If two phones write
at once, the second one reads again, so no two hands have the same count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.store.checksums import DbTable, Row
from companion.store.database import Database, Rows
from companion.store.rows.games import TIMES, require_game

_COVERED = ("table", "seat", "round", "text", "by", "count")
DRAFTS = DbTable("drafts", (*_COVERED, "seal"), ("draft",), ("id", *_COVERED))

DRAFT_LIMIT = 4096
"""Maximum size of a draft in bytes of UTF-8."""

# A game with the drafts of one of its tables that changed since a count.
_READ = f"""SELECT {TIMES}, drafts."table", seat, round, text, "by", drafts.count, drafts.seal
            FROM games LEFT JOIN drafts ON drafts.game = games.ref
                       AND drafts."table" = :table AND drafts.count > :since
            WHERE games.id = :game ORDER BY drafts.count, seat"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand that is being counted and not yet part of the game."""

    table: int
    round_: int
    seat: int
    text: str  # the hand as counted so far, empty if it is not being counted
    by: str | None = None
    count: int = 0  # number of this change at its table, set by the store


class Drafts(Rows):
    """The hands being counted, which do not change the version of a game."""

    def put(self, game: str, draft: Draft) -> int:
        """Store a hand in place of its seat's previous one, and return its count.

        Raises ValueError if the text has more than `DRAFT_LIMIT` bytes.
        """
        if len(draft.text.encode()) > DRAFT_LIMIT:
            msg = f"a draft has at most {DRAFT_LIMIT} bytes"
            raise ValueError(msg)

        def work(db: Database) -> int:
            row = require_game(game, db.row(db.game_with_count, game=game, table=draft.table))
            return _put(db, row, [draft])

        return self._engine.writing(work, is_single=True)

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        """Return the hands of a table that changed after count `since`, oldest change first."""
        return self._engine.reading(lambda db: _read(db, game, table, since))

    def clear(self, game: str, table: int) -> int:
        """Empty every hand of a table, and return the table's highest count."""

        def work(db: Database) -> int:
            row = require_game(game, db.row(db.game_with_count, game=game, table=table))
            hands = _read(db, game, table)
            emptied = [replace(draft, text="", by=None) for draft in hands if draft.text]
            return _put(db, row, emptied) if emptied else int(row["count"])

        return self._engine.writing(work, is_single=True)


def _put(db: Database, game: Row, drafts: Sequence[Draft]) -> int:
    count = game["count"] + 1
    rows = [
        {
            "game": game["ref"],
            "table": draft.table,
            "seat": draft.seat,
            "round": draft.round_,
            "text": draft.text,
            "by": draft.by,
            "count": count,
        }
        for draft in drafts
    ]
    db.put_drafts([DRAFTS.with_checksum(row, id=game["id"]) for row in rows])
    return int(count)


def _read(db: Database, game: str, table: int, since: int = 0) -> list[Draft]:
    found = db.rows(_READ, game=game, table=table, since=since)
    require_game(game, found[0] if found else None)
    # A damaged hand is left out, since counting again is better than saving a wrong card.
    return [
        Draft(row["table"], row["round"], row["seat"], row["text"], row["by"], row["count"])
        for row in found
        if DRAFTS.is_intact(row)
    ]
