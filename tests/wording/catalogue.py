"""The catalogue of French: what the sources say, and what the French of it is.

After changing a sentence: `python tests/wording/catalogue.py`. It brings the sentences of the
sources into the .po, keeps the French that still fits and compiles the .mo; then write the French
that is missing into the .po and run it again.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
FRENCH = ROOT / "companion/translations/fr/LC_MESSAGES"
PO, MO = FRENCH / "messages.po", FRENCH / "messages.mo"
UPDATE = "run `python tests/wording/catalogue.py` and write the French that is missing"

_SOURCES = (("python", "companion", "*.py"), ("jinja2", "templates", "*.html"))
_KEYWORDS = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}
_AS_THE_APP = {
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "newstyle_gettext": "true",
    "silent": "false",
}


def extracted() -> Catalog:
    """Find every sentence in the sources."""
    catalog = Catalog()
    for name, sentence in _sentences():
        catalog.add(sentence, locations=[(name, 0)])
    return catalog


def _sentences() -> Iterator[tuple[str, str | tuple[str, ...]]]:
    for method, folder, pattern in _SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            found = extract_from_file(method, path, keywords=_KEYWORDS, options=_AS_THE_APP)
            yield from ((path.relative_to(ROOT).as_posix(), sentence) for _, sentence, *_ in found)


def stored() -> Catalog:
    """Read the French as it stands in the .po."""
    with PO.open("rb") as file:
        return read_po(file, locale="fr")


def compiled(catalog: Catalog) -> bytes:
    """Compile a catalogue."""
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def of_mo(content: bytes) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Read what a compiled catalogue says, without its header, which names the tool's version."""
    return {texts(m.id): texts(m.string) for m in read_mo(BytesIO(content)) if m.id}


def texts(sentence: str | Iterable[str] | None) -> tuple[str, ...]:
    """Give the forms of a sentence: one, or one and many; one empty form where there is none."""
    return (sentence or "",) if isinstance(sentence, str | None) else tuple(sentence)


def messages(catalog: Catalog) -> list[Message]:
    """List the sentences, without the header."""
    return [message for message in catalog if message.id]


def update() -> None:
    """Bring the .po up to the sources and compile it; what did not change is written the same."""
    catalog = stored() if PO.exists() else Catalog("fr")
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.project, catalog.version = "Table companion", "in French"
    catalog.fuzzy, catalog.msgid_bugs_address = False, ""
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    catalog.last_translator = catalog.language_team = "Table companion"
    catalog.header_comment = f"# {UPDATE[0].upper()}{UPDATE[1:]}."
    with PO.open("wb") as file:
        write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)
    MO.write_bytes(compiled(catalog))
    for message in messages(catalog):
        if not all(texts(message.string)):
            print(f"No French yet: {message.id!r}")  # noqa: T201 - told to whoever ran this


if __name__ == "__main__":
    update()
