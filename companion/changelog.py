"""What each version brought, as people notice it."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "CHANGELOG.md"
_RELEASE = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_CHANGE = re.compile(r"^- (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Release:
    """A version, and what it brought."""

    version: str
    changes: tuple[str, ...]


@cache
def releases(translated: Path | None = None) -> tuple[Release, ...]:
    """Return every version, the newest first, out of the file in English or a translation of it."""
    text = (translated or _FILE).read_text(encoding="utf-8")
    return tuple(
        Release(version, tuple(_joined(change) for change in _CHANGE.findall(changes)))
        for version, changes in _RELEASE.findall(text)
    )


def _joined(lines: str) -> str:
    # Only the ends of lines: French has narrow spaces, which must not become wide.
    return re.sub(r"\n\s*", " ", lines.strip())
