"""French message catalogue, for tests of its sentences."""

import re
from collections.abc import Iterable
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
FRENCH = "companion/translations/fr/LC_MESSAGES"
PLACEHOLDER = re.compile(r"%\(\w+\)s")


def read(root: Path) -> Catalog:
    """Return the French catalogue of a checkout."""
    with (root / FRENCH / "messages.po").open("rb") as file:
        return read_po(file, locale="fr")


def texts(sentence: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the forms of a sentence (singular and plural); one empty form if untranslated."""
    return (sentence or "",) if isinstance(sentence, str | None) else tuple(sentence)


def messages(catalog: Catalog) -> list[Message]:
    """Return all messages without the header."""
    return [message for message in catalog if message.id]


MESSAGES = messages(read(ROOT))
