"""Whole stores, row by row, as one engine hands them to another: for backups and moves.

The rows are alike in all engines (see `companion.store.rows`), checksums included. A further
protocol takes part by a line below and by its columns in the engines.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.store.checksums import START, Row
from companion.store.errors import DamagedGameError, DamagedRowError
from companion.store.rows.drafts import is_intact_draft
from companion.store.rows.games import has_intact_heading
from companion.store.rows.groups import is_intact_group, is_intact_place
from companion.store.rows.keys import is_intact_key
from companion.store.rows.lines import intact_lines
from companion.store.rows.televisions import is_intact_television

GAME_COLUMNS = ("id", "version", "seal", "created", "changed", "deleted", "heading")


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of rows: its name, its columns, and whether a row is as it was written.

    Rows come in the order of the first column, which tells those of one game, or all, apart.
    `unique` is another column in which no two rows of a store have the same.
    """

    name: str
    columns: tuple[str, ...]
    is_intact: Callable[[Row], bool] = field(default=lambda _: True)
    unique: str | None = None


LINES = Part("lines", ("version", "at", "body", "request_id", "fingerprint", "by", "seal"))
KEYS = Part("keys", ("key", "kind", "table", "seal"), is_intact_key)
DRAFTS = Part(
    "drafts",
    ("table", "seat", "round", "text", "by", "count", "seal"),
    lambda row: is_intact_draft(row["id"], row),
)
PLACES = Part("places", ("group", "follows", "is_counted", "seal"), is_intact_place)
OF_A_GAME = (LINES, KEYS, DRAFTS, PLACES)
"""What belongs to one game, and goes with it."""

PURGED = Part("purged", ("digest",))
BESIDE = (
    Part("groups", ("id", "key", "version", "text", "seal"), is_intact_group, "key"),
    Part(
        "televisions",
        ("television", "code", "address", "key", "at", "seal"),
        is_intact_television,
        "code",
    ),
    PURGED,
)
"""What belongs to no single game."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All rows that a store holds of one game, in the trash or not."""

    row: Mapping[str, Any]
    parts: Mapping[str, Sequence[Mapping[str, Any]]]

    @property
    def id(self) -> str:
        """The id of the game."""
        return str(self.row["id"])

    @property
    def end(self) -> tuple[int, bytes]:
        """Version and checksum of its last line."""
        return self.row["version"], self.row["seal"]


def checked(game: Row, parts: Mapping[str, Sequence[Row]]) -> StoredGame:
    """Return a game as it was read, without hands that are damaged: such a hand is none.

    Raises `DamagedGameError` and `DamagedRowError` where anything else is not as it was written.
    """
    lines, end = intact_lines(game["id"], parts[LINES.name], 0)
    if end != (game["version"], game["seal"]) or game["seal"] == START:
        raise DamagedGameError(game["id"], lines)
    if not has_intact_heading(game):
        raise _damaged(game, "games")
    kept = {}
    for part in OF_A_GAME:
        # A row is told apart by its game, as its checksum is.
        kept[part.name] = [
            row for row in parts[part.name] if part.is_intact({"id": game["id"], **row})
        ]
        if part is not DRAFTS and len(kept[part.name]) < len(parts[part.name]):
            raise _damaged(game, part.name)
    return StoredGame(game, kept)


def _damaged(game: Row, table: str) -> DamagedRowError:
    return DamagedRowError(f"game {game['id']} has a damaged row in the table of {table}")


class Archive(Protocol):
    """A store as a whole; what is asked of it may raise `StoreUnavailableError`."""

    name: str
    """What it is called where somebody may read along, so without a password."""

    def games(self) -> list[str]:
        """Return the ids of all games, in the trash or not, in the order they were created."""

    def read(self, game: str) -> StoredGame | None:
        """Return all of one game; None where there is none. Raises what `checked` does."""

    def write(self, games: Sequence[StoredGame]) -> list[str]:
        """Insert games that are not there yet, all at once or not at all.

        Returns the ids of those that were left out, as a key of theirs opens something else.
        Raises `NotSavedError`.
        """

    def rows(self, part: Part) -> list[Mapping[str, Any]]:
        """Return all rows of a part that belongs to no single game."""

    def insert(self, part: Part, rows: Iterable[Row]) -> None:
        """Insert rows of such a part that are not there yet; raises `NotSavedError`."""
