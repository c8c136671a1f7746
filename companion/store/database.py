"""The interface of an engine: SQL statements and transactions for `companion.store.rows`.

Each statement is written once for both engines, with its values as `:name`. Other rows refer to a
game by `games.ref`, in their column `game`. `FOR UPDATE` locks the rows read until the save. SQLite
leaves it out, since it allows one writer at a time.

Over PostgreSQL several servers write at once, and a call whose answer is lost is retried. So every
write first compares the row with what was read (`Database.update`) or locks it, and is idempotent.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from companion.game import journal_format
from companion.store.checksums import Row
from companion.store.errors import StoreUnavailableError

T = TypeVar("T")

TEXTS = frozenset({"body", "request_id", "fingerprint", "by", "text"})
"""Columns with text typed by people, while texts in all other columns are generated names."""


class OvertakenError(StoreUnavailableError):
    """A row that changed between being read and being overwritten, so it must be read again."""


class Database(ABC):
    """SQL statements over one connection, as used by one call.

    The abstract methods of the hot path are written by hand in each engine, which measurably pays.
    `game_with_count` selects a game's row with the highest draft `count` of one of its tables.
    """

    game_with_count: ClassVar[str]
    words: ClassVar[str]  # selects the names that `record_word` inserts, among others
    record_word: ClassVar[str]

    @abstractmethod
    def rows(self, sql: str, /, **values: object) -> Sequence[Row]:
        """Return the rows that a statement selects, or none if a value cannot be a stored name."""

    @abstractmethod
    def write(self, sql: str, /, **values: object) -> int:
        """Execute one statement and return the number of rows written."""

    @abstractmethod
    def insert(self, table: str, rows: Sequence[Row]) -> int:
        """Insert the rows (all with the same columns) that are missing, and return their number."""

    @abstractmethod
    def journal(self, game: str, since: int) -> tuple[Row | None, Sequence[Row]]:
        """Return a game's row and its lines from version `since` on, read from one snapshot.

        `since` is clamped to the versions there are. The lines end before an unreadable one.
        """

    @abstractmethod
    def end(self, game: str, request_ids: Sequence[str]) -> Row | None:
        """Return a game's row, its last line's checksum, and versions `known` by request ids."""

    @abstractmethod
    def append(self, game: Row, new_end: Row, lines: Sequence[Row]) -> bool:
        """Append lines to a game and update its row, unless that has changed since it was read."""

    @abstractmethod
    def put_drafts(self, drafts: Sequence[dict[str, Any]]) -> None:
        """Replace the drafts of seats, or raise `OvertakenError` if their count is not the next."""

    # Within its transaction a database also serves as an `Engine`.
    def reading(self, work: Callable[["Database"], T]) -> T:
        return work(self)

    snapshot = reading

    def writing(self, work: Callable[["Database"], T], *, is_single: bool = False) -> T:
        del is_single
        return work(self)

    def row(self, sql: str, /, **values: object) -> Row | None:
        return next(iter(self.rows(sql, **values)), None)

    def record_words(self, words: Iterable[str]) -> None:
        """Record words of entries among the migrations, where a version without them looks."""
        for word in sorted(words):
            self.write(self.record_word, name=word)

    def recorded_words(self) -> frozenset[str]:
        return journal_format.NEWER.intersection(row["name"] for row in self.rows(self.words))

    def upsert(self, table: str, row: Row, by: str) -> None:
        self.write(insert_sql(table, tuple(row), by), **row)

    def update(self, table: str, old: Row, new: Row, *, by: str = "id", seal: str = "seal") -> None:
        """Update a row found by column `by`, or raise `OvertakenError` if its `seal` changed."""
        sql = _update(table, tuple(new), by, seal)
        if not self.write(sql, **new, old_name=old[by], old_seal=old[seal]):
            msg = f"a row of {table} was changed meanwhile"
            raise OvertakenError(msg)


class Engine(Protocol):
    """Transactions over a database, which may call `work` several times until it succeeds.

    Raises `StoreUnavailableError`, and `NotSavedError` if the disk is full or read-only.
    """

    def reading(self, work: Callable[[Database], T]) -> T:
        """Return what `work` reads, while each statement may see a different state."""

    def snapshot(self, work: Callable[[Database], T]) -> T:
        """Return what `work` reads from one snapshot, without a time limit."""

    def writing(self, work: Callable[[Database], T], *, is_single: bool = False) -> T:
        """Save all writes of `work` or none (with `is_single`, `work` writes at most once)."""


class Rows:
    """Access to one kind of row through an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine


def has_names(values: Row) -> bool:
    """Return whether all strings outside the columns of `TEXTS` are ASCII without zero bytes."""
    return all(
        value.isascii() and "\0" not in value
        for name, value in values.items()
        if isinstance(value, str) and name not in TEXTS
    )


def quoted(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


@cache
def insert_sql(table: str, columns: tuple[str, ...], by: str = "") -> str:
    """Return the SQL that inserts a row unless it exists, or upserts it by a column `by`."""
    values = ", ".join(f":{column}" for column in columns)
    insert = f"INSERT INTO {table} ({quoted(columns)}) VALUES ({values}) ON CONFLICT"
    assigned = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name != by)
    return f'{insert} ("{by}") DO UPDATE SET {assigned}' if by else f"{insert} DO NOTHING"


@cache
def _update(table: str, columns: tuple[str, ...], by: str, seal: str) -> str:
    assigned = ", ".join(f'"{name}" = :{name}' for name in columns)
    return f'UPDATE {table} SET {assigned} WHERE "{by}" = :old_name AND "{seal}" = :old_seal'
