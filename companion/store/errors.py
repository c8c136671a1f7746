"""What a store raises instead of doing what was asked."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # lines raise these errors
    from companion.store.rows.lines import Line


class StoreError(Exception):
    """What all of them are; the text is one line, fit for a terminal."""


class StoreUnavailableError(StoreError):
    """The store does not answer, and may be asked again after so many `seconds`."""

    seconds = 2


class DamagedFileError(StoreUnavailableError):
    """The file of games is damaged as a whole, so that it cannot even be opened."""


class DamagedRowError(StoreUnavailableError):
    """One row that is no line of a journal, such as a key, is not as it was written."""

    seconds = 3600  # time heals nothing


class NotSavedError(StoreError):
    """The disk is full or read-only: nothing was saved, nothing saved earlier is lost."""


class NewerSchemaError(StoreError):
    """The file was written by a newer version, whose tables this one does not know."""


class BackupRefusedError(StoreError):
    """A backup or restore that was not done, and changed nothing."""


class UnknownGameError(StoreError):
    """No game with this id, or it is in the trash."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"there is no game {game}")


class UnknownGroupError(StoreError):
    """No group with this id."""

    def __init__(self, group: str) -> None:
        super().__init__(f"there is no group {group}")


class GameExistsError(StoreError):
    """There is a game with this id already."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is a game {game} already")


class VersionConflictError(StoreError):
    """The game is at another version than expected: at `version`."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"the game is at version {version}")


class RepeatedRequestError(StoreError):
    """This very request was carried out before; `line` is what it wrote."""

    def __init__(self, line: "Line") -> None:
        self.line = line
        super().__init__(f"this request was carried out as version {line.version}")


class RequestIdTakenError(StoreError):
    """The request id belongs to another request of this game; `line` is what that one wrote."""

    def __init__(self, line: "Line") -> None:
        self.line = line
        super().__init__(f"this request id stands for version {line.version}")


class DamagedGameError(StoreError):
    """A journal in which something is damaged; `lines` are the first ones, up to that."""

    def __init__(self, game: str, lines: "Iterable[Line]") -> None:
        self.game = game
        self.lines = tuple(lines)
        self.sound_version = len(self.lines)
        super().__init__(f"game {game} is damaged after version {self.sound_version}")


class NoCodeLeftError(StoreError):
    """No code for one more television, until one ends at `free_at`."""

    def __init__(self, free_at: datetime, *, is_everywhere: bool) -> None:
        self.free_at = free_at
        self.is_everywhere = is_everywhere  # all codes are shown, not only those of one address
        super().__init__(f"no code is free before {free_at}")
