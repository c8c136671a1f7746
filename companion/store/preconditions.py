"""What every engine checks before it writes, so that all refuse the same things."""

from companion.store.errors import RepeatedRequestError, RequestIdTakenError, VersionConflictError
from companion.store.protocols import DRAFT_LIMIT, Change, Draft, Line


def check_change(change: Change, earlier: Line | None) -> None:
    """Refuse a change whose request id is already that of an earlier line of the game."""
    if earlier is None:
        return
    if earlier.fingerprint == change.fingerprint:
        raise RepeatedRequestError(earlier)
    raise RequestIdTakenError(earlier)


def check_version(expected: int, actual: int) -> None:
    """Refuse a change to a game that is at another version than whoever asks has seen."""
    if expected != actual:
        raise VersionConflictError(actual)


def check_draft(draft: Draft) -> None:
    """Refuse a draft that is too long, with a ValueError."""
    if len(draft.text.encode()) > DRAFT_LIMIT:
        msg = f"a draft has at most {DRAFT_LIMIT} bytes"
        raise ValueError(msg)
