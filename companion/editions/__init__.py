"""The boxes as data: what each holds, what its cards are called, what its sheet says and where."""

from companion.editions.edition import (
    CardFace,
    Colour,
    Edition,
    Kind,
    Note,
    Pile,
    Start,
)
from companion.editions.loader import BadBox, load_editions
from companion.editions.told import told
from companion.facts.words import Lines, Words

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
    "told",
]
