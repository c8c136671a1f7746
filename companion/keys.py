"""Keys and ids: 128 bits in 22 characters. Whoever has a key may do what it opens."""

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import blake2b, sha256

KEY_PATTERN = r"[A-Za-z0-9_-]{22}"
_BYTES = 16


def new_key() -> str:
    return secrets.token_urlsafe(_BYTES)


def derived_key(text: str, secret: bytes = b"") -> str:
    """Return the key that follows from a text, at every server; `secret` has at most 64 bytes.

    Without the secret nobody can work it out.
    """
    digest = blake2b(text.encode(errors="replace"), key=secret, digest_size=_BYTES).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def digest_of(key: str, size: int = _BYTES) -> str:
    """Return what tells a key from others and opens nothing, in so many bytes."""
    return blake2b(key.encode(errors="replace"), digest_size=size).hexdigest()


def public_id(game_id: str) -> str:
    """Return what names a game to those who may not write to it: it brings nothing back."""
    digest = sha256(f"game:{game_id}".encode()).digest()
    return urlsafe_b64encode(digest).decode()[:22]


def is_key(text: str) -> bool:
    """Return whether a text is written as keys are, whatever it opens."""
    return re.fullmatch(KEY_PATTERN, text) is not None
