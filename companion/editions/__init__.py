"""The boxes as data: what each holds, what its cards are called, what its sheet says and where."""

from companion.datafiles.text import Lines, LocalizedText
from companion.editions.edition import CardFace, Colour, Edition, Kind, Note, Pile, Start
from companion.editions.loader import InvalidBoxError, load_editions
from companion.editions.placeholders import facts_of

__all__ = [
    "CardFace",
    "Colour",
    "Edition",
    "InvalidBoxError",
    "Kind",
    "Lines",
    "LocalizedText",
    "Note",
    "Pile",
    "Start",
    "facts_of",
    "load_editions",
]
