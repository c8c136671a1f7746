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
from companion.editions.facts import facts_of
from companion.editions.loader import BadBox, load_editions
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
    "facts_of",
    "load_editions",
]
