"""French message catalogue (.po file) and access to its sentences."""

import re
from collections.abc import Iterable
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
FRENCH = "companion/translations/fr/LC_MESSAGES"
PLACEHOLDER = re.compile(r"%\(\w+\)s")


def read(root: Path) -> Catalog:
    """Return the French message catalogue read from the project in folder `root`."""
    with (root / FRENCH / "messages.po").open("rb") as file:
        return read_po(file, locale="fr")


def texts(sentence: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return a sentence's forms (singular and plural) as tuple, ("",) if untranslated."""
    return (sentence or "",) if isinstance(sentence, str | None) else tuple(sentence)


def messages(catalog: Catalog) -> list[Message]:
    """Return all messages of a catalogue except its header."""
    return [message for message in catalog if message.id]


MESSAGES = messages(read(ROOT))
