"""Secret that signs the cookies, from a file beside the games or from the environment."""

import logging
import secrets
import stat
import sys
from pathlib import Path

from companion.files import write_durably

VARIABLE = "COMPANION_SECRET"
LENGTH = 32  # bytes of the file, and minimum characters of the variable
_GROUP_AND_OTHERS = stat.S_IRWXG | stat.S_IRWXO

log = logging.getLogger(__name__)


class SecretError(Exception):
    """A secret of the wrong length, with a message that says what to do about it."""


def read_secret(path: Path, given: str | None = None) -> bytes:
    """Return the given cookie secret, or by default that of a file, created if missing or empty.

    A new secret makes phones forget their games and names, but every link still works. Raises
    `SecretError` if the given secret is too short or the file has another length, and OSError.
    """
    if given is not None:
        if len(given) < LENGTH:
            msg = f"{VARIABLE} has {len(given)} characters: give it at least {LENGTH} random ones."
            raise SecretError(msg)
        return given.encode(errors="surrogateescape")
    secret = _stored(path)
    # Missing, or empty or all zeros because a power cut came before the file was synced.
    if not any(secret):
        write_durably(path, secrets.token_bytes(LENGTH), replace=path.exists())
        secret = _stored(path)  # another process started at the same time may have written first
    if len(secret) != LENGTH:
        msg = (
            f"{path} has {len(secret)} bytes instead of {LENGTH}: put back the file that was there,"
            " or delete it. Without it phones forget which games they know; the links still work."
        )
        raise SecretError(msg)
    if sys.platform != "win32" and path.stat().st_mode & _GROUP_AND_OTHERS:
        try:
            path.chmod(0o600)
        except OSError:
            log.warning("Others on this computer can read %s: make it yours, with mode 600.", path)
    return secret


def _stored(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""
