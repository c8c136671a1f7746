"""The catalogue of French as it stands, for the tests that look at its sentences."""

import re
from collections.abc import Iterable
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
FRENCH = "companion/translations/fr/LC_MESSAGES"
PLACEHOLDER = re.compile(r"%\(\w+\)s")


def read(root: Path) -> Catalog:
    """Read the French of a checkout."""
    with (root / FRENCH / "messages.po").open("rb") as file:
        return read_po(file, locale="fr")


def texts(sentence: str | Iterable[str] | None) -> tuple[str, ...]:
    """Give the forms of a sentence: one, or one and many; one empty form where there is none."""
    return (sentence or "",) if isinstance(sentence, str | None) else tuple(sentence)


def messages(catalog: Catalog) -> list[Message]:
    """List the sentences, without the header."""
    return [message for message in catalog if message.id]


MESSAGES = messages(read(ROOT))
