"""Drafts: the hands that are being counted.

Each table has a count of its own, which is raised only from what was read: of two phones that
write at once the second reads again, so no two hands have the same count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.store.checksums import Row, checksum
from companion.store.database import Database, Engine, OvertakenError
from companion.store.rows.games import TIMES, require_game

COLUMNS = ("table", "seat", "round", "text", "by", "count", "seal")

DRAFT_LIMIT = 4096
"""The most bytes of UTF-8 that a draft may have."""

# The game, and what was counted at one of its tables since.
_READ = f"""SELECT {TIMES}, drafts."table", seat, round, text, "by", drafts.count, drafts.seal
            FROM games LEFT JOIN drafts ON drafts.game = games.ref
                       AND drafts."table" = :table AND drafts.count > :since
            WHERE games.id = :game ORDER BY drafts.count, seat"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand that is being counted and not yet part of the game.

    An empty `text` means that the hand is not counted (any more). `count` is set by the store.
    """

    table: int
    round_: int
    seat: int
    text: str
    by: str | None = None
    count: int = 0


class Drafts:
    """The hands that are being counted right now, with a count of their own for each table.

    The count rises with every change, so a phone asks for what is new `since` the highest count
    it has seen. A keystroke never raises the version of the game.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, game: str, draft: Draft) -> int:
        """Store a hand in place of what its seat had, and return its count.

        ValueError: the text has more than `DRAFT_LIMIT` bytes.
        """
        if len(draft.text.encode()) > DRAFT_LIMIT:
            msg = f"a draft has at most {DRAFT_LIMIT} bytes"
            raise ValueError(msg)

        def work(db: Database) -> int:
            row = require_game(game, db.counted(game, draft.table))
            return _put(db, row, [draft])

        return self._engine.writing(work, is_single=True)

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        """Return what changed at a table after the count `since`, the oldest change first."""
        return self._engine.reading(lambda db: _read(db, game, table, since))

    def clear(self, game: str, table: int) -> int:
        """Empty every hand of a table, and return the highest count of the table."""

        def work(db: Database) -> int:
            row = require_game(game, db.counted(game, table))
            counted = [draft for draft in _read(db, game, table) if draft.text]
            emptied = [replace(draft, text="", by=None) for draft in counted]
            return _put(db, row, emptied) if emptied else int(row["count"])

        return self._engine.writing(work, is_single=True)


def _put(db: Database, game: Row, drafts: Sequence[Draft]) -> int:
    """Store hands of one table of a game under its next count, and return that."""
    count = game["count"] + 1
    rows = [_draft_row(game, draft, count) for draft in drafts]
    if not db.put_drafts(rows):
        raise OvertakenError(game["id"])
    return int(count)


def _read(db: Database, game: str, table: int, since: int = 0) -> list[Draft]:
    found = db.rows(_READ, game=game, table=table, since=since)
    require_game(game, found[0] if found else None)
    # A damaged hand is none: it is counted again, and never saved with a wrong card.
    return [_draft_of(row) for row in found if is_intact_draft(row)]


def _draft_row(game: Row, draft: Draft, count: int) -> dict[str, object]:
    row = {
        "game": game["ref"],
        "table": draft.table,
        "seat": draft.seat,
        "round": draft.round_,
        "text": draft.text,
        "by": draft.by,
        "count": count,
    }
    return row | {"seal": draft_checksum(game["id"], row)}


def is_intact_draft(row: Row) -> bool:
    """Return whether a draft, given with the id of its game, is as it was written."""
    return bool(row["seal"] == draft_checksum(row["id"], row))


def draft_checksum(game: str, row: Row) -> bytes:
    """Return the checksum of a draft, given with the id of its game."""
    *covered, _ = COLUMNS
    return checksum("draft", game, *(row[column] for column in covered))


def _draft_of(row: Row) -> Draft:
    return Draft(row["table"], row["round"], row["seat"], row["text"], row["by"], row["count"])
