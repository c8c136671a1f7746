"""Texts from which rulings were read, and doubts about their words."""

from dataclasses import dataclass
from typing import Literal

from companion.datafiles.reader import Table, choice, text
from companion.datafiles.text import LocalizedText
from companion.rulings.place import Headings, PlacePhrases, read_place

Kind = Literal["leaflet", "article"]
Certainty = Literal["sure", "likely", "open"]

KINDS: tuple[Kind, ...] = ("leaflet", "article")
CERTAINTIES: tuple[Certainty, ...] = ("sure", "likely", "open")
_SENTENCES = text(400)
_WORDS = text(80)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Words of a leaflet that are illegible or make no sense as printed."""

    place: LocalizedText
    printed: str  # in the leaflet's language
    read: str | None  # what the words should probably be
    certainty: Certainty
    why: LocalizedText | None


@dataclass(frozen=True, slots=True)
class Source:
    """Text from which a box's rulings were read, with its quality and doubtful words."""

    kind: Kind
    languages: tuple[str, ...]  # leaflet lines are those of the first
    what: LocalizedText
    text: LocalizedText  # how reliable the text is
    check: LocalizedText  # how a reader can check a ruling
    doubts: tuple[Doubt, ...]

    @property
    def language(self) -> str:
        return self.languages[0]

    def nearest(self, language: str) -> str:
        """Return the printed language in which headings are shown to readers of `language`."""
        return language if language in self.languages else self.language


def read_source(
    sheet: Table, languages: tuple[str, ...], headings: Headings, places: PlacePhrases
) -> Source:
    doubts = []
    for table in sheet.each("doubts"):
        doubts.append(
            Doubt(
                place=read_place(table, headings, places),
                printed=table.required("printed", _WORDS),
                read=table.optional("read", _WORDS) or None,
                certainty=table.required("certainty", choice(CERTAINTIES, "open")),
                why=table.text("why", _SENTENCES) if "why" in table.values else None,
            )
        )
        # `lines` are for maintainers only, to find the words in the leaflet's text.
        table.read_keys.add("lines")
    return Source(
        kind=sheet.required("kind", choice(KINDS, "leaflet")),
        languages=languages,
        what=sheet.text("what", _SENTENCES),
        text=sheet.text("text", _SENTENCES),
        check=sheet.text("check", _SENTENCES),
        doubts=tuple(doubts),
    )
