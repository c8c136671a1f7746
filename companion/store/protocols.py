"""What the application asks of a store: six small protocols and their values.

Every call is keyed by one game, or by the key, television or code it is looked up by, so an
engine may keep each game wherever it likes. What a
journal's line holds is text to the store; only `companion.game` knows what it means. Every call
may raise `StoreUnavailableError`, every one that writes `NotSavedError`, and every one that names a
game `UnknownGameError` (an unknown one, or one in the trash). Text that UTF-8 cannot hold
(half of a surrogate pair) is a ValueError.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

Kind = Literal["score", "watch", "table", "join"]

DRAFT_LIMIT = 4096
"""The most bytes of UTF-8 that a draft may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change that is to be appended to a game.

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
    """One game in a list of games; its names and totals are in its journal.

    Times that are not as they were written are None.
    """

    game: str
    created: datetime | None
    changed: datetime | None
    version: int


@dataclass(frozen=True, slots=True)
class AccessKey:
    """One key and what it opens; only the key of a tournament's table has a `table`.

    `version` is the one that the game was at when this key was found, so that nobody who has read
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

    An empty `text` means that the hand is not counted (any more). `count` is set by the store.
    """

    table: int
    round_: int
    seat: int
    text: str
    by: str | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """People who play together; its `key` (128 random bits) is all that opens it.

    `id` opens nothing. `text` is what the application keeps of its people, and `version` counts
    how often that was written.
    """

    id: str
    key: str
    version: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game belongs: the id of its group, and the game that it `follows` as a rematch.

    A game may be in a group and not be counted there (`is_counted`).
    """

    group: str | None = None
    follows: str | None = None
    is_counted: bool = True


@dataclass(frozen=True, slots=True)
class Member:
    """One game in a group, in the trash (since `deleted`) or not.

    Times that are not as they were written are None, so such a game is not in the trash.
    """

    game: str
    created: datetime | None
    version: int
    deleted: datetime | None
    is_counted: bool


@dataclass(frozen=True, slots=True)
class Television:
    """What a television shows: a `code`, which holds `until` then, or the board of a `key`."""

    code: str | None = None
    until: datetime | None = None
    key: str | None = None


class Journals(Protocol):
    """The changes of each game, appended and never changed."""

    def create(
        self, first: Change, *more: Change, keys: Iterable[tuple[Kind, int | None]] = ()
    ) -> str:
        """Create a game with its first lines and its first keys, all at once or not at all.

        Returns the game's own id (128 random bits), which opens nothing. More than one line is
        what an imported journal has; the same request id twice in it is `RequestIdTakenError`.
        """

    def revive(self, game: str, changes: Sequence[Change], keys: Iterable[AccessKey]) -> None:
        """Create a game again that this store has lost: under its old id, with its old keys.

        A key that opens something else here is replaced by a new one. All at once or not at all.
        Raises `GameExistsError`, and `UnknownGameError` for a game that was deleted here, ever.
        """

    def extend(self, game: str, at_version: int, changes: Sequence[Change]) -> None:
        """Append several changes (or none) as `append` does one, all at once or not at all."""

    def append(self, game: str, at_version: int, change: Change) -> Line:
        """Append a change to a game that is at `at_version`, and return it as stored.

        In this order: a request id this game has seen, ever, raises `RepeatedRequestError` (same
        fingerprint) or `RequestIdTakenError` (another one); a game at another version raises
        `VersionConflictError`; a journal that does not end as it should raises `DamagedGameError`.
        """

    def request(self, game: str, request_id: str) -> Line | None:
        """Return the line written under a request id; raises `DamagedGameError`."""

    def read(self, game: str, since: int = 0) -> list[Line]:
        """Return the lines after version `since`, in order; raises `DamagedGameError`."""

    def latest(self, limit: int) -> list[Heading]:
        """Return the games that changed last, the latest first."""


class Keys(Protocol):
    """Which key opens which game to do what."""

    def add(self, game: str, kind: Kind, table: int | None = None) -> str:
        """Add a key (128 random bits) and return it; the others keep working."""

    def find(self, key: str) -> AccessKey | None:
        """Return what a key opens; None for a wrong key and for a deleted game."""

    def find_deleted(self, key: str) -> AccessKey | None:
        """Return what a key opened until its game was put into the trash; None for any other."""

    def of_game(self, game: str) -> list[AccessKey]:
        """Return the keys of a game, by kind, table and key."""

    def renew(self, game: str, kind: Kind, table: int | None = None, key: str | None = None) -> str:
        """Return a new key; all others of that kind (and table) stop working at once.

        It is the given `key`, where there is one: whoever asks twice, at whichever server, then
        makes one key.
        """


class Drafts(Protocol):
    """The hands that are being counted right now, with a count of their own for each table.

    The count rises with every change, so a phone asks for what is new `since` the highest count
    it has seen. A keystroke never raises the version of the game.
    """

    def put(self, game: str, draft: Draft) -> int:
        """Store a hand in place of what its seat had, and return its count.

        ValueError: the text has more than `DRAFT_LIMIT` bytes.
        """

    def read(self, game: str, table: int, since: int = 0) -> list[Draft]:
        """Return what changed at a table after the count `since`, the oldest change first."""

    def clear(self, game: str, table: int) -> int:
        """Empty every hand of a table, and return the highest count of the table."""


class Groups(Protocol):
    """The groups, which games belong to them, and which game follows which as a rematch.

    A group that has lost its last game is gone, and its key with it. A group that is unknown, or
    gone, raises `UnknownGroupError` wherever it is named by its id.
    """

    def begin(self, game: str, like: Group | None = None) -> Group:
        """Begin a group with this game, which leaves the one it was in, and return it.

        `like`: one that another store had, with its id, text and version, and its key if that is
        free here. Where this store has a group with that id, the game is put into that one.
        """

    def find(self, key: str) -> Group | None:
        """Return the group that a key opens; None for a wrong key."""

    def get(self, group: str) -> Group:
        """Return the group with this id."""

    def write(self, group: str, at_version: int, text: str) -> Group:
        """Store the text of a group that is at `at_version`; else `VersionConflictError`."""

    def renew(self, group: str, key: str | None = None) -> Group:
        """Give a group a new key (`key`, if it is given); the old one opens nothing from now on."""

    def delete(self, group: str) -> None:
        """Remove a group with its text; its games stay, and follow each other as before."""

    def games(self, group: str) -> list[Member]:
        """Return all games of a group as they were created, those in the trash too."""

    def state(self, group: str) -> str:
        """Return what changes whenever the group or one of its games does; cheap to ask."""

    def place(self, game: str) -> Place:
        """Return where a game belongs, in the trash or not."""

    def put(self, game: str, place: Place) -> None:
        """Put a game, in the trash or not, where it belongs from now on."""

    def following(self, game: str) -> str | None:
        """Return the first game that follows this one and is not in the trash."""


class Televisions(Protocol):
    """The televisions that show a code, and those that were sent a board.

    A television is known by its own secret, as a game is by its keys. It shows either a code or,
    once a phone has sent it one, the board of a key.
    """

    def offer_code(self, television: str, address: str, now: datetime) -> Television:
        """Return a television with the code it shows, a new one where it had none that still holds.

        `address` is where it asks from. One that shows a board is returned as it is. Raises
        `NoCodeLeftError`. Whoever asks also sees to it that what is too old is removed.
        """

    def find(self, television: str) -> Television | None:
        """Return what a television shows; None for an unknown one."""

    def find_code(self, code: str, now: datetime) -> bool:
        """Return whether a television shows this code, and it still holds."""

    def send(self, code: str, key: str, now: datetime) -> bool:
        """Send the board of a key to the television that shows this code, and use the code up.

        Returns whether there was one; of several that send at once it is true for one.
        """

    def show(self, television: str, key: str, now: datetime) -> None:
        """Show the board of another key on a television that shows one; any other is left alone."""

    def showing(self, key: str) -> list[str]:
        """Return the televisions that show the board of a key, the one sent first at the front."""

    def forget(self, television: str) -> None:
        """Forget what a television shows, code or board."""


class Trash(Protocol):
    """Deleted games, until they are really removed."""

    def delete(self, game: str, at: datetime) -> None:
        """Put a game into the trash; one that is there already keeps its time."""

    def undelete(self, game: str) -> None:
        """Take a game out of the trash, with the keys it had."""

    def latest(self, limit: int) -> list[Heading]:
        """Return the games in the trash, the one deleted last first."""

    def read(self, game: str) -> list[Line]:
        """Return all lines of a game, in the trash or not; raises `DamagedGameError`."""

    def purge(self, before: datetime, grouped_before: datetime | None = None) -> int:
        """Remove every game deleted before that time, and return how many they were.

        Of a group that has other games, in the trash or not, only those deleted before
        `grouped_before` (None: no other time).
        """


@dataclass(frozen=True, slots=True)
class Store:
    """The six protocols of one engine.

    `check` returns when the store answers and raises `StoreUnavailableError` when it does not.
    After `close`, every call raises `StoreUnavailableError`.
    """

    journals: Journals
    keys: Keys
    drafts: Drafts
    groups: Groups
    televisions: Televisions
    trash: Trash
    check: Callable[[], None]
    close: Callable[[], None]
