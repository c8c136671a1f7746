"""Reader of the changelog, whose entries are written for users."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "CHANGELOG.md"
_RELEASE = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_CHANGE = re.compile(r"^- (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Release:
    """A released version and its changes, each a text of one line."""

    version: str
    changes: tuple[str, ...]


@cache
def releases(translated: Path | None = None) -> tuple[Release, ...]:
    """Return all releases, newest first, from the English file or the given translation."""
    text = (translated or _FILE).read_text(encoding="utf-8")
    return tuple(
        # Not every `\s` is replaced, as that would turn the narrow spaces of French into wide ones.
        Release(version, tuple(re.sub(r"\n\s*", " ", c.strip()) for c in _CHANGE.findall(changes)))
        for version, changes in _RELEASE.findall(text)
    )
