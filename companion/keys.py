"""Access keys and ids of 128 bits, written in 22 characters."""

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import blake2b, sha256

KEY_PATTERN = r"[A-Za-z0-9_-]{22}"
_BYTES = 16


def new_key() -> str:
    return secrets.token_urlsafe(_BYTES)


def derived_key(text: str, secret: bytes = b"") -> str:
    """Return the 22-character key derived from a text, the same on every server.

    It cannot be computed without the `secret`, which has at most 64 bytes.
    """
    digest = blake2b(text.encode(errors="replace"), key=secret, digest_size=_BYTES).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def digest_of(key: str | bytes, size: int = _BYTES) -> str:
    """Return a digest of `size` bytes that identifies an access key without giving access."""
    text = key.encode(errors="replace") if isinstance(key, str) else key
    return blake2b(text, digest_size=size).hexdigest()


def public_id(game_id: str) -> str:
    """Return a hash of a game's id to publish, as the id itself could restore a lost game."""
    digest = sha256(f"game:{game_id}".encode()).digest()
    return urlsafe_b64encode(digest).decode()[:22]


def is_key(text: str) -> bool:
    return re.fullmatch(KEY_PATTERN, text) is not None
