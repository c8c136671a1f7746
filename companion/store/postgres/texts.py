"""Texts as PostgreSQL keeps them: as bytes, since its own texts cannot hold a zero byte."""


def to_bytes(text: str | None) -> bytes | None:
    """Return a text as it is stored; raises ValueError for half of a surrogate pair."""
    return None if text is None else text.encode()


def from_bytes(stored: bytes | None) -> str | None:
    """Return a stored text; a damaged one too, so that its checksum can be compared."""
    return None if stored is None else stored.decode(errors="surrogateescape")
