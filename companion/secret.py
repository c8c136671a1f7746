"""What signs the cookies: 32 random bytes in a file beside the games."""

import logging
import secrets
import stat
import sys
from pathlib import Path

from companion.files import write_durably

LENGTH = 32
_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO

log = logging.getLogger(__name__)


class SecretError(Exception):
    """A secret that was not made here; the text says what to do about it."""


def read_secret(path: Path) -> bytes:
    """Return the secret; made where there is none yet, or where a power cut has emptied it.

    With a new one phones no longer know their games and names; every link goes on working.
    Raises `SecretError` for a file of another length, and OSError.
    """
    secret = path.read_bytes() if path.exists() else b""
    # A file that was never written to the disk is empty after a power cut, or all zeros.
    if not any(secret):
        secret = secrets.token_bytes(LENGTH)
        write_durably(path, secret)
    elif len(secret) != LENGTH:
        msg = (
            f"{path} has {len(secret)} bytes instead of {LENGTH}: put back the file that was there,"
            " or delete it. Without it phones forget which games they know; the links still work."
        )
        raise SecretError(msg)
    _close_to_others(path)
    return secret


def _close_to_others(path: Path) -> None:
    """Take the right to read the secret from everybody but its owner."""
    if sys.platform == "win32" or not path.stat().st_mode & _FOR_OTHERS:
        return
    try:
        path.chmod(0o600)
    except OSError:
        log.warning("Others on this computer can read %s: make it yours, with mode 600.", path)
