"""What the house asks of a store: five small protocols and the values they speak of.

Every call is keyed by one game, so an engine may keep each game wherever it likes. What a
journal's line holds is text to the store; only `companion.game` knows what it means. Every call
may raise `StoreUnavailableError`, every one that writes `NotSavedError`, and every one that names a
game `UnknownGameError` (an unknown one, or one that lies on the shelf). Text that UTF-8 cannot hold
(half of a surrogate pair) is a ValueError.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

Kind = Literal["score", "watch", "table"]

DRAFT_LIMIT = 4096
"""The most bytes of UTF-8 that a draft may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What somebody wants to have written down in a game.

    `at` is when (aware), `body` the entry as JSON text, `request_id` the caller's name for this
    change and `fingerprint` what tells a repeated request from another one under the same name.
    `by` is the nickname of the phone that wrote it.
    """

    at: datetime
    body: str
    request_id: str | None = None
    fingerprint: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Change):
    """One stored change; the first of a game is version 1, each next one a version more."""

    version: int


@dataclass(frozen=True, slots=True)
class Heading:
    """What a list of games shows of one: no names, no totals, those are in its journal."""

    game: str
    created: datetime
    changed: datetime
    version: int


@dataclass(frozen=True, slots=True)
class AccessKey:
    """One key and what it opens; only the door of a tournament's table has a `table`.

    `version` is the one that the game was at when this door was found, so that nobody who knows
    that version need read the game again. It is None where its journal does not end as it should.
    """

    key: str
    game: str
    kind: Kind
    table: int | None = None
    version: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand that is being counted and not yet part of the game.

    An empty `text` says that the hand is not counted (any more). `count` is given by the store.
    """

    table: int
    round_: int
    seat: int
    text: str
    by: str | None = None
    count: int = 0


class Journals(Protocol):
    """The changes of each game, appended and never changed."""

    def create(
        self, first: Change, *more: Change, doors: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        """Begin a game with its first lines and open its first doors, all at once or not at all.

        Returns the game's own id (128 random bits), which opens nothing. More than one line is
        what an imported journal has; the same request id twice in it is `RequestIdTakenError`.
        """

    def append(self, game: str, at_version: int, change: Change) -> Line:
        """Append a change to a game that is at `at_version`, and return it as stored.

        In this order: a request id this game has seen, ever, raises `RepeatedRequestError` (same
        fingerprint) or `RequestIdTakenError` (another one); a game at another version raises
        `VersionConflictError`; a journal that does not end as it should raises `DamagedGameError`.
        """

    def request(self, game: str, request_id: str) -> Line | None:
        """Find the line that was written under a request id; raises `DamagedGameError` if it is."""

    def read(self, game: str, since: int = 0) -> list[Line]:
        """Read the lines after version `since`, in order; raises `DamagedGameError`."""

    def latest(self, limit: int) -> list[Heading]:
        """List the games that changed last, the latest first."""


class Doors(Protocol):
    """Which key opens which game to do what."""

    def open(self, game: str, kind: Kind, table: int | None = None) -> str:
        """Make one more key (128 random bits); the ones there are keep working."""

    def find(self, key: str) -> AccessKey | None:
        """Find what a key opens; None for a wrong key and for a deleted game."""

    def keys(self, game: str) -> list[AccessKey]:
        """List the doors of a game, by kind, table and key."""

    def renew(self, game: str, kind: Kind, table: int | None = None) -> str:
        """Make a new key and let all others of that kind (and table) stop working at once."""


class Drafts(Protocol):
    """The hands that are being counted right now, with a count of their own for each table.

    The count rises with every change, so a phone asks for what is new `since` the highest count
    it knows. A keystroke never raises the version of the game.
    """

    def put(self, game: str, draft: Draft) -> int:
        """Keep a hand in place of what its seat had, and return its count.

        ValueError: the text has more than `DRAFT_LIMIT` bytes.
        """

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        """Read what changed at a table after the count `since`, the oldest change first."""

    def clear(self, game: str, table: int) -> int:
        """Empty every hand of a table, and return the count the table is at."""


class Series(Protocol):
    """Which games one table played after each other; a rematch belongs to what it followed."""

    def follow(self, game: str, earlier: str) -> None:
        """Put a game into the series of an earlier one."""

    def games(self, game: str) -> list[str]:
        """List all games of the series in which this one is, in order; alone it is a series too."""

    def following(self, game: str) -> str | None:
        """Find the game that was played next in the series; None too where nothing leads to it."""

    def part(self, game: str) -> None:
        """Let no earlier game lead to this one any more; it stays in its series."""


class Trash(Protocol):
    """Where deleted games lie until they are really removed."""

    def delete(self, game: str, at: datetime) -> None:
        """Put a game on the shelf; one that lies there already keeps the time it has."""

    def undelete(self, game: str) -> None:
        """Take a game back from the shelf, with the keys it had."""

    def sweep(self, before: datetime) -> int:
        """Remove all of every game deleted before that time, and return how many they were."""


@dataclass(frozen=True, slots=True)
class Store:
    """The five protocols of one engine.

    `check` returns when the store answers and raises `StoreUnavailableError` when it does not.
    `close` ends it; every later call raises `StoreUnavailableError`.
    """

    journals: Journals
    doors: Doors
    drafts: Drafts
    series: Series
    shelf: Trash
    check: Callable[[], None]
    close: Callable[[], None]
