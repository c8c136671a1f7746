"""Exceptions that the store raises."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

Line = Any  # a `Line` of `rows.lines`, not imported because that module raises these errors


class StoreError(Exception):
    """Base class of the store's exceptions, with a one-line message fit for a terminal."""


class StoreUnavailableError(StoreError):
    """A store that does not answer, but may be asked again after `seconds`."""

    seconds = 2


class InUseError(StoreUnavailableError):
    """A file of games that another process has open."""


class DamagedFileError(StoreUnavailableError):
    """A file of games so damaged that it cannot be opened."""


class DamagedRowError(StoreUnavailableError):
    """A row outside of journals, such as an access key, with a wrong checksum."""

    seconds = 3600  # an hour, as a retry cannot mend the row


class NotSavedError(StoreError):
    """A full or read-only disk, where nothing was saved and no earlier save is lost."""


class NewerSchemaError(StoreError):
    """A file or database written by a newer version, whose tables are unknown here."""


class BackupRefusedError(StoreError):
    """A backup or restore that was refused and changed nothing."""


class UnknownGameError(StoreError):
    """A game that does not exist or is in the trash."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"there is no game {game}")


class UnknownGroupError(StoreError):
    """A group that does not exist."""

    def __init__(self, group: str) -> None:
        super().__init__(f"there is no group {group}")


class GameExistsError(StoreError):
    """A new game whose id exists already."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"there is a game {game} already")


class VersionConflictError(StoreError):
    """A change made for another version than the game's current `version`."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"the game is at version {version}")


class RepeatedRequestError(StoreError):
    """A retry of a request that was already carried out and wrote `line`."""

    def __init__(self, line: Line) -> None:
        self.line = line
        super().__init__(f"this request was carried out as version {line.version}")


class RequestIdTakenError(StoreError):
    """A request id already used by a different request of this game, which wrote `line`."""

    def __init__(self, line: Line) -> None:
        self.line = line
        super().__init__(f"this request id stands for version {line.version}")


class DamagedGameError(StoreError):
    """A damaged journal, with the intact `lines` before the damage."""

    def __init__(self, game: str, lines: Iterable[Line]) -> None:
        self.game = game
        self.lines = tuple(lines)
        self.intact_version = len(self.lines)
        super().__init__(f"game {game} is damaged after version {self.intact_version}")


class NoCodeLeftError(StoreError):
    """No free television code until one expires at `free_at`.

    If `is_everywhere`, all codes are in use, not only those of one address or site.
    """

    def __init__(self, free_at: datetime, *, is_everywhere: bool) -> None:
        self.free_at = free_at
        self.is_everywhere = is_everywhere
        super().__init__(f"no code is free before {free_at}")
