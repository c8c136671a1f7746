"""The rulings as data, one file a topic: what each sheet says on each point, in our own words."""

from companion.rulings.asked.hearing import Hearing
from companion.rulings.asked.memory import Asked
from companion.rulings.loader import load_rulings
from companion.rulings.lookup import Found, LookUp
from companion.rulings.ruling import BadRulings, Basis, Box, Ruling, Rulings, Topic

__all__ = [
    "Asked",
    "BadRulings",
    "Basis",
    "Box",
    "Found",
    "Hearing",
    "LookUp",
    "Ruling",
    "Rulings",
    "Topic",
    "load_rulings",
]
