"""The boxes as data: what each holds, what its cards are called, what its sheet says and where."""

from companion.datafiles.text import Lines, LocalizedText
from companion.editions.edition import CardFace, Colour, Edition, Kind, Note
from companion.editions.inventory import Inventory, Shelf, inventory, shelves_of
from companion.editions.loader import InvalidBoxError, load_boxes, load_editions
from companion.editions.placeholders import facts_of
from companion.editions.recognition import NONE, Question, candidates, question

__all__ = [
    "NONE",
    "CardFace",
    "Colour",
    "Edition",
    "InvalidBoxError",
    "Inventory",
    "Kind",
    "Lines",
    "LocalizedText",
    "Note",
    "Question",
    "Shelf",
    "candidates",
    "facts_of",
    "inventory",
    "load_boxes",
    "load_editions",
    "question",
    "shelves_of",
]
