"""What took long to work out, kept in a file for the next start."""

import json
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.files import write_durably


def read_kept(file: Path, made_of: bytes) -> Sequence[Any] | None:
    """Return what was kept; None where it was made of something else, is broken or is not there."""
    with suppress(OSError):
        mark, _, content = file.read_bytes().partition(b"\n")
        if mark == _mark(made_of, content):
            values: Sequence[Any] = json.loads(content)
            return values
    return None


def keep(file: Path, made_of: bytes, values: Sequence[object]) -> None:
    """Keep values that JSON can hold; where nothing can be written they are made anew next time."""
    content = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    with suppress(OSError):
        write_durably(file, _mark(made_of, content) + b"\n" + content)


def _mark(made_of: bytes, content: bytes) -> bytes:
    """Return what only a whole file made of just that begins with."""
    return sha256(sha256(made_of).digest() + content).hexdigest().encode()
