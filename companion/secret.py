"""What signs the cookies: 32 random bytes in a file beside the games, or what all servers have."""

import logging
import secrets
import stat
import sys
from pathlib import Path

from companion.files import write_durably

VARIABLE = "COMPANION_SECRET"
LENGTH = 32  # bytes of the file, and the fewest characters of the variable
_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO

log = logging.getLogger(__name__)


class SecretError(Exception):
    """A secret that was not made here, or is too short; the text says what to do about it."""


def read_secret(path: Path, given: str | None = None) -> bytes:
    """Return the secret that was given, else that of the file, which is made where there is none.

    With a new one phones no longer know their games and names; every link goes on working.
    Raises `SecretError` for one that is too short and for a file of another length, and OSError.
    """
    if given is not None:
        if len(given) < LENGTH:
            msg = f"{VARIABLE} has {len(given)} characters: give it at least {LENGTH} random ones."
            raise SecretError(msg)
        return given.encode(errors="surrogateescape")
    secret = _stored(path)
    # A file that was never written to the disk is empty after a power cut, or all zeros.
    if not any(secret):
        write_durably(path, secrets.token_bytes(LENGTH), replace=path.exists())
        secret = _stored(path)  # another process that was started with this one may be quicker
    if len(secret) != LENGTH:
        msg = (
            f"{path} has {len(secret)} bytes instead of {LENGTH}: put back the file that was there,"
            " or delete it. Without it phones forget which games they know; the links still work."
        )
        raise SecretError(msg)
    _close_to_others(path)
    return secret


def _stored(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _close_to_others(path: Path) -> None:
    if sys.platform == "win32" or not path.stat().st_mode & _FOR_OTHERS:
        return
    try:
        path.chmod(0o600)
    except OSError:
        log.warning("Others on this computer can read %s: make it yours, with mode 600.", path)
