"""The rulings as data, one file a topic: what each sheet says on each point, in our own words."""

from companion.rulings.loader import load_rulings
from companion.rulings.ruling import Basis, Box, InvalidRulingsError, Ruling, Rulings, Topic
from companion.rulings.search.bm25 import Asked
from companion.rulings.search.concepts import QueryParser
from companion.rulings.search.lookup import Found, LookUp

__all__ = [
    "Asked",
    "Basis",
    "Box",
    "Found",
    "InvalidRulingsError",
    "LookUp",
    "QueryParser",
    "Ruling",
    "Rulings",
    "Topic",
    "load_rulings",
]
