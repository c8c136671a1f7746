"""What every engine offers to the classes of `companion.store.rows`: statements, and saving them.

A statement is written once for both engines. Its values stand in it as `:name`. `games.ref` is
what other rows call a game by, in their column `game`. `FOR UPDATE` locks what is read until all
is saved; where only one writes at a time it is left out.

Over PostgreSQL several servers write at once, an answer may be lost, and what was asked is then
asked again. So whatever is written over is compared with what was read (`Database.update`) or
locked first, and does no harm when it is written twice.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from companion.store.checksums import Row
from companion.store.errors import StoreUnavailableError

T = TypeVar("T")

TEXTS = frozenset({"body", "request_id", "fingerprint", "by", "text"})
"""Columns that hold whatever people type; in all others a text is a name that was given here."""


class OvertakenError(StoreUnavailableError):
    """What was read has changed before it could be written over: it is to be read again."""


class Database(ABC):
    """The statements of one call; those an engine has by hand were measured to need it.

    `counted` asks for the row of a game with the highest `count` of the drafts of a table.
    """

    counted: ClassVar[str]

    @abstractmethod
    def rows(self, sql: str, /, **values: object) -> Sequence[Row]:
        """Return the rows of one statement; none where a value cannot be a name of anything."""

    @abstractmethod
    def write(self, sql: str, /, **values: object) -> int:
        """Carry out one statement and return how many rows it wrote."""

    @abstractmethod
    def insert(self, table: str, rows: Sequence[Row]) -> int:
        """Insert the rows, all with the same columns, that are not there; return how many."""

    @abstractmethod
    def journal(self, game: str, since: int) -> tuple[Row | None, Sequence[Row]]:
        """Return the row of a game, and its lines from a version on, as they were at one moment.

        A version below 0 is 0, one beyond the end is the last. They end before what is unreadable.
        """

    @abstractmethod
    def end(self, game: str, request_ids: Sequence[str]) -> Row | None:
        """Return a game with its `last_seal`, and the versions `known` by these request ids."""

    @abstractmethod
    def append(self, game: Row, moved: Row, lines: Sequence[Row]) -> bool:
        """Append lines to a game, and have its row say so, if that still is as it was read."""

    @abstractmethod
    def put_drafts(self, drafts: Sequence[dict[str, Any]]) -> None:
        """Put drafts in place of what seats had; `OvertakenError` unless their count is next."""

    # Inside of its transaction a database is an `Engine` as well.
    def reading(self, work: Callable[["Database"], T]) -> T:
        return work(self)

    snapshot = reading

    def writing(self, work: Callable[["Database"], T], *, is_single: bool = False) -> T:
        del is_single
        return work(self)

    def row(self, sql: str, /, **values: object) -> Row | None:
        return next(iter(self.rows(sql, **values)), None)

    def upsert(self, table: str, row: Row, by: str) -> None:
        self.write(insert_sql(table, tuple(row), by), **row)

    def update(self, table: str, old: Row, new: Row, *, by: str = "id", seal: str = "seal") -> None:
        """Change a row, known by `by`, with the `seal` that was read; else `OvertakenError`."""
        sql = _update(table, tuple(new), by, seal)
        if not self.write(sql, **new, old_name=old[by], old_seal=old[seal]):
            msg = f"a row of {table} was changed meanwhile"
            raise OvertakenError(msg)


class Engine(Protocol):
    """Where rows are kept; `work` may be called several times until it comes through.

    Raises `StoreUnavailableError`, and `NotSavedError` for want of room.
    """

    def reading(self, work: Callable[[Database], T]) -> T:
        """Return what `work` reads; of two statements each may see another state."""

    def snapshot(self, work: Callable[[Database], T]) -> T:
        """Return what `work` reads of one state, for as long as that takes."""

    def writing(self, work: Callable[[Database], T], *, is_single: bool = False) -> T:
        """Save all that `work` writes or nothing; `is_single`: it writes one statement at most."""


class Rows:
    """One kind of rows, in an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine


def has_names(values: Row) -> bool:
    """Return whether all names can be asked for: no zero byte, no half of a surrogate pair."""
    return all(
        value.isascii() and "\0" not in value
        for name, value in values.items()
        if isinstance(value, str) and name not in TEXTS
    )


def named(columns: Iterable[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


@cache
def insert_sql(table: str, columns: tuple[str, ...], by: str = "") -> str:
    """Return the statement that inserts one row, or changes that with the same value of `by`."""
    values = ", ".join(f":{column}" for column in columns)
    insert = f"INSERT INTO {table} ({named(columns)}) VALUES ({values}) ON CONFLICT"
    assigned = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name != by)
    return f'{insert} ("{by}") DO UPDATE SET {assigned}' if by else f"{insert} DO NOTHING"


@cache
def _update(table: str, columns: tuple[str, ...], by: str, seal: str) -> str:
    assigned = ", ".join(f'"{name}" = :{name}' for name in columns)
    return f'UPDATE {table} SET {assigned} WHERE "{by}" = :old_name AND "{seal}" = :old_seal'
