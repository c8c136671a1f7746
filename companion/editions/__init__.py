"""The boxes as data: what each holds, what its cards are called, what its sheet says and where."""

from companion.editions.edition import (
    CardFace,
    Colour,
    Edition,
    Kind,
    Lines,
    Note,
    Pile,
    Start,
    Words,
)
from companion.editions.loader import load_editions
from companion.editions.table import BadBox

__all__ = [
    "BadBox",
    "CardFace",
    "Colour",
    "Edition",
    "Kind",
    "Lines",
    "Note",
    "Pile",
    "Start",
    "Words",
    "load_editions",
]
