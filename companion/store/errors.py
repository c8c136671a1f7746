"""How a store says no."""

from collections.abc import Iterable

from companion.store.protocols import Line


class StoreError(Exception):
    """Any no of a store; its text is one line."""


class StoreUnavailableError(StoreError):
    """The store does not answer: it cannot be opened, stays locked, or reading failed."""


class NotSavedError(StoreError):
    """The disk is full or read-only: nothing was saved, nothing saved earlier is lost."""


class NewerSchemaError(StoreError):
    """The file was written by a newer version, which may keep things this one cannot know."""


class BackupRefusedError(StoreError):
    """A backup or restore that was not done, and changed nothing."""


class UnknownGameError(StoreError):
    """No game with this id, or it lies on the shelf."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__(f"there is no game {game}")


class VersionConflictError(StoreError):
    """The game has moved on; `version` is where it is."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"the game is at version {version}")


class RepeatedRequestError(StoreError):
    """This very request was carried out before; `line` is what it wrote."""

    def __init__(self, line: Line) -> None:
        self.line = line
        super().__init__(f"this request was carried out as version {line.version}")


class RequestIdTakenError(StoreError):
    """The request id belongs to another request of this game; `line` is what that one wrote."""

    def __init__(self, line: Line) -> None:
        self.line = line
        super().__init__(f"this request id stands for version {line.version}")


class DamagedGameError(StoreError):
    """A journal in which something is not as it was written.

    `lines` are the first lines, all of them sound, and `sound_version` is how many they are.
    """

    def __init__(self, game: str, lines: Iterable[Line]) -> None:
        self.game = game
        self.lines = tuple(lines)
        self.sound_version = len(self.lines)
        super().__init__(f"game {game} is damaged after version {self.sound_version}")
