"""Drafts in PostgreSQL: the hands that are being counted.

Each table has a count of its own, which is raised only from what was read: of two phones that
write at once the second reads again, so no two hands have the same count.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.store.checksums import Row
from companion.store.postgres.connections import Connections, Database, OvertakenError
from companion.store.postgres.games import COLUMNS, SELECTED, game_of, is_name, require_game
from companion.store.postgres.texts import from_bytes, to_bytes
from companion.store.preconditions import check_draft
from companion.store.protocols import Draft
from companion.store.rows.drafts import draft_of, draft_row, is_intact_draft

_DRAFT = ("table", "seat", "round", "text", "by", "count", "seal")

# The game, the count of the table, and what was counted there since.
_READ = f"""SELECT {SELECTED}, coalesce(counts.count, 0), drafts."table", seat, round, text, "by",
                   drafts.count, drafts.seal
            FROM games
            LEFT JOIN counts ON counts.game = games.id AND counts."table" = %(table)s
            LEFT JOIN drafts ON drafts.game = games.id AND drafts."table" = %(table)s
                             AND drafts.count > %(since)s
            WHERE games.id = %(game)s ORDER BY drafts.count, seat"""

_PUT = """WITH counted AS (
              INSERT INTO counts AS old (game, "table", count)
              VALUES (%(game)s, %(table)s, %(count)s)
              ON CONFLICT (game, "table") DO UPDATE SET count = excluded.count
                  WHERE old.count = excluded.count - 1
              RETURNING game)
          INSERT INTO drafts (game, "table", seat, round, text, "by", count, seal)
          SELECT counted.game, hand.*
          FROM counted, unnest(%(tables)s::integer[], %(seats)s::integer[], %(rounds)s::integer[],
                               %(texts)s::bytea[], %(bys)s::bytea[], %(counts)s::integer[],
                               %(seals)s::bytea[]) AS hand
          ON CONFLICT (game, "table", seat) DO UPDATE
          SET round = excluded.round, text = excluded.text, "by" = excluded."by",
              count = excluded.count, seal = excluded.seal"""


class PostgresDrafts:
    """The `Drafts` of one database."""

    def __init__(self, server: Connections) -> None:
        self._server = server

    def put(self, game: str, draft: Draft) -> int:
        check_draft(draft)

        def work(db: Database) -> int:
            count, _ = _read(db, game, draft.table, sys.maxsize)
            return _put(db, game, [draft], count + 1)

        return self._server.run(work)

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        return self._server.run(lambda db: _read(db, game, table, since)[1])

    def clear(self, game: str, table: int) -> int:
        def work(db: Database) -> int:
            count, drafts = _read(db, game, table, 0)
            counted = [replace(draft, text="", by=None) for draft in drafts if draft.text]
            return _put(db, game, counted, count + 1) if counted else count

        return self._server.run(work)


def _put(db: Database, game: str, drafts: Sequence[Draft], count: int) -> int:
    """Store hands of one table under its next count; `OvertakenError` where that is taken."""
    rows = [draft_row(game, draft, count) for draft in drafts]
    values = {f"{column}s": [row[column] for row in rows] for column in _DRAFT}
    values["texts"] = [to_bytes(draft.text) for draft in drafts]
    values["bys"] = [to_bytes(draft.by) for draft in drafts]
    if not db.write(_PUT, {**values, "game": game, "table": drafts[0].table, "count": count}):
        raise OvertakenError
    return count


def _read(db: Database, game: str, table: int, since: int) -> tuple[int, list[Draft]]:
    """Return the count of a table, and the hands that changed after a count."""
    found = db.rows(_READ, {"game": game, "table": table, "since": since}) if is_name(game) else []
    require_game(game, game_of(found[0]) if found else None)
    rows = [_draft_row(selected[len(COLUMNS) + 1 :]) for selected in found]
    # A damaged hand is none: it is counted again, and never saved with a wrong card.
    hands = [draft_of(row) for row in rows if is_intact_draft(game, row)]
    return found[0][len(COLUMNS)], hands


def _draft_row(selected: Sequence[Any]) -> Row:
    row = dict(zip(_DRAFT, selected, strict=True))
    return row | {"text": from_bytes(row["text"]), "by": from_bytes(row["by"])}
